import { z } from "zod";
import { type Ending, isFailure } from "../engine/ending.ts";
import type { SignalFacts } from "../engine/envelope.ts";
import type { Edge } from "../protocol/events/event.ts";
import { redactText } from "../redact/redact.ts";
import { parseOutside } from "../text/parse-outside.ts";

/** The spool entries of `agtmux run`: a program has started, or has ended. */
const RunEntry = z.object({
  run: z.string().regex(/^\d+(\.\d+)+$/, "numbers and dots"),
  /** The run in which this one was started; empty if none. */
  parent: z.string(),
  command: z.array(z.string()).min(1),
  /** Pid of the program itself. */
  pid: z.number().int().positive().optional(),
  start: z.string().optional(),
  status: z.number().int().min(0).max(255).optional(),
  signal: z.string().optional(),
});
type RunEntry = z.infer<typeof RunEntry>;

export type WrapperResult = { ok: true; facts: SignalFacts[] } | { ok: false; fault: string };

type Base = Omit<SignalFacts, "source" | "event_type" | "message" | "evidence">;

/** 30 days: the wrapper or its watcher reports the end, so a long silence means nothing. */
const BELIEVED_MS = 30 * 24 * 3_600_000;
const LONGEST_MESSAGE = 200;

/**
 * At the end, a wrapper entry gives two signals: one for the pane's own runtime, which was busy meanwhile, and one for
 * the process that ended, which may be a known agent.
 */
export function wrapperSignals(event: string, payload: string, base: Base): WrapperResult {
  const parsed = RunEntry.safeParse(parseJson(payload));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "run"}: ${message}`);
    return { ok: false, fault: faults.join("; ") };
  }
  const entry = parsed.data;
  const own = {
    ...base,
    source: "wrapper" as const,
    turn: entry.run,
    ...(entry.parent !== "" && { run: { id: entry.run, parent: entry.parent } }),
  };
  // secrets are removed first: half of one would not be recognised any more
  const line = redactText(entry.command.join(" ")).slice(0, LONGEST_MESSAGE);
  if (event === "started") {
    const evidence: Edge = { kind: "edge", phase: "busy", begin: true, ttl_ms: BELIEVED_MS };
    return { ok: true, facts: [{ ...own, event_type: "wrapper.started", message: line, evidence }] };
  }
  if (event !== "exited") return { ok: false, fault: `"${event}" is not what a wrapper says: started or exited` };
  if (entry.status === undefined) return { ok: false, fault: "status: a program that has ended has one" };
  const ending = endingOf(entry.status, entry.signal ?? "");
  const exited = { event_type: "wrapper.exited", message: wordsFor(entry, ending, line) };
  const said = { run: entry.run, exit_code: ending.exitCode, signal: ending.signal };
  const rest: SignalFacts = { ...own, ...exited, evidence: restOf(ending), payload: said };
  return { ok: true, facts: entry.pid === undefined ? [rest] : [rest, { ...endOf(entry, ending, base), ...exited }] };
}

/** Extracts the wrapper's pid from the id of a run. */
export function wrapperPid(run: string): number | null {
  const pid = Number(run.split(".")[2]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function endingOf(status: number, signal: string): Ending {
  return signal === "" ? { exitCode: status, signal: null } : { exitCode: null, signal: `SIG${signal}` };
}

function restOf(ending: Ending): Edge {
  const state = isFailure(ending) ? "error" : ending.signal === null ? "completed" : "idle";
  return { kind: "edge", phase: "rest", state };
}

/** Bound by its process only: if that was not an agent, the signal belongs to no runtime. */
function endOf({ pid, start = "" }: RunEntry, { exitCode, signal }: Ending, base: Base) {
  const { tmux_server_pid } = base.hints ?? {};
  const hints = {
    ...(tmux_server_pid !== undefined && { tmux_server_pid }),
    ...(pid !== undefined && { agent_pid: pid }),
    ...(start !== "" && { agent_start: start }),
  };
  const evidence = { kind: "ended", exit_code: exitCode, signal } as const;
  return { ...base, pane_id: null, dedupe_key: `${base.dedupe_key}+1`, hints, source: "wrapper" as const, evidence };
}

function wordsFor({ command }: RunEntry, ending: Ending, line: string): string {
  const name = (command[0] ?? "").replace(/^.*\//, "").slice(0, LONGEST_MESSAGE);
  if (ending.signal !== null) return `${name}: ${isFailure(ending) ? "killed" : "ended"} by ${ending.signal}`;
  return ending.exitCode === 0 ? line : `${name}: exit code ${ending.exitCode}`;
}

function parseJson(text: string): unknown {
  try {
    return parseOutside(text);
  } catch {
    return null;
  }
}
