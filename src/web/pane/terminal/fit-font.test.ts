import { describe, expect, it } from "vitest";
import { fitCells, fitFont } from "./fit-font.ts";

const LETTER = { width: 0.6, height: 1.2 };
const cell = (size: number, density: number) => Math.floor(size * LETTER.width * density) / density;
const sizeFor = (width: number, cols: number, density = 1, height = Number.POSITIVE_INFINITY) =>
  fitFont({ width, height }, { cols, rows: 40 }, LETTER, density);

describe("fitFont", () => {
  it("[UI8] makes as many whole pixels of each cell as fit, within what can be read", () => {
    expect(cell(sizeFor(730, 120), 1)).toBe(6);
    expect(cell(sizeFor(730, 80), 1)).toBe(9);
    expect(cell(sizeFor(730, 120, 2), 2)).toBe(6);
    expect(sizeFor(2_000, 80)).toBeLessThan(18);
    expect(sizeFor(300, 200)).toBeGreaterThanOrEqual(9);
  });

  it("[UI50] shows every row where the height is given, within what can be read", () => {
    const height = 40 * 16;
    expect(Math.ceil(sizeFor(2_000, 80, 1, height) * LETTER.height) * 40).toBeLessThanOrEqual(height);
    expect(sizeFor(2_000, 80, 1, height)).toBeGreaterThan(11);
    expect(sizeFor(2_000, 80, 1, 100)).toBeGreaterThanOrEqual(9);
  });
});

describe("fitCells", () => {
  it("[TS6] asks for no size that tmux would refuse", () => {
    expect(fitCells({ width: 605, height: 410 }, { width: 6, height: 10 })).toEqual({ cols: 100, rows: 41 });
    expect(fitCells({ width: 5, height: 5 }, { width: 6, height: 10 })).toEqual({ cols: 10, rows: 2 });
    expect(fitCells({ width: 9_999, height: 9_999 }, { width: 6, height: 10 })).toEqual({ cols: 1_000, rows: 500 });
  });
});
