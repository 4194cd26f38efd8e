import { describe, expect, it } from "vitest";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { NewTarget } from "../../../core/protocol/daemon/targets.ts";
import { addTargetCommand, BLANK_TARGET, newTarget, targetFaults, targetGaps } from "./new-target.ts";

describe("the form for a host", () => {
  it("[UI11] asks for what the API takes; without an ssh host the name is one", () => {
    const ssh = newTarget({ ...BLANK_TARGET, name: " vm1 " });
    expect(ssh).toEqual({ name: "vm1", kind: "ssh", ssh_target: "vm1" });
    const local = newTarget({ ...BLANK_TARGET, name: "play", kind: "local", ssh_target: "x", tmux_socket: "play" });
    expect(local).toEqual({ name: "play", kind: "local", tmux_socket: "play" });
    for (const made of [ssh, local]) expect(NewTarget.safeParse(made).success).toBe(true);
  });

  it("[UI11] says what is missing, and shows refusals at their box", () => {
    expect(Object.keys(targetGaps(BLANK_TARGET))).toEqual(["name"]);
    expect(targetGaps({ ...BLANK_TARGET, name: "play", kind: "local" })).toEqual({});
    expect(targetFaults(new Fault("E_TARGET_EXISTS", "there already")).fields).toEqual({ name: "there already" });
    const secret = new Fault("E_INVALID_INPUT", "never a secret", { target: "vm1" });
    expect(targetFaults(secret).fields).toEqual({ ssh_target: "never a secret" });
  });

  it("[UI18] is equal to a command", () => {
    expect(addTargetCommand({ ...BLANK_TARGET, name: "vm1", ssh_target: "me@10.0.0.2" })).toBe(
      "agtmux target add vm1 --ssh-target me@10.0.0.2",
    );
    expect(addTargetCommand({ ...BLANK_TARGET, name: "play", kind: "local", tmux_socket: "play" })).toBe(
      "agtmux target add play --kind local --tmux-socket play",
    );
  });
});
