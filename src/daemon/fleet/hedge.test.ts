import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hedge } from "./hedge.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silence = new Error("timeout");

function setUp(outcomes: { afterMs: number; error?: Error }[]) {
  const started: number[] = [];
  const discarded: number[] = [];
  const start = () => {
    const number = started.push(Date.now()) - 1;
    const { afterMs = 0, error } = outcomes[number] ?? {};
    return new Promise<number>((resolve, reject) =>
      setTimeout(() => (error === undefined ? resolve(number) : reject(error)), afterMs),
    );
  };
  const options = { isSilence: (error: unknown) => error === silence, discard: (late: number) => discarded.push(late) };
  const result = hedge(start, [1_000, 2_000], options).catch((error: Error) => error.message);
  return { started, discarded, result };
}

it("[FL12] work that is not answered is started again, and a later answer is discarded", async () => {
  const { started, discarded, result } = setUp([{ afterMs: 1_500 }, { afterMs: 200 }]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect([await result, started.length, discarded]).toEqual([1, 2, []]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([started.length, discarded]).toEqual([2, [0]]);
});

it("[FL12] a refusal counts at once, and silence only when nothing more can come", async () => {
  const refused = setUp([{ afterMs: 10, error: new Error("no such bucket") }]);
  await vi.advanceTimersByTimeAsync(10);
  expect([await refused.result, refused.started.length]).toEqual(["no such bucket", 1]);
  const silent = setUp([1, 2, 3].map(() => ({ afterMs: 500, error: silence })));
  await vi.advanceTimersByTimeAsync(2_500);
  expect([await silent.result, silent.started.length]).toEqual(["timeout", 3]);
});
