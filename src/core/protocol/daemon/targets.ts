import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { TargetName } from "../base/refs.ts";
import { Health } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { ListEnvelope } from "../lists/lists.ts";

export const TargetKind = z.enum(["local", "ssh"]);
export type TargetKind = z.infer<typeof TargetKind>;

/** A new target: its name, how to reach it, and which of its tmux servers to use. */
export const NewTarget = z
  .strictObject({
    name: TargetName.max(63, "a target name has 63 characters at most"),
    kind: TargetKind,
    /** An ssh host: an alias of the user's ssh config, or user@host. */
    ssh_target: z.string().min(1, "a host that ssh knows").optional(),
    /** For `tmux -L`; tmux's default if absent. */
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
  identity: z.object({ target: TargetName }),
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
  /** How signal files get here: read locally, over a channel of the ssh connection, or through a hidden window. */
  carrier: z.enum(["local", "channel", "window"]).nullable(),
  /** Milliseconds added to the target's clock to get ours. */
  clock_offset_ms: z.number().nullable(),
  error: ErrorBody.nullable(),
});
export type TargetItem = z.infer<typeof TargetItem>;

export const TargetList = z.object({ ...ListEnvelope, items: z.array(TargetItem) });
export type TargetList = z.infer<typeof TargetList>;

export const DoctorCheck = z.object({
  name: z.string(),
  status: z.enum(["ok", "warning", "failed"]),
  found: z.string(),
  /** How to fix it. */
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
