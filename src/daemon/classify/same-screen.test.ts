import { describe, expect, it } from "vitest";
import { isSameScreen } from "./same-screen.ts";

const NOON = new Date(2026, 4, 12, 15, 4, 30).getTime();
const LOOK_MS = 15_000;

/** Compares two captures that differ in their last line. */
function isSame(was: string, is: string, apartMs = LOOK_MS, at = NOON): boolean {
  const seen = (line: string, when: number) => ({ lines: ["✻ Thinking…", "", line], at: when });
  return isSameScreen(seen(was, at), seen(is, at + apartMs));
}

describe("a screen that stands still", () => {
  it("[NK2] is one on which only a clock changes", () => {
    expect(isSame("a line", "a line  ")).toBe(true);
    expect(isSame("[0] 0:claude*   15:04:30 12-May-26", "[0] 0:claude*   15:04:45 12-May-26")).toBe(true);
    expect(isSame("host 15:04", "host 15:05", 2 * LOOK_MS)).toBe(true);
    expect(isSame("3:04 PM | 15:04", "3:05 PM | 15:05", 2 * LOOK_MS)).toBe(true);
    // redrawn every 15 s, and in another time zone
    expect(isSame("| 09:34:20 |", "| 09:34:35 |")).toBe(true);
    const later = NOON + 55 * 60_000;
    expect(isSame("host  3:59 pm", "host  4:00 pm", 2 * LOOK_MS, later)).toBe(true);
    const ten = new Date(2026, 4, 12, 9, 59, 50).getTime();
    expect(isSame("host  9:59:50", "host 10:00:05", LOOK_MS, ten)).toBe(true);
  });

  it("[NK2] may show past times", () => {
    const log = ["15:04:29 begins", "15:04:31 asks", "10:00 rests"];
    expect(isSameScreen({ lines: log, at: NOON }, { lines: log, at: NOON + LOOK_MS })).toBe(true);
    expect(isSameScreen({ lines: log, at: NOON }, { lines: [...log, "15:04:40 goes on"], at: NOON + LOOK_MS })).toBe(
      false,
    );
  });
});

describe("a screen that moves", () => {
  it("[NK2] is one with a spinner, or with a count of any kind", () => {
    expect(isSame("✻ 15:04:30", "✶ 15:04:45")).toBe(false);
    expect(isSame("(312s · esc to interrupt)", "(327s · esc to interrupt)")).toBe(false);
    expect(isSame("Working (5m 12s) 15:04", "Working (5m 27s) 15:04")).toBe(false);
    expect(isSame("[=   ]", "[ =  ]")).toBe(false);
    expect(isSame("ratio 15:4", "ratio 15:5")).toBe(false);
  });

  it("[NK2] is also one with a count written like a time", () => {
    for (let second = 0; second < 900; second += 1) {
      const count = (at: number) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`;
      const began = 300 + second;
      expect([count(began), isSame(count(began), count(began + 15))]).toEqual([count(began), false]);
      const long = (at: number) => `00:${count(at).padStart(5, "0")}`;
      expect([long(began), isSame(long(began), long(began + 15))]).toEqual([long(began), false]);
    }
    expect(isSame("29:12", "29:13", 1_000)).toBe(false);
  });

  it("[NK2] is also one whose clock does not keep time", () => {
    expect(isSame("15:04:30", "15:34:30")).toBe(false);
    expect(isSame("15:04:45", "15:04:20")).toBe(false);
    expect(isSame("15:04", "15:04 15:04")).toBe(false);
  });
});
