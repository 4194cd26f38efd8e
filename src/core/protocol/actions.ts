import { z } from "zod";
import { ErrorCode } from "./errors.ts";
import { State } from "./state.ts";
import { Millis } from "./time.ts";

export const ActionName = z.enum([
  "attach",
  "send",
  "view-output",
  "kill",
  "answer",
  "complete",
  "spawn",
  "dispose",
  "resume",
  /** A person's own keys, in a pane's terminal in a browser: one entry for as long as they go on typing. */
  "type",
]);
export type ActionName = z.infer<typeof ActionName>;

/** What must still be so when the action is done. */
export const Guards = z.strictObject({
  if_runtime: z.string().optional(),
  if_state: z.array(State).min(1).optional(),
  /** Its state must have changed within so many milliseconds. */
  if_updated_within_ms: z.number().nonnegative().optional(),
  /** Acts on whoever is in the pane now, whatever the snapshot says. */
  force_stale: z.boolean().optional(),
});
export type Guards = z.infer<typeof Guards>;

/** What was shown to whoever acts: the action is refused when it is so no longer. */
export const ActionSnapshot = z.object({
  snapshot_id: z.string(),
  target: z.string(),
  pane_id: z.string(),
  runtime_id: z.string().nullable(),
  state: State,
  nudge_seq: z.number().int().nonnegative(),
  state_version: z.number().int().nonnegative(),
  observed_at: Millis,
  expires_at: Millis,
  nonce: z.string(),
});
export type ActionSnapshot = z.infer<typeof ActionSnapshot>;

/** A snapshot and, for people, what it is of. */
export const SnapshotReport = z.object({
  schema_version: z.literal(1),
  snapshot: ActionSnapshot,
  ref: z.string(),
  what: z.string(),
});
export type SnapshotReport = z.infer<typeof SnapshotReport>;

/** Either a ref, or the snapshot that was acted on. */
const Subject = {
  ref: z.string().min(1).optional(),
  snapshot: z.strictObject({ snapshot_id: z.string(), nonce: z.string() }).optional(),
  guards: Guards.default({}),
};
const oneSubject = ({ ref, snapshot }: { ref?: string | undefined; snapshot?: unknown }) =>
  (ref === undefined) !== (snapshot === undefined);
const ONE_SUBJECT = { message: "an action has either a ref or a snapshot", path: ["ref"] };

export const SnapshotRequest = z.strictObject({ ref: z.string().min(1) });

