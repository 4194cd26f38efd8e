import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Problems } from "../base/problems.ts";
import { silentLog } from "../base/test-log.ts";
import { NearMisses } from "./near-misses.ts";

const clock = { now: () => Date.now() } as never;
const log = silentLog();
const logged = vi.spyOn(log, "warn");
let problems: Problems;
let misses: NearMisses;
const told = () => problems.list().map(({ code, message }) => `${code} ${message}`);
const WRONG = { line: "--<[schmux:finished:All done]>--", why: 'no state "finished"' };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  logged.mockClear();
  problems = new Problems(clock);
  misses = new NearMisses({ target: "host", problems, clock, log });
});
afterEach(() => vi.useRealTimers());

describe("NearMisses", () => {
  it("[SR18] what was nearly a signal is among the problems, with its place, its line and why, for an hour", () => {
    misses.note("%1", WRONG);
    expect(told()).toEqual([
      `SIGNAL_NEAR_MISS host: a line looks like a signal and is none, last in %1: ${WRONG.line} (${WRONG.why})`,
    ]);
    vi.advanceTimersByTime(1_800_000);
    misses.note("%2", WRONG);
    expect(told()[0]).toContain("2 lines look like signals and are none, last in %2");
    vi.advanceTimersByTime(3_599_000);
    expect(told()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(told()).toEqual([]);
  });

  it("[SR18] a typed command that prints a marker is no near-miss once the marker is heard", () => {
    misses.note("%1", { line: '$ echo "--<[schmux:completed:Done]>--"', why: "other text stands on its line" });
    misses.note("%2", WRONG);
    misses.heard("%2", { type: "signal", state: "completed", message: "Done" });
    expect(told()[0]).toContain("2 lines");
    misses.heard("%1", { type: "signal", state: "completed", message: "Done" });
    expect(told()[0]).toContain("a line looks like a signal and is none, last in %2");
  });

  it("[SR18, UI27] invisible characters of a line are written out", () => {
    misses.note("%1", { ...WRONG, line: "--<[schmux:done:a\u202eb]>--" });
    expect(told()[0]).toContain("a⟨U+202E⟩b");
  });

  it("[SR18] thousands of near-misses are a few lines of the log, and no secret is told", () => {
    for (let count = 0; count < 1_000; count += 1) misses.note("%1", { ...WRONG, line: "schmux:error token=abcd1234" });
    expect(logged).toHaveBeenCalledTimes(10);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain("100 lines");
    expect(told()[0]).not.toContain("abcd1234");
  });
});
