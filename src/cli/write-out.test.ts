import { expect, it } from "vitest";
import { State } from "../core/protocol/state.ts";
import { paint, paintState } from "./render/words.ts";
import { printable } from "./write-out.ts";

it("[SC2, CL20] of colours only those that we paint with get to a terminal, and none where there are to be none", () => {
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