export const AttachRequest = z
  .strictObject({
    ...Subject,
    /** Of the tmux server in whose pane the person is; absent outside tmux. */
    inside_server_pid: z.number().int().positive().optional(),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type AttachRequest = z.input<typeof AttachRequest>;

export const ViewOutputRequest = z
  .strictObject({
    ...Subject,
    lines: z.number().int().min(1).max(10_000).default(100),
    ansi: z.boolean().default(false),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type ViewOutputRequest = z.input<typeof ViewOutputRequest>;

export const KillSignal = z.enum(["INT", "TERM", "KILL"]);
export type KillSignal = z.infer<typeof KillSignal>;

export const KillRequest = z
  .strictObject({ ...Subject, signal: KillSignal.default("INT") })
  .refine(oneSubject, ONE_SUBJECT);
export type KillRequest = z.input<typeof KillRequest>;

const LONGEST_TEXT = 512 * 1024;
const LONGEST_WAIT_MS = 24 * 3_600_000;

export const SendRequest = z
  .strictObject({
    ...Subject,
    text: z.string().min(1, "an empty text is nothing to send").max(LONGEST_TEXT).optional(),
    /** Names of keys as tmux knows them. */
    keys: z.array(z.string().min(1)).min(1).max(100).optional(),
    /** Whether Enter follows the text; keys say so themselves. */
    enter: z.boolean().default(true),
    wait: z.union([z.literal("accepted"), State]).optional(),
    timeout_ms: z.number().positive().max(LONGEST_WAIT_MS).optional(),
    idempotency_key: z.string().min(1).max(200).optional(),
    /** Also where somebody has typed something already. */
    over_draft: z.boolean().default(false),
    /** Also where the agent is known to spoil the text. */
    allow_changes: z.boolean().default(false),
  })
  .refine(oneSubject, ONE_SUBJECT)
  .refine(({ text, keys }) => (text === undefined) !== (keys === undefined), {
    message: "a send has either a text or keys",
    path: ["text"],
  });
export type SendRequest = z.input<typeof SendRequest>;

/** The agent is told, in the words of the settings, to bring its task to an end. */
export const CompleteRequest = z
  .strictObject({
    ...Subject,
    wait: z.union([z.literal("accepted"), State]).optional(),
    timeout_ms: z.number().positive().max(LONGEST_WAIT_MS).optional(),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type CompleteRequest = z.input<typeof CompleteRequest>;

/** How far a text has come, and how that is known. */
export const DeliveryPhase = z.object({
  phase: z.enum(["typed", "submitted", "accepted"]),
  at: Millis,
  /** `screen`, `tmux`, or the source and type of the agent's own event. */
  evidence: z.string(),
});
export type DeliveryPhase = z.infer<typeof DeliveryPhase>;

/** What every report of an action tells. */
const Report = {
  schema_version: z.literal(1),
  correlation_id: z.string(),
  snapshot: ActionSnapshot,
  ref: z.string(),
  what: z.string(),
};

export const AttachReport = z.object({
  ...Report,
  action: z.literal("attach"),
  /** `switch` moves the person's tmux client, `attach` needs a terminal, `window` opens a window in the tmux around the person. */
  how: z.enum(["switch", "attach", "window"]),
  argv: z.array(z.string()),
});
export type AttachReport = z.infer<typeof AttachReport>;

export const ViewOutputReport = z.object({
  ...Report,
  action: z.literal("view-output"),
  lines: z.array(z.string()),
});
export type ViewOutputReport = z.infer<typeof ViewOutputReport>;

export const KillReport = z.object({
  ...Report,
  action: z.literal("kill"),
  signal: KillSignal,
  pid: z.number().int(),
  /** Whether the whole group got it, or, where a shell is in that group, the agent's own processes. */
  reached: z.enum(["group", "processes"]),
  /** Whether the process was gone a few seconds later. */
  ended: z.boolean(),
});
export type KillReport = z.infer<typeof KillReport>;

export const SendReport = z.object({
  ...Report,
  action: z.literal("send"),
  phases: z.array(DeliveryPhase),
  /** Nothing was sent: an earlier call with this idempotency key had done it. */
  repeated: z.boolean(),
  /** How the agent stood when this was said. */
  state: State,
  /** What the agent is known to change in such a text. */
  notes: z.array(z.string()),
});
export type SendReport = z.infer<typeof SendReport>;

export const CompleteReport = z.object({
  ...Report,
  action: z.literal("complete"),
  /** What it was told. */
  text: z.string(),
  phases: z.array(DeliveryPhase),
  state: State,
  notes: z.array(z.string()),
});
export type CompleteReport = z.infer<typeof CompleteReport>;

export const Actor = z.object({
  uid: z.number().int().nullable(),
  user: z.string(),
  via: z.enum(["cli", "api"]),
  /** The browser that asked, and what it was called then; absent on the socket and with the token. */
  device: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type Actor = z.infer<typeof Actor>;

/** One action, done or refused. */
export const AuditEntry = z.object({
  schema_version: z.literal(1),
  correlation_id: z.string(),
  at: Millis,
  ended_at: Millis.nullable(),
  action: ActionName,
  actor: Actor,
  /** As it was given; null where a snapshot was. */
  asked_ref: z.string().nullable(),
  /** Null where nothing, or more than one thing, was meant. */
  ref: z.string().nullable(),
  target: z.string().nullable(),
  pane_id: z.string().nullable(),
  runtime_id: z.string().nullable(),
  agent: z.string().nullable(),
  snapshot: ActionSnapshot.nullable(),
  guards: Guards,
  /** What was asked for besides; texts are redacted and cut short. */
  request: z.record(z.string(), z.unknown()),
  /** `begun`: the daemon ended before it knew. `refused`: nothing was done. `failed`: something may have been. */
  outcome: z.enum(["begun", "done", "refused", "failed"]),
  code: ErrorCode.nullable(),
  message: z.string(),
  phases: z.array(DeliveryPhase),
  /** In words, what was created, removed, kept or typed; absent where an action leaves nothing behind. */
  effects: z.array(z.string()).optional(),
  idempotency_key: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  filters: z.record(z.string(), z.unknown()),
  summary: z.object({ actions: z.number().int(), refused: z.number().int() }),
  items: z.array(AuditEntry),
});
export type AuditList = z.infer<typeof AuditList>;
