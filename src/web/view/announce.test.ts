import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { announce } from "./announce.ts";

const first = testPane({ pane_id: "%1" }, { ...asking(1), agent: "claude" });
const second = testPane({ pane_id: "%2" }, asking(2));

describe("announce", () => {
  it("[UI15] announces an agent that begins to wait by name, several as a number, and none twice", () => {
    expect(announce([first], new Set())).toEqual({ words: "claude in host/main: ?", open: new Set(["a1"]) });
    expect(announce([first, second], new Set()).words).toBe("New: 2 blocked");
    expect(announce([first, second], new Set(["a1", "a2"])).words).toBe("");
  });
});
