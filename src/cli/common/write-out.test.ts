import { expect, it } from "vitest";
import { State } from "../../core/protocol/base/state.ts";
import { paint, paintState } from "../render/words.ts";
import { coloured, printable } from "./write-out.ts";

it("[SC2, CL20] only our own colours reach a terminal, and none if colours are off", () => {
  const painted = [
    paint("head", "1", true),
    paint("+", "32", true),
    paint("@", "36", true),
    ...State.options.map((state) => paintState(state, state, true)),
  ].join("\n");
  expect(printable(painted, true)).toBe(painted);
  expect(printable(painted)).not.toContain("\u001b");
  for (const code of ["8", "7", "5", "30", "40", "107", "30;40", "1;8", "38;5;0", ""]) {
    const hiding = `\u001b[${code}mhidden\u001b[0m`;
    expect(printable(hiding, true)).toBe(`\\u001b[${code}mhidden\u001b[0m`);
  }
});

it("[SC2] JSON has every unruly character escaped, and means the same", () => {
  const text = "\u001b]8;;http://x\u001b\\\u202e \u200b \u{e0041}\u3164\ufff9 é 漢 👩\u200d💻 \u009b";
  const json = JSON.stringify({ text });
  expect(printable(json)).toMatch(/^(?:[\u0020-\u007eé漢]|👩|\u200d|💻)*$/u);
  expect(printable(json)).toContain("\\udb40\\udc41\\u3164");
  expect(JSON.parse(printable(json))).toEqual({ text });
});

it("[SC2] only the colours of a pane's screen are passed on: links become plain text, all other sequences are dropped", () => {
  const shown =
    "\u001b[1;38:5:3mbold\u001b[0m \u001b]8;id=1;http://evil\u001b\\click\u001b]8;;\u001b\\ \u001b]52;c;eA==\u0007 \u001b[2J \u009b2J \u000eqq\u000f";
  expect(coloured(shown)).toBe("\u001b[1;38:5:3mbold\u001b[0m click  \\u001b[2J \\u009b2J qq");
});
