import type { Declaration, Edge, EventEnvelope, Evidence, Level, Source } from "../protocol/events/event.ts";
import { envelope, type SignalFacts } from "./envelope.ts";
import { fold } from "./fold.ts";
import { EMPTY_FOLD, type RuntimeFold } from "./runtime-fold.ts";

/** Builders for tests: one line per event, its time first. */
let serial = 0;

type Extra = Partial<
  Pick<
    EventEnvelope,
    | "subject"
    | "turn"
    | "run"
    | "hints"
    | "message"
    | "source_seq"
    | "source_incarnation"
    | "ingested_at"
    | "dedupe_key"
  >
>;

export function event(at: number, source: Source, evidence: Evidence, extra: Extra = {}): EventEnvelope {
  serial += 1;
  const made = envelope(
    {
      target: "host",
      pane_id: "%1",
      source,
      event_type: `${source}.${evidence.kind}`,
      dedupe_key: `k${serial}`,
      event_time: at,
      message: "",
      evidence,
      ...extra,
    } as SignalFacts,
    extra.ingested_at ?? at,
  );
  return { ...made, runtime_id: "r1" };
}

export const busy = (at: number, extra: Extra & Partial<Edge> = {}) =>
  edge(at, "hook", { phase: "busy", state: "running" }, extra);
export const begin = (at: number, extra: Extra & Partial<Edge> = {}) => busy(at, { begin: true, ...extra });
export const ask = (at: number, extra: Extra & Partial<Edge> = {}) =>
  edge(at, "hook", { phase: "ask", state: "waiting_approval" }, extra);
export const stop = (at: number, extra: Extra & Partial<Edge> = {}) =>
  edge(at, "hook", { phase: "rest", state: "completed" }, extra);
export const edgeOf = (source: Source, at: number, extra: Extra & Partial<Edge> & Pick<Edge, "phase">) =>
  edge(at, source, extra, extra);

const LEVEL_FIELDS: ReadonlySet<string> = new Set([
  ...["state", "changed_at", "blind", "misses_dialogs", "withdrawn"],
  ...["stalled", "suspended", "unchanged", "limit", "activity"],
]);

export function look(
  source: Source,
  at: number,
  phase: Level["phase"],
  extra: Extra & Partial<Level> = {},
): EventEnvelope {
  const isOfLevel = ([name]: [string, unknown]) => LEVEL_FIELDS.has(name);
  const entries = Object.entries(extra);
  const level = { kind: "level", phase, ...Object.fromEntries(entries.filter(isOfLevel)) };
  const rest = Object.fromEntries(entries.filter((entry) => !isOfLevel(entry)));
  return event(at, source, defined(level) as Level, rest);
}

export function say(
  at: number,
  state: Declaration["state"],
  extra: Extra & Partial<Declaration> & { source?: Source } = {},
): EventEnvelope {
  const { attention, medium, activity, provisional_until, source, ...rest } = extra;
  const raised = {
    waiting_input: "input",
    waiting_approval: "approval",
    completed: "done",
    error: "error",
    running: null,
    idle: null,
    unknown: null,
  } as const;
  const evidence = {
    kind: "declaration",
    state,
    attention: attention === undefined ? raised[state] : attention,
    medium: medium ?? "appended",
    activity,
    provisional_until,
  };
  return event(at, source ?? "marker", defined(evidence) as Declaration, rest);
}

export const typed = (at: number) => event(at, "terminal", { kind: "typed" });
export const seen = (at: number, through: number) => event(at, "daemon", { kind: "seen", through });
export const unseen = (at: number, through: number) => event(at, "daemon", { kind: "seen", through, undone: true });
export const snooze = (at: number, attention_id: string, until: number) =>
  event(at, "daemon", { kind: "snoozed", attention_id, until });
export const ended = (at: number, exit_code: number | null = null, source: Source = "process") =>
  event(at, source, { kind: "ended", exit_code, signal: null });

export function foldAll(events: Iterable<EventEnvelope>): RuntimeFold {
  let state = EMPTY_FOLD;
  for (const each of events) state = fold(state, each);
  return state;
}

function edge(
  at: number,
  source: Source,
  base: Pick<Edge, "phase"> & Partial<Edge>,
  extra: Extra & Partial<Edge>,
): EventEnvelope {
  const {
    begin: begins,
    weak,
    has_teammates,
    background,
    activity,
    limited,
    ttl_ms,
    provisional_until,
    state,
    phase: _phase,
    ...rest
  } = extra as Extra & Partial<Edge>;
  const evidence = {
    kind: "edge",
    ...base,
    begin: begins,
    weak,
    has_teammates,
    background,
    activity,
    limited,
    ttl_ms,
    provisional_until,
  };
  if ("state" in extra) (evidence as Partial<Edge>).state = state;
  return event(at, source, defined(evidence) as Edge, rest);
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}
