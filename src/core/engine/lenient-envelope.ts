import { z } from "zod";
import { Phase, phaseOf, State } from "../protocol/base/state.ts";
import { AttentionKind, attentionOf } from "../protocol/events/attention.ts";
import { EventEnvelope, type Evidence, type Source, Source as SourceSchema } from "../protocol/events/event.ts";
import { contentId } from "./content-id.ts";
import { parseTime } from "./parse-time.ts";

export type LenientResult = { ok: true; event: EventEnvelope } | { ok: false; fault: string };

/**
 * Reads an event as written by hand: ISO times, evidence implied by the source and a state, ids and keys left out. A
 * whole envelope passes unchanged.
 */
export function lenientEnvelope(input: unknown): LenientResult {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { ok: false, fault: "an event is a JSON object" };
  const written = Written.safeParse(input);
  if (!written.success) return { ok: false, fault: describe(written.error) };
  const { event_time, ingested_at, ...rest } = written.data;
  const evidence = rest.evidence ?? evidenceOf(rest);
  const content = contentId(JSON.stringify({ ...input, ingested_at: undefined, event_id: undefined }));
  const dedupe_key = rest.dedupe_key ?? rest.source_event_id ?? content;
  const sealed = EventEnvelope.safeParse({
    ...pick(rest),
    schema_version: 1,
    event_id: rest.event_id ?? contentId(rest.target, rest.source, dedupe_key),
    event_type: rest.event_type ?? `${rest.source}.${rest.state ?? "event"}`,
    dedupe_key,
    event_time,
    ingested_at: ingested_at ?? event_time,
    evidence,
  });
  return sealed.success ? { ok: true, event: sealed.data } : { ok: false, fault: describe(sealed.error) };
}

const Time = z.union([z.number().nonnegative(), z.string()]).transform((time, context) => {
  const millis = typeof time === "number" ? time : parseTime(time);
  if (millis !== null) return millis;
  context.addIssue({ code: "custom", message: `"${time}" is neither milliseconds nor an ISO 8601 time with a zone` });
  return z.NEVER;
});

const Written = z.object({
  event_id: z.string().optional(),
  target: z.string().default("host"),
  pane_id: z.string().nullable().default(null),
  runtime_id: z.string().nullable().default(null),
  agent_type: z.string().nullable().default(null),
  source: SourceSchema,
  event_type: z.string().optional(),
  dedupe_key: z.string().optional(),
  source_event_id: z.string().optional(),
  source_seq: z.number().optional(),
  source_incarnation: z.number().optional(),
  event_time: Time,
  clock_offset: z.number().default(0),
  ingested_at: Time.optional(),
  hints: z.unknown().default({}),
  subject: z.string().optional(),
  run: z.unknown().optional(),
  turn: z.string().optional(),
  message: z.string().default(""),
  evidence: z.unknown().optional(),
  payload: z.unknown().optional(),
  kind: z.enum(["edge", "level", "declaration", "typed", "seen", "snoozed", "ended", "note"]).optional(),
  state: State.optional(),
  phase: Phase.optional(),
  begin: z.boolean().optional(),
  weak: z.boolean().optional(),
  blind: z.boolean().optional(),
  changed_at: Time.optional(),
  provisional_until: Time.optional(),
  ttl_ms: z.number().optional(),
  medium: z.enum(["appended", "repainted"]).optional(),
  attention: AttentionKind.nullable().optional(),
  activity: z.unknown().optional(),
  through: Time.optional(),
  undone: z.boolean().optional(),
  attention_id: z.string().optional(),
  until: Time.optional(),
  exit_code: z.number().nullable().optional(),
  signal: z.string().nullable().optional(),
});
type Written = z.infer<typeof Written>;

const ENVELOPE_KEYS = Object.keys(EventEnvelope.shape);

function pick(written: Partial<Written>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(written).filter(([key, value]) => value !== undefined && ENVELOPE_KEYS.includes(key)),
  );
}

function evidenceOf(written: Omit<Written, "event_time" | "ingested_at">): Record<string, unknown> {
  const kind = written.kind ?? kindOfSource(written.source);
  const dialect = DIALECT[written.event_type ?? ""];
  const state = written.state ?? State.safeParse(written.event_type).data ?? dialect?.state;
  const phase = written.phase ?? (state === undefined ? undefined : (phaseOf(state) ?? undefined));
  const { begin, weak, ttl_ms, provisional_until, activity, changed_at, blind } = written;
  switch (kind) {
    case "edge":
      return phase ? { kind, phase, state, begin, weak, ttl_ms, provisional_until, activity } : unsupported();
    case "level":
      return phase ? { kind, phase, state, changed_at, blind, activity } : unsupported();
    case "declaration": {
      if (state === undefined) return unsupported();
      const attention =
        written.attention !== undefined ? written.attention : (dialect?.attention ?? attentionOf(state));
      const medium =
        written.medium ?? (written.source === "status_file" || written.source === "screen" ? "repainted" : "appended");
      return { kind, state, attention, medium, provisional_until, activity };
    }
    case "typed":
      return { kind };
    case "seen":
      return { kind, through: written.through, undone: written.undone };
    case "snoozed":
      return { kind, attention_id: written.attention_id, until: written.until };
    case "ended":
      return { kind, exit_code: written.exit_code ?? null, signal: written.signal ?? null };
    case "note":
      return unsupported();
    default:
      return kind satisfies never;
  }
}

function unsupported(): Evidence {
  return { kind: "note", reason: "unsupported_signal" };
}

function kindOfSource(source: Source): Evidence["kind"] {
  switch (source) {
    case "hook":
    case "notify":
    case "wrapper":
    case "plugin":
      return "edge";
    case "marker":
    case "status_file":
    case "squad":
    case "command":
      return "declaration";
    case "osc":
    case "session_file":
    case "transcript":
    case "title":
    case "screen":
    case "poller":
    case "llm":
    case "rules":
      return "level";
    case "process":
      return "ended";
    case "terminal":
      return "typed";
    case "daemon":
      return "note";
    default:
      return source satisfies never;
  }
}

/** States of schmux and squad that are not ours. */
const DIALECT: Record<string, { state: State; attention?: AttentionKind | null }> = {
  working: { state: "running" },
  starting: { state: "running" },
  completing: { state: "running" },
  compacting: { state: "running" },
  needs_input: { state: "waiting_input" },
  question: { state: "waiting_input" },
  needs_testing: { state: "completed", attention: "testing" },
  review: { state: "completed", attention: "review" },
  complete: { state: "completed" },
};

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "event"}: ${issue.message}`).join("; ");
}
