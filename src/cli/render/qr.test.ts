import { describe, expect, it } from "vitest";
import { renderQr } from "./qr.ts";

describe("renderQr", () => {
  it("[CL31] draws two rows of modules a line, with a light margin, in colours of its own", () => {
    const modules = [
      [true, false, true],
      [true, true, false],
      [false, false, true],
    ];
    const white = "\u001b[30;107m";
    const lines = ["       ", "  █▄▀  ", "    ▀  ", "       "];
    expect(renderQr(modules)).toBe(lines.map((line) => `${white}${line}\u001b[0m`).join("\n"));
  });
});
