import { z } from "zod";
import { ErrorBody } from "./errors.ts";
import { TargetName } from "./refs.ts";
import { Health } from "./state.ts";
import { Millis } from "./time.ts";

export const TargetKind = z.enum(["local", "ssh"]);

/** What makes a target: a name, a way to reach it, and which of its tmux servers is meant. */
export const NewTarget = z
  .strictObject({
    name: TargetName.max(63, "a target name has 63 characters at most"),
    kind: TargetKind,
    /** A host as ssh knows it: an alias of the user's ssh config, or user@host. */
    ssh_target: z.string().min(1, "a host that ssh knows").optional(),
    /** `tmux -L`; tmux's default where absent. */
    tmux_socket: z
      .string()
      .regex(/^[^/\s]+$/, "a tmux socket name has no slash and no blank")
      .optional(),
  })
  .refine(({ kind, ssh_target }) => (kind === "ssh") === (ssh_target !== undefined), {
    message: "a target of kind ssh has an ssh target, and no other has one",
    path: ["ssh_target"],
  });
export type NewTarget = z.infer<typeof NewTarget>;

export const TargetItem = z.object({
  name: TargetName,
  kind: TargetKind,
  ssh_target: z.string().nullable(),
  tmux_socket: z.string().nullable(),
  is_default: z.boolean(),
  health: Health,
  last_seen_at: Millis.nullable(),
  panes: z.number().int(),
  agents: z.number().int(),
  tmux_version: z.string().nullable(),
  /** How signals in files get here: read in place, over a channel of the ssh connection, or through a hidden window. */
  carrier: z.enum(["local", "channel", "window"]).nullable(),
  /** Added to the target's clock to get ours. */
  clock_offset_ms: z.number().nullable(),
  error: ErrorBody.nullable(),
});
export type TargetItem = z.infer<typeof TargetItem>;

export const TargetList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  items: z.array(TargetItem),
});
export type TargetList = z.infer<typeof TargetList>;

export const DoctorCheck = z.object({
  name: z.string(),
  status: z.enum(["ok", "warning", "failed"]),
  found: z.string(),
  /** What to do about it. */
  advice: z.string().nullable(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

export const DoctorReport = z.object({
  schema_version: z.literal(1),
  target: TargetName,
  ok: z.boolean(),
  checks: z.array(DoctorCheck),
});
export type DoctorReport = z.infer<typeof DoctorReport>;
