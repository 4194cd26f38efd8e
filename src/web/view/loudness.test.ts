import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { AttentionKind } from "../../core/protocol/attention.ts";
import { isLoud } from "./loudness.ts";

describe("isLoud", () => {
  it("[UI6] only approvals, questions, errors and agents that may be stuck are loud", () => {
    const loud = AttentionKind.options.filter((kind) =>
      isLoud({ attention: { attention_id: "a", kind, label: "", message: "", source: "agent", raised_at: 0 } }),
    );
    expect(loud).toEqual(["input", "approval", "error", "stalled"]);
    expect(isLoud(testPane({}))).toBe(false);
  });
});
