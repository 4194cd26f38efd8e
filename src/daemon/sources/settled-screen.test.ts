import { expect, it, onTestFinished, vi } from "vitest";
import { silentLog } from "../base/test-log.ts";
import { type ScreenLook, SettledScreen } from "./settled-screen.ts";

it("[EN16] a look is dated by when it was asked for, however late it comes, and holds only if nothing was printed meanwhile", async () => {
  const looks: ScreenLook[] = [];
  let now = 1_000;
  let printed = false;
  const screen = new SettledScreen({
    paneId: "%1",
    capture: async () => {
      now += 700;
      if (printed) screen.touch();
      return { rows: ["Working"], alternate: false };
    },
    onScreen: (_screen, look) => looks.push(look),
    settleMs: 60_000,
    longestMs: () => Number.POSITIVE_INFINITY,
    clock: { now: () => now },
    log: silentLog(),
  });
  for (printed of [false, true]) {
    screen.look();
    await Promise.resolve().then(() => Promise.resolve());
  }
  screen.stop();
  expect(looks).toEqual([
    { askedAt: 1_000, hasMoved: false },
    { askedAt: 1_700, hasMoved: true },
  ]);
});

it("[AD23] a screen that never settles is read in time, and one that shows work already only when it settles", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isAtWork = false;
  const readAt: number[] = [];
  const screen = new SettledScreen({
    paneId: "%1",
    capture: async () => ({ rows: ["⠋ Working"], alternate: false }),
    onScreen: (_screen, { askedAt }) => {
      readAt.push(askedAt);
      isAtWork = true;
    },
    settleMs: 200,
    longestMs: () => (isAtWork ? Number.POSITIVE_INFINITY : 500),
    clock: { now: () => Date.now() },
    log: silentLog(),
  });
  const begunAt = Date.now();
  for (let printed = 0; printed < 40; printed += 1) {
    screen.touch();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(readAt).toEqual([begunAt + 500]);
  await vi.advanceTimersByTimeAsync(200);
  expect(readAt).toEqual([begunAt + 500, begunAt + 4_100]);
  screen.stop();
});
