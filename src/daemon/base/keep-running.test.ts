import { describe, expect, it } from "vitest";
import { anObserver } from "../targets/observe/test-observer.ts";
import { keepRunning } from "./keep-running.ts";
import { NotedFailures } from "./test-failures.ts";

/** Runs the attempts in order; the last one stops it. */
async function run(attempts: ((works: () => void) => Promise<void>)[]) {
  const stop = new AbortController();
  const told: string[] = [];
  const pauses: number[] = [];
  const left = [...attempts];
  await keepRunning(
    "watching",
    async (works) => {
      const attempt = left.shift();
      if (left.length === 0) stop.abort();
      await attempt?.(works);
    },
    {
      report: {
        failed: (work, error) => void told.push(`${work}: ${(error as Error).message}`),
        worked: (work) => void told.push(`${work} works`),
      },
      signal: stop.signal,
      pause: async (ms) => void pauses.push(ms),
    },
  );
  return { told, pauses };
}

const fails = async () => {
  throw new Error("unexpected");
};

describe("keepRunning", () => {
  it("[DM19] work that ends, by an error or by itself, is told and begun again", async () => {
    const { told } = await run([fails, async () => {}, async () => {}]);
    expect(told).toEqual(["watching: unexpected", "watching: it ended by itself"]);
  });

  it("[DM19] the pause grows while it fails, never beyond 30 s, and is short again after it has worked", async () => {
    const worksOnce = async (works: () => void) => {
      works();
      throw new Error("later");
    };
    const { told, pauses } = await run([...Array(10).fill(fails), worksOnce, async () => {}]);
    expect(pauses).toHaveLength(11);
    expect(pauses.slice(0, 6).every((ms, index) => index < 2 || ms > (pauses[index - 2] as number))).toBe(true);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
    expect(Math.min(...pauses.slice(6))).toBe(pauses[10]);
    expect(pauses[10]).toBeLessThanOrEqual(500);
    expect(told.slice(-2)).toEqual(["watching works", "watching: later"]);
  });

  it("[DM19] an observer that fails while it tells of a failure observes again", async () => {
    const stop = new AbortController();
    let connects = 0;
    let told = 0;
    const connect = async () => {
      connects += 1;
      if (connects === 3) stop.abort();
      throw new Error("no tmux");
    };
    const observer = anObserver({ connect }, () => {
      told += 1;
      if (told === 1) throw new Error("unexpected");
    });
    const failures = new NotedFailures();
    await keepRunning("observing", () => observer.run(stop.signal, () => undefined), {
      report: failures,
      signal: stop.signal,
      pause: async () => undefined,
    });
    expect([connects, failures.list]).toEqual([3, ["observing: unexpected"]]);
  });

  it("[DM19] work that ends because it was stopped is not a failure", async () => {
    expect(await run([fails])).toEqual({ told: [], pauses: [] });
  });
});
