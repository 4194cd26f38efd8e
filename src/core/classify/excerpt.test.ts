import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

describe("excerptOf", () => {
  const pane = { agent: "generic", label: "a program", alternate: false };

  it("[NK2] is the last 100 lines as plain text, without blanks at the end", () => {
    const lines = [...Array.from({ length: 120 }, (_, n) => `\x1b[1mrow ${n}\x1b[0m\x07  `), "", "   ", "\u00a0"];
    const excerpt = excerptOf({ ...pane, lines });
    expect(excerpt.lines).toHaveLength(100);
    expect([excerpt.lines[0], excerpt.lines.at(-1)]).toEqual(["row 20", "row 119"]);
  });

  it("[NK2] keeps blank rows between others, and is nothing where nothing is shown", () => {
    expect(excerptOf({ ...pane, lines: ["a", "", "b"] }).lines).toEqual(["a", "", "b"]);
    expect(excerptOf({ ...pane, lines: ["", " "] }).lines).toEqual([]);
  });
});
