import { describe, expect, it } from "vitest";
import { keysIn } from "./keyboard.ts";

describe("keysIn", () => {
  it.each([
    ["1", [{ type: "text", text: "1" }]],
    ["go on\r", [{ type: "text", text: "go on" }, { type: "enter" }]],
    ["\u001b", [{ type: "escape" }]],
    ["\u001b[A\u001bOB", [{ type: "up" }, { type: "down" }]],
    ["\u001b[200~two\nlines\u001b[201~\r", [{ type: "text", text: "two\nlines" }, { type: "enter" }]],
    ["\t\u007f\u0003\u0004", [{ type: "tab" }, { type: "backspace" }, { type: "interrupt" }, { type: "end" }]],
    ["\u001b[5~ü", [{ type: "text", text: "ü" }]],
  ])("[UI20] %j", (bytes, keys) => {
    expect(keysIn(bytes)).toEqual(keys);
  });
});
