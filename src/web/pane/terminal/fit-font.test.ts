import { describe, expect, it } from "vitest";
import { fitCells, fitFont } from "./fit-font.ts";

const RATIO = 0.6;
const cell = (size: number, density: number) => Math.floor(size * RATIO * density) / density;

describe("fitFont", () => {
  it("[UI8] makes as many whole pixels of each cell as fit, within what can be read", () => {
    expect(cell(fitFont(730, 120, RATIO, 1), 1)).toBe(6);
    expect(cell(fitFont(730, 80, RATIO, 1), 1)).toBe(8);
    expect(cell(fitFont(730, 120, RATIO, 2), 2)).toBe(6);
    expect(fitFont(2_000, 80, RATIO, 1)).toBeLessThan(14);
    expect(fitFont(300, 200, RATIO, 1)).toBeGreaterThanOrEqual(9);
  });
});

describe("fitCells", () => {
  it("[TS6] asks for no size that tmux would refuse", () => {
    expect(fitCells({ width: 605, height: 410 }, { width: 6, height: 10 })).toEqual({ cols: 100, rows: 41 });
    expect(fitCells({ width: 5, height: 5 }, { width: 6, height: 10 })).toEqual({ cols: 10, rows: 2 });
    expect(fitCells({ width: 9_999, height: 9_999 }, { width: 6, height: 10 })).toEqual({ cols: 1_000, rows: 500 });
  });
});
