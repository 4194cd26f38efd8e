import type { Page } from "playwright-core";
import { percentile } from "../percentile.ts";

export const SLOW_MS = 50;

export interface Watched {
  /** Milliseconds between frames. */
  frames: number[];
  /** Milliseconds of the page's long tasks, those over 50 ms. */
  tasks: number[];
  /** Seconds of CPU time of the page's main thread: independent of other load. */
  busy: number;
  /** Seconds that were watched. */
  seconds: number;
}

/** Returns a function that watches the page while some work is done. */
export async function frameWatcher(page: Page): Promise<(work: () => Promise<unknown>) => Promise<Watched>> {
  await page.evaluate(WATCH_FRAMES);
  const busy = await busyTime(page);
  return async (work) => {
    const [before, began] = [await busy(), performance.now()];
    await page.evaluate("watchFrames()");
    await work();
    const seen = await page.evaluate<Pick<Watched, "frames" | "tasks">>("framesWatched()");
    return { ...seen, busy: (await busy()) - before, seconds: (performance.now() - began) / 1_000 };
  };
}

export function slowFrames({ frames }: Watched): number[] {
  return frames.filter((ms) => ms > SLOW_MS);
}

export function summary({ frames, tasks, busy, seconds }: Watched): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(frames, share).toFixed(1));
  const share = (busy / seconds) * 100;
  const longest = Math.max(0, ...tasks).toFixed(0);
  return `frame p50 ${p50}, p99 ${p99}, longest ${Math.max(...frames).toFixed(0)} ms, long tasks ${tasks.length} (${longest} ms), main thread ${share.toFixed(0)} % of a core`;
}

export function joined(turns: readonly Watched[]): Watched {
  return {
    frames: turns.flatMap(({ frames }) => frames),
    tasks: turns.flatMap(({ tasks }) => tasks),
    busy: turns.reduce((all, { busy }) => all + busy, 0),
    seconds: turns.reduce((all, { seconds }) => all + seconds, 0),
  };
}

/** Returns a function that reads the main thread's CPU time so far. */
async function busyTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
}

const WATCH_FRAMES = `(() => {
  let watched = null;
  let last = performance.now();
  const tick = (now) => {
    watched?.frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched?.tasks.push(duration);
  });
  observer.observe({ type: "longtask" });
  globalThis.watchFrames = () => {
    watched = { frames: [], tasks: [] };
  };
  globalThis.framesWatched = () => {
    const done = watched;
    watched = null;
    return done;
  };
})()`;
