import { describe, expect, it } from "vitest";
import { suggestion } from "./suggestion.ts";

const NAMES = ["attach", "audit", "kill", "list", "next", "send", "spawn", "view-output", "wait", "watch"];

describe("suggestion", () => {
  it.each([
    ["lst", "list"],
    ["ls", "list panes"],
    ["LIST", "list"],
    ["view", "view-output"],
    ["atach", "attach"],
    ["wtach", "watch"],
    ["sned", "send"],
    ["stop", "interrupt <ref>"],
    ["jump", "attach <ref>"],
    ["frobnicate", null],
    ["x", null],
    ["constructor", null],
  ])("[CL16] for %s it is %s", (word, meant) => {
    expect(suggestion(word, NAMES)).toBe(meant);
  });
});
