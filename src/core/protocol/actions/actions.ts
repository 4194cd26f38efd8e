import { z } from "zod";
import { ErrorCode } from "../base/errors.ts";
import { MemberShare } from "../base/member-share.ts";
import { State } from "../base/state.ts";
import { Millis } from "../base/time.ts";

export const ActionName = z.enum([
  "attach",
  "send",
  "view-output",
  "diff",
  "undo",
  "finish",
  "check",
  "interrupt",
  "kill",
  "answer",
  "complete",
  "spawn",
  "dispose",
  "resume",
  /** An agent is to be told to go on when its limit has reset, or no longer. */
  "wake",
  /** A prompt was added to an agent's queue, changed, moved, removed or cancelled there, or the queue was paused. */
  "queue",
  /** A person's keys in a pane's terminal in a browser: one audit entry while they keep typing. */
  "type",
  /** A rule was made, removed, or all were paused. */
  "rules",
]);
export type ActionName = z.infer<typeof ActionName>;

/** Conditions that must still hold when the action is performed. */
export const Guards = z.strictObject({
  if_runtime: z.string().optional(),
  if_state: z.array(State).min(1).optional(),
  /** The state must have changed within this many ms. */
  if_updated_within_ms: z.number().nonnegative().optional(),
  /** Acts on the agent that is in the pane now, whatever the snapshot says. */
  force_stale: z.boolean().optional(),
});
export type Guards = z.infer<typeof Guards>;

/** The state shown to the person who acts: the action is refused if it no longer holds. */
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

/** A snapshot and a description of it for people. */
export const SnapshotReport = z.object({
  schema_version: z.literal(1),
  snapshot: ActionSnapshot,
  ref: z.string(),
  what: z.string(),
});
export type SnapshotReport = z.infer<typeof SnapshotReport>;

/** Until the agent has taken the text, until it rests or asks (`settled`), or until it is in one of these states. */
export const Wait = z.union([z.enum(["accepted", "settled"]), State, z.array(State).min(1)]);
export type Wait = z.infer<typeof Wait>;

/** Either a ref, or the snapshot to act on. */
export const Subject = {
  ref: z.string().min(1).optional(),
  snapshot: z.strictObject({ snapshot_id: z.string(), nonce: z.string() }).optional(),
  guards: Guards.default({}),
};
export const oneSubject = ({ ref, snapshot }: { ref?: string | undefined; snapshot?: unknown }) =>
  (ref === undefined) !== (snapshot === undefined);
export const ONE_SUBJECT = { message: "an action has either a ref or a snapshot", path: ["ref"] };

export const SnapshotRequest = z.strictObject({ ref: z.string().min(1) });

export const AttachRequest = z
  .strictObject({
    ...Subject,
    /** Pid of the tmux server that the person is in; absent outside tmux. */
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

/** Presses the agent's own interrupt key, and waits until its turn has ended. */
export const InterruptRequest = z
  .strictObject({ ...Subject, timeout_ms: z.number().positive().max(60_000).optional() })
  .refine(oneSubject, ONE_SUBJECT);
export type InterruptRequest = z.input<typeof InterruptRequest>;

/** `EXIT` is no signal: the agent is told to leave, by its own key. */
export const KillSignal = z.enum(["EXIT", "INT", "TERM", "KILL"]);
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
    /** tmux key names. */
    keys: z.array(z.string().min(1)).min(1).max(100).optional(),
    /** Whether Enter follows the text; keys include it themselves. */
    enter: z.boolean().default(true),
    wait: Wait.optional(),
    timeout_ms: z.number().positive().max(LONGEST_WAIT_MS).optional(),
    idempotency_key: z.string().min(1).max(200).optional(),
    /** Send even if the agent's input already contains text. */
    over_draft: z.boolean().default(false),
    /** Send even if a dialog is open, which takes the text for its keys. */
    into_dialog: z.boolean().default(false),
    /** Send even if the agent is known to alter the text. */
    allow_changes: z.boolean().default(false),
  })
  .refine(oneSubject, ONE_SUBJECT)
  .refine(({ text, keys }) => (text === undefined) !== (keys === undefined), {
    message: "a send has either a text or keys",
    path: ["text"],
  });
export type SendRequest = z.input<typeof SendRequest>;

