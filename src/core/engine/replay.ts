import type { EventEnvelope } from "../protocol/events/event.ts";
import { stampOf } from "../protocol/events/event.ts";
import type { Resolution } from "../protocol/events/explain.ts";
import { bind, type RuntimeSpan } from "./bind.ts";
import { contentId } from "./content-id.ts";
import { ENGINE_DEFAULTS } from "./engine-config.ts";
import { fold } from "./fold.ts";
import { lenientEnvelope } from "./lenient-envelope.ts";
import { resolve } from "./resolve.ts";
import { EMPTY_FOLD, type RuntimeFold } from "./runtime-fold.ts";

export interface ReplayedState extends Resolution {
  runtime_id: string;
  target: string;
  pane_id: string;
  agent_type: string;
  /** Number of this runtime within its pane; only the highest is what the pane shows now. */
  pane_epoch: number;
  current: boolean;
  events: number;
}

export interface Replay {
  schema_version: 1;
  at: number;
  folded: number;
  duplicates: number;
  /** Events not received yet at that time. */
  later: number;
  rejected: { line: number; fault: string }[];
  unbound: { line: number; event_id: string; why: string }[];
  states: ReplayedState[];
}

interface Numbered {
  line: number;
  event: EventEnvelope;
}

/** The states of an empty daemon at `at` after these lines, one event each. Without `at`: after the last one. */
export function replay(text: string, at: number | null): Replay {
  const { events, rejected } = readLines(text);
  const now = at ?? Math.max(0, ...events.map(({ event }) => event.ingested_at));
  const known = events.filter(({ event }) => event.ingested_at <= now);
  const unique = [...new Map(known.toReversed().map((each) => [identityOf(each.event), each])).values()].reverse();
  const spans = spansOf(unique);
  const folds = new Map<string, { fold: RuntimeFold; events: number }>();
  const unbound: Replay["unbound"] = [];
  for (const { line, event } of unique) {
    const binding = bind(event, spans);
    if (binding.status === "pending_bind") {
      unbound.push({ line, event_id: event.event_id, why: binding.why });
      continue;
    }
    const before = folds.get(binding.runtime_id) ?? { fold: EMPTY_FOLD, events: 0 };
    folds.set(binding.runtime_id, { fold: fold(before.fold, event), events: before.events + 1 });
  }
  const states = spans.flatMap((span) => {
    const folded = folds.get(span.runtime_id);
    if (folded === undefined) return [];
    const inPane = spans.filter((other) => other.target === span.target && other.pane_id === span.pane_id);
    const pane_epoch = inPane.indexOf(span) + 1;
    const { runtime_id, target, pane_id, agent_type } = span;
    const resolution = resolve(folded.fold, now, "ok", ENGINE_DEFAULTS, runtime_id);
    return [
      {
        runtime_id,
        target,
        pane_id,
        agent_type,
        pane_epoch,
        current: pane_epoch === inPane.length,
        events: folded.events,
        ...resolution,
      },
    ];
  });
  return {
    schema_version: 1,
    at: now,
    folded: unique.length - unbound.length,
    duplicates: known.length - unique.length,
    later: events.length - known.length,
    rejected,
    unbound,
    states,
  };
}

function readLines(text: string): { events: Numbered[]; rejected: Replay["rejected"] } {
  const events: Numbered[] = [];
  const rejected: Replay["rejected"] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line);
    if (parsed.ok) events.push({ line: index + 1, event: parsed.event });
    else rejected.push({ line: index + 1, fault: parsed.fault });
  }
  return { events, rejected };
}

function parseLine(line: string) {
  try {
    return lenientEnvelope(JSON.parse(line));
  } catch (error) {
    return { ok: false as const, fault: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The runtimes that the file names, oldest first; a pane without one gets a runtime of its own. */
function spansOf(events: readonly Numbered[]): RuntimeSpan[] {
  const spans = new Map<string, RuntimeSpan>();
  for (const { event } of events) if (event.runtime_id !== null) extend(spans, event.runtime_id, event);
  const paneKey = (event: { target: string; pane_id: string | null }) => `${event.target}/${event.pane_id}`;
  const told = new Set([...spans.values()].map(paneKey));
  for (const { event } of events) {
    if (event.runtime_id === null && event.pane_id !== null && !told.has(paneKey(event))) {
      extend(spans, contentId("replay", event.target, event.pane_id), event);
    }
  }
  const ordered = [...spans.values()].sort(
    (a, b) => a.started_at - b.started_at || (a.runtime_id < b.runtime_id ? -1 : 1),
  );
  return ordered.map((span, index) => {
    const successor = ordered.slice(index + 1).find((other) => paneKey(other) === paneKey(span));
    return { ...span, ended_at: span.ended_at ?? successor?.started_at ?? null };
  });
}

function extend(spans: Map<string, RuntimeSpan>, runtimeId: string, event: EventEnvelope): void {
  const span = spans.get(runtimeId);
  const at = stampOf(event);
  const { agent_pid, agent_start, session_id, tmux_server_pid } = event.hints;
  const ended = event.source === "process" && event.evidence.kind === "ended" ? at : null;
  spans.set(runtimeId, {
    runtime_id: runtimeId,
    target: event.target,
    pane_id: event.pane_id ?? span?.pane_id ?? "",
    agent_type: event.agent_type ?? span?.agent_type ?? "generic",
    pid: agent_pid ?? span?.pid ?? null,
    pid_start: agent_start ?? span?.pid_start ?? null,
    server_pid: tmux_server_pid ?? span?.server_pid ?? 0,
    session_ids: [...new Set([...(span?.session_ids ?? []), ...(session_id === undefined ? [] : [session_id])])],
    started_at: Math.min(span?.started_at ?? at, at),
    ended_at: ended ?? span?.ended_at ?? null,
  });
}

/** Of two events with the same key the log keeps the first. */
function identityOf(event: EventEnvelope): string {
  return JSON.stringify([event.target, event.source, event.dedupe_key]);
}
