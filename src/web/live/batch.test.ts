import { describe, expect, it } from "vitest";
import { batch } from "./batch.ts";

describe("gather", () => {
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