/** Sends the agent the text from the settings that asks it to finish its task. */
export const CompleteRequest = z
  .strictObject({
    ...Subject,
    wait: Wait.optional(),
    timeout_ms: z.number().positive().max(LONGEST_WAIT_MS).optional(),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type CompleteRequest = z.input<typeof CompleteRequest>;

/** How far a text has been delivered, and how that is known. */
export const DeliveryPhase = z.object({
  phase: z.enum(["typed", "submitted", "accepted"]),
  at: Millis,
  /** `screen`, `tmux`, or the source and type of the agent's own event. */
  evidence: z.string(),
});
export type DeliveryPhase = z.infer<typeof DeliveryPhase>;

/** Fields of every action report. */
export const Report = {
  schema_version: z.literal(1),
  correlation_id: z.string(),
  snapshot: ActionSnapshot,
  ref: z.string(),
  what: z.string(),
};

export const AttachReport = z.object({
  ...Report,
  action: z.literal("attach"),
  /** `switch` moves the person's tmux client, `attach` needs a terminal, `window` opens a window in their tmux. */
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

export const InterruptReport = z.object({
  ...Report,
  action: z.literal("interrupt"),
  /** The keys that were pressed; empty if the answer went by the agent's own channel. */
  keys: z.array(z.string()),
  /** Whether the agent has shown that its turn is over. */
  ended: z.boolean(),
  /** Why it is known that the turn is over; null if it is not. */
  evidence: z.string().nullable(),
  state: State,
});
export type InterruptReport = z.infer<typeof InterruptReport>;

export const KillReport = z.object({
  ...Report,
  action: z.literal("kill"),
  signal: KillSignal,
  pid: z.number().int(),
  /** Whether the whole process group was signalled or, if that contains a shell, only the agent's own processes; `keys`: its exit key was pressed. */
  reached: z.enum(["group", "processes", "keys"]),
  /** Whether the process had ended a few seconds later. */
  ended: z.boolean(),
});
export type KillReport = z.infer<typeof KillReport>;

export const SendReport = z.object({
  ...Report,
  action: z.literal("send"),
  phases: z.array(DeliveryPhase),
  /** Nothing was sent: an earlier request with this idempotency key did it. */
  repeated: z.boolean(),
  /** The agent's state at the time of this report. */
  state: State,
  /** With `wait`: what the agent says, or asks, in that state. */
  message: z.string().optional(),
  /** Changes that the agent is known to make to such a text. */
  notes: z.array(z.string()),
});
export type SendReport = z.infer<typeof SendReport>;

export const CompleteReport = z.object({
  ...Report,
  action: z.literal("complete"),
  /** The text that was sent. */
  text: z.string(),
  phases: z.array(DeliveryPhase),
  state: State,
  notes: z.array(z.string()),
});
export type CompleteReport = z.infer<typeof CompleteReport>;

export const Actor = z.object({
  uid: z.number().int().nullable(),
  user: z.string(),
  /** `rule`: nobody asked; a rule of that user's answered. `wake` and `queue`: asked for earlier, done when a limit had reset or the agent rested. `mcp`: by the tools for agents. */
  via: z.enum(["cli", "api", "rule", "wake", "queue", "fleet", "mcp"]),
  /** The agent that asked by its tools, and where it was then: `app/%3`. */
  agent: z.object({ name: z.string(), place: z.string(), ref: z.string(), runtime_id: z.string() }).exactOptional(),
  /** The member of the fleet that asked, for whom its server vouches; `user` is then who it says asked there. */
  member: z.string().optional(),
  /** The person whose member asked, for whom the server vouches too. */
  person: z.string().optional(),
  /** The browser that made the request, with its name at that time; absent on the socket and with the token. */
  device: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type Actor = z.infer<typeof Actor>;

/** One action, performed or refused. */
export const AuditEntry = z.object({
  schema_version: z.literal(1),
  correlation_id: z.string(),
  at: Millis,
  ended_at: Millis.nullable(),
  action: ActionName,
  actor: Actor,
  /** The member of the fleet where it was asked for; absent outside of a fleet. */
  member: z.string().exactOptional(),
  /** The ref as given; null if a snapshot was given. */
  asked_ref: z.string().nullable(),
  /** Null if the given ref matched nothing or several things. */
  ref: z.string().nullable(),
  target: z.string().nullable(),
  pane_id: z.string().nullable(),
  runtime_id: z.string().nullable(),
  agent: z.string().nullable(),
  snapshot: ActionSnapshot.nullable(),
  guards: Guards,
  /** The other fields of the request; texts are redacted and truncated. */
  request: z.record(z.string(), z.unknown()),
  /** `begun`: the daemon ended before it knew. `refused`: nothing was done. `failed`: something may have been done. */
  outcome: z.enum(["begun", "done", "refused", "failed"]),
  code: ErrorCode.nullable(),
  message: z.string(),
  phases: z.array(DeliveryPhase),
  /** A list, as text, of all that was created, removed, kept or typed; absent if an action leaves nothing behind. */
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
  /** Every member of the fleet, whose entries are among these; absent outside of a fleet. */
  members: z.array(MemberShare).exactOptional(),
});
export type AuditList = z.infer<typeof AuditList>;
