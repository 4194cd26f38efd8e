import { describe, expect, it } from "vitest";
import { drawQueue } from "./draw-queue.ts";

function scene() {
  const add = drawQueue();
  const [said, ends]: [string[], (() => void)[]] = [[], []];
  const come = (name: string, length: number, isWhole = false) =>
    add({
      length,
      isWhole,
      draw(drawn) {
        said.push(name);
        ends.push(drawn);
      },
      onOver: (isDrawn) => isDrawn || said.push(`skip ${name}`),
    });
  return { come, said, drawn: () => ends.shift()?.() };
}

describe("drawQueue", () => {
  it("[TS2] gives the terminal what it can draw soon, in order, and more when that is drawn", () => {
    const { come, said, drawn } = scene();
    for (const name of ["a", "b", "c", "d"]) come(name, 20_000);
    expect(said).toEqual(["a", "b"]);
    drawn();
    expect(said).toEqual(["a", "b", "c"]);
    drawn();
    expect(said).toEqual(["a", "b", "c", "d"]);
  });

  it("[TS2] skips what a whole screen replaces, but nothing after it, and draws a large one, too", () => {
    const { come, said, drawn } = scene();
    come("a", 40_000);
    come("b", 10);
    come("first screen", 100_000, true);
    come("c", 10);
    come("second screen", 100_000, true);
    come("d", 10);
    expect(said).toEqual(["a", "skip b", "skip first screen", "skip c"]);
    drawn();
    drawn();
    expect(said.slice(4)).toEqual(["second screen", "d"]);
  });
});
