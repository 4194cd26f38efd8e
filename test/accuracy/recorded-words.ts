import type { Adapter, Reading } from "../../src/core/adapter/adapter.ts";
import { type RecordedHook, readRuns } from "./recorded-run.ts";

const RUNS = new URL("../fixtures/agents/runs", import.meta.url).pathname;

/** All recorded hooks of one agent, with payloads as text. */
export function recordedHooks(agent: string): { run: string; event: string; payload: string }[] {
  const runs = readRuns(RUNS).filter((run) => run.agent === agent);
  return runs.flatMap((run) => run.hooks.map(signalOf));
}

/** For every recorded event, its distinct readings: a table to compare with the specification's. */
export function wordsByEvent(adapter: Adapter): Record<string, string[]> {
  const words: Record<string, Set<string>> = {};
  for (const signal of recordedHooks(adapter.name)) {
    words[signal.event] ??= new Set();
    for (const reading of adapter.normalize?.(signal) ?? []) words[signal.event]?.add(wordsOf(reading));
  }
  return Object.fromEntries(Object.entries(words).map(([event, found]) => [event, [...found].sort()]));
}

/** `begin busy`, `ask waiting_input`, `weak rest completed`, `nothing`. */
export function wordsOf({ evidence, run }: Pick<Reading, "evidence" | "run">): string {
  if (evidence.kind === "note") return evidence.reason === "unsupported_signal" ? "unsupported" : "nothing";
  if (evidence.kind !== "edge") return evidence.kind;
  const { begin, weak, phase, state, activity, background, ttl_ms } = evidence;
  const words = [
    run?.parent && "child",
    begin && "begin",
    weak && "weak",
    phase,
    phase !== "busy" && state,
    activity && activity.kind !== "working" && activity.kind,
    background && "background",
    ttl_ms !== undefined && `for ${ttl_ms / 1000} s`,
  ];
  return words.filter(Boolean).join(" ");
}

function signalOf({ run, event, payload, argv }: RecordedHook) {
  return { run, event: event.replace(/^hook:/, ""), payload: JSON.stringify(payload ?? argv?.[0] ?? {}) };
}
