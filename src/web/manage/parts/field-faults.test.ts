import { describe, expect, it } from "vitest";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { fieldFaults } from "./field-faults.ts";

const NAMES = ["agent", "workspace", "session"] as const;

describe("where an error of the API is shown", () => {
  it("[UI11] at the field that the daemon names", () => {
    const faults = ["workspace: an absolute path", "agent: too long"];
    const fault = new Fault("E_INVALID_INPUT", "the request does not fit: …", { faults });
    expect(fieldFaults(fault, NAMES, {})).toEqual({
      fields: { workspace: "an absolute path", agent: "too long" },
      rest: null,
    });
    const option = new Fault("E_INVALID_INPUT", "--session: a name has no colon");
    expect(fieldFaults(option, NAMES, {})).toEqual({ fields: { session: "a name has no colon" }, rest: null });
  });

  it("[UI11] at the field that its code is about", () => {
    const fault = new Fault("E_AGENT_NOT_FOUND", "there is no command nonesuch here");
    expect(fieldFaults(fault, NAMES, { E_AGENT_NOT_FOUND: "agent" })).toEqual({
      fields: { agent: "there is no command nonesuch here" },
      rest: null,
    });
  });

  it("[UI11] at the form if it concerns no field", () => {
    for (const fault of [
      new Fault("E_DISK_FULL", "the disk is full"),
      new Fault("E_INVALID_INPUT", "the request is not JSON"),
      new Fault("E_INVALID_INPUT", "…", { faults: ["color: unknown"] }),
    ])
      expect(fieldFaults(fault, NAMES, {})).toEqual({ fields: {}, rest: fault });
  });
});
