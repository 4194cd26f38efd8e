import { describe, expect, it, vi } from "vitest";
import { hasTears, watchTears } from "./tears.ts";

const cell = (code: number, isPlain: boolean, width = 1) => ({
  getCode: () => code,
  getWidth: () => width,
  isAttributeDefault: () => isPlain,
});
const screen = (cells: ReturnType<typeof cell>[]) => ({
  rows: 1,
  cols: cells.length,
  buffer: { active: { baseY: 0, getLine: () => ({ getCell: (x: number) => cells[x] }) } },
});
const bytes = (text: string) => new TextEncoder().encode(text);

describe("hasTears", () => {
  it("[TS5] finds cells that have attributes although nothing was printed there", () => {
    expect(hasTears(screen([cell(97, false), cell(0, true), cell(0, false, 0)]))).toBe(false);
    expect(hasTears(screen([cell(97, false), cell(0, false)]))).toBe(true);
  });
});

describe("watchTears", () => {
  it("[TS5] has the screen drawn afresh once it is quiet, and not again and again", () => {
    vi.useFakeTimers({ now: 0 });
    let [torn, mended] = [true, 0];
    const watch = watchTears(
      {
        now: () => Date.now(),
        after(ms, then) {
          const timer = setTimeout(then, ms);
          return () => clearTimeout(timer);
        },
      },
      () => torn,
      () => {
        mended += 1;
      },
    );
    watch.drew(bytes("plain │ lines"));
    vi.advanceTimersByTime(10_000);
    expect(mended).toBe(0);
    watch.drew(bytes("日本"));
    vi.advanceTimersByTime(400);
    watch.drew(bytes("x"));
    vi.advanceTimersByTime(400);
    expect(mended).toBe(0);
    vi.advanceTimersByTime(100);
    expect(mended).toBe(1);
    watch.drew(bytes("y"));
    vi.advanceTimersByTime(1_000);
    expect(mended).toBe(1);
    vi.advanceTimersByTime(2_000);
    expect(mended).toBe(2);
    watch.restarted(bytes("nothing wide"));
    watch.drew(bytes("z"));
    vi.advanceTimersByTime(10_000);
    expect(mended).toBe(2);
    torn = false;
    watch.close();
    vi.useRealTimers();
  });
});
