import { describe, expect, it } from "vitest";
import { batch, spaced } from "./batch.ts";

describe("batch", () => {
  it("[WB18] what comes within one frame is handed over together, in order, and the next frame begins anew", () => {
    const frames: (() => void)[] = [];
    const handed: number[][] = [];
    const gathered = batch<number>(
      (then) => {
        frames.push(then);
        return () => undefined;
      },
      (items) => handed.push(items),
    );
    for (const n of [1, 2, 3]) gathered.add(n);
    expect([frames.length, handed]).toEqual([1, []]);
    frames[0]?.();
    gathered.add(4);
    frames[1]?.();
    expect(handed).toEqual([[1, 2, 3], [4]]);
  });

  it("[WB18] closed, it hands over nothing more", () => {
    let cancelled = false;
    const gathered = batch<number>(
      () => () => {
        cancelled = true;
      },
      () => undefined,
    );
    gathered.add(1);
    gathered.close();
    expect(cancelled).toBe(true);
  });
});

describe("spaced", () => {
  /** A clock of its own; a frame comes as soon as it is asked for. */
  function timing() {
    const later: { at: number; then: () => void }[] = [];
    const time = {
      ms: 1_000,
      now: () => time.ms,
      nextFrame(then: () => void) {
        then();
        return () => undefined;
      },
      after(ms: number, then: () => void) {
        const timer = { at: time.ms + ms, then };
        later.push(timer);
        return () => void later.splice(later.indexOf(timer), 1);
      },
      passTo(ms: number) {
        time.ms = ms;
        for (const timer of later.filter(({ at }) => at <= ms)) {
          later.splice(later.indexOf(timer), 1);
          timer.then();
        }
      },
    };
    return time;
  }

  it("[WB18] the first change is drawn at once, and those that follow it 50 ms later", () => {
    const time = timing();
    const drawnAt: number[] = [];
    const schedule = spaced(time, 50);
    const draw = () => drawnAt.push(time.now());
    schedule(draw);
    time.passTo(1_010);
    schedule(draw);
    time.passTo(1_049);
    time.passTo(1_050);
    time.passTo(1_200);
    schedule(draw);
    expect(drawnAt).toEqual([1_000, 1_050, 1_200]);
  });

  it("[WB18] what was cancelled is not drawn, and a clock that was set back holds nothing up", () => {
    const time = timing();
    const drawnAt: number[] = [];
    const schedule = spaced(time, 50);
    const draw = () => drawnAt.push(time.now());
    schedule(draw);
    schedule(draw)();
    time.passTo(1_100);
    time.passTo(20);
    schedule(draw);
    time.passTo(70);
    expect(drawnAt).toEqual([1_000, 70]);
  });
});
