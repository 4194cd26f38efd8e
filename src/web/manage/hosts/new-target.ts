import type { ErrorCode } from "../../../core/protocol/base/error-codes.ts";
import type { Fault } from "../../../core/protocol/base/fault.ts";
import type { NewTarget, TargetKind } from "../../../core/protocol/daemon/targets.ts";
import { shellLine } from "../../../core/provision/shell-words.ts";
import { type FieldFaults, fieldFaults } from "../parts/field-faults.ts";

export const TARGET_FIELDS = ["name", "ssh_target", "tmux_socket"] as const;
export type TargetField = (typeof TARGET_FIELDS)[number];

export interface TargetValues extends Record<TargetField, string> {
  kind: TargetKind;
}

export const BLANK_TARGET: TargetValues = { name: "", kind: "ssh", ssh_target: "", tmux_socket: "" };

const BY_CODE: Partial<Record<ErrorCode, TargetField>> = { E_TARGET_EXISTS: "name" };

/** The name is also the default ssh host, as in `agtmux target add`. */
export function newTarget({ name, kind, ssh_target, tmux_socket }: TargetValues): NewTarget {
  return {
    name: name.trim(),
    kind,
    ...(kind === "ssh" && { ssh_target: ssh_target.trim() || name.trim() }),
    ...(tmux_socket.trim() !== "" && { tmux_socket: tmux_socket.trim() }),
  };
}

export function targetGaps({ name }: TargetValues): Partial<Record<TargetField, string>> {
  return name.trim() === "" ? { name: "Give the host a name." } : {};
}

export function targetFaults(fault: Fault): FieldFaults<TargetField> {
  // this fault is about the ssh target, although it names no field and does not repeat the rejected value
  if (fault.code === "E_INVALID_INPUT" && "target" in fault.details)
    return { fields: { ssh_target: fault.message }, rest: null };
  return fieldFaults(fault, TARGET_FIELDS, BY_CODE);
}

export function addTargetCommand(values: TargetValues): string {
  const { name, kind, ssh_target, tmux_socket } = values;
  return shellLine([
    "agtmux",
    "target",
    "add",
    name.trim() || "NAME",
    ...(kind === "ssh" ? [] : ["--kind", kind]),
    ...(kind === "ssh" && ssh_target.trim() !== "" ? ["--ssh-target", ssh_target.trim()] : []),
    ...(tmux_socket.trim() === "" ? [] : ["--tmux-socket", tmux_socket.trim()]),
  ]);
}
