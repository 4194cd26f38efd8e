import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { formatRef } from "../../core/protocol/base/refs.ts";
import { findPane } from "./refs.ts";

const items = [
  testPane({ pane_id: "%1", window_id: "@1" }, { runtime_id: "r1", window_index: 0, pane_index: 0 }),
  testPane({ pane_id: "%2", window_id: "@1" }, { runtime_id: null, window_index: 0, pane_index: 1 }),
  testPane({ pane_id: "%3", window_id: "@2", session_name: "a/b %1" }, { runtime_id: "r3" }),
  testPane({ pane_id: "%1", window_id: "@1", target: "vm1" }, { runtime_id: "r4", window_index: 0, pane_index: 0 }),
];

const idOf = (ref: string) => {
  const { identity } = findPane(ref, items);
  return `${identity.target}/${identity.pane_id}`;
};
const faultOf = (ref: string): Fault => {
  try {
    findPane(ref, items);
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error(`${ref} was found`);
};

describe("findPane", () => {
  it("[AP9] a runtime, ids and indexes each name one pane", () => {
    expect(idOf("runtime:r3")).toBe("host/%3");
    expect(idOf("pane:host/main/@1/%2")).toBe("host/%2");
    expect(idOf("pane:host/main/0/1")).toBe("host/%2");
    expect(idOf("pane:host/main/@1/0")).toBe("host/%1");
    expect(idOf("pane:vm1/main/@1/%1")).toBe("vm1/%1");
  });

  it("[AP9, RF1] every pane is found by the ref that it shows", () => {
    for (const { identity } of items) {
      const { target, session_name: session, window_id: window, pane_id: pane } = identity;
      expect(idOf(formatRef({ type: "pane", target, session, window, pane }))).toBe(`${target}/${pane}`);
    }
  });

  it("[CL8] a valid ref that matches nothing is not found", () => {
    for (const ref of ["runtime:r2", "pane:host/main/@2/%1", "pane:host/other/@1/%1", "pane:host/main/@1/7"])
      expect(faultOf(ref)).toMatchObject({ code: "E_REF_NOT_FOUND", details: { ref } });
  });

  it("[CL8] a malformed ref is invalid", () => {
    for (const ref of ["", " ", "pane:host", "runtime:"])
      expect(faultOf(ref)).toMatchObject({ code: "E_REF_INVALID", details: { ref } });
  });

  it("[RF7] an ambiguous ref is refused with the candidates, each with its ref and description", () => {
    const fault = faultOf("main:0.0");
    expect(fault).toMatchObject({
      code: "E_REF_AMBIGUOUS",
      details: {
        ref: "main:0.0",
        candidates: [
          { ref: "pane:host/main/@1/%1", what: "main [sh] in main:0.0 (%1) on host, running" },
          { ref: "pane:vm1/main/@1/%1", what: "main [sh] in main:0.0 (%1) on vm1, running" },
        ],
      },
    });
    expect(fault.message).toContain("pane:vm1/main/@1/%1");
  });
});
