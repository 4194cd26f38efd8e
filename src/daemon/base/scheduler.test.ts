import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Scheduler } from "./scheduler.ts";
import { silentLog } from "./test-log.ts";

describe("Scheduler", () => {
  const told: string[] = [];
  const report = {
    failed: (work: string, error: unknown) => void told.push(`${work}: ${(error as Error).message}`),
    worked: () => undefined,
  };
  let scheduler: Scheduler;

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    told.length = 0;
    scheduler = new Scheduler(report, silentLog());
  });
  afterEach(() => {
    scheduler.stop();
    vi.useRealTimers();
  });

  /** The times at which the job was tried, on a clock that begins now. */
  function dueJob(job: (attempt: number) => number | null): number[] {
    const tries: number[] = [];
    let due: number | null = 0;
    scheduler.whenDue(
      "due work",
      () => due,
      () => Date.now(),
      () => {
        tries.push(Date.now());
        due = job(tries.length);
      },
    );
    return tries;
  }

  const fail = () => {
    throw new Error("not now");
  };

  it("[DM19] a due job that fails is tried again after a second and not sooner, then less and less often up to 30 s", () => {
    const tries = dueJob(fail);
    vi.advanceTimersByTime(999);
    expect(tries).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(tries).toHaveLength(2);
    vi.advanceTimersByTime(200_000);
    const waits = tries.slice(1).map((at, index) => at - (tries[index] as number));
    expect(waits.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(told[0]).toBe("due work: not now");
  });

  it("[DM19] one success, and a failure is tried again after a second", () => {
    const tries = dueJob((attempt) => {
      if (attempt === 4) return Date.now() + 100;
      return fail();
    });
    vi.advanceTimersByTime(9_000);
    const waits = tries.slice(1).map((at, index) => at - (tries[index] as number));
    expect(waits).toEqual([1_000, 2_000, 4_000, 100, 1_000]);
  });

  it("[DM19] a job is done when it is due, and one that leaves the same due is not repeated in a tight loop", () => {
    const tries = dueJob((attempt) => (attempt < 3 ? Date.now() + 40 : Date.now() - 1));
    vi.advanceTimersByTime(90);
    expect(tries.length).toBeGreaterThanOrEqual(3);
    tries.length = 0;
    const stuck = 5;
    scheduler.stop();
    scheduler.whenDue(
      "stuck",
      () => stuck,
      () => Date.now(),
      () => void tries.push(Date.now()),
    );
    vi.advanceTimersByTime(2_000);
    expect(tries.length).toBeLessThanOrEqual(9);
  });

  it("[DM19] a due time that cannot be told is reported, and asked for again", () => {
    let asked = 0;
    scheduler.whenDue(
      "due work",
      () => {
        asked += 1;
        return fail();
      },
      () => Date.now(),
      () => undefined,
    );
    vi.advanceTimersByTime(3_500);
    expect([asked, told.length]).toEqual([3, 3]);
  });

  it("[DM19] a job that rejects is reported and begun again, and one under way is not begun twice", async () => {
    let begun = 0;
    scheduler.every("slow work", 100, async () => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
      return fail();
    });
    await vi.advanceTimersByTimeAsync(299);
    expect(begun).toBe(1);
    await vi.advanceTimersByTimeAsync(201);
    expect(begun).toBe(2);
    expect(told).toEqual(["slow work: not now"]);
  });
});
