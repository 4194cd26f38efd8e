import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCHMUX_STATES } from "./schmux-state.ts";
import { parseStatusFile } from "./status-file.ts";

describe("parseStatusFile", () => {
  it.each([
    ["completed Implemented the login feature\n", "completed", "Implemented the login feature"],
    ["needs_input Should I delete these 5 files?", "needs_input", "Should I delete these 5 files?"],
    ["working", "working", ""],
    ["working \n", "working", ""],
    ["error  Build  failed \r\n", "error", "Build  failed"],
    ["  needs_testing\tthe form", "needs_testing", "the form"],
    ["\ufeffcompleted x", "completed", "x"],
  ])("[SF1] reads %j", (text, state, message) => {
    expect(parseStatusFile(text)).toEqual({ type: "signal", state, message });
  });

  it("[SF1] reads the first line only", () => {
    expect(parseStatusFile("completed a\nerror b\n")).toEqual({ type: "signal", state: "completed", message: "a" });
  });

  it.each(["", "\n", "  \r\n", "\ufeff", "\ncompleted late"])("[SF1] finds %j empty", (text) => {
    expect(parseStatusFile(text)).toEqual({ type: "empty" });
  });

  it.each([
    ["done x\n", "done", "done x"],
    ["Completed", "Completed", "Completed"],
    ["comple", "comple", "comple"],
    ["completed: x", "completed:", "completed: x"],
    ["constructor x", "constructor", "constructor x"],
  ])("[SF1] finds %j invalid", (text, word, line) => {
    expect(parseStatusFile(text)).toEqual({ type: "invalid", word, line });
  });

  it("[SF1] gives back what any echo wrote, and takes any text", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCHMUX_STATES),
        fc.string(),
        fc.string({ unit: "binary" }),
        (state, said, noise) => {
          const [message = ""] = said.split("\n");
          expect(parseStatusFile(`${state} ${message}\n`)).toEqual({ type: "signal", state, message: message.trim() });
          expect(["signal", "empty", "invalid"]).toContain(parseStatusFile(noise).type);
        },
      ),
    );
  });
});
