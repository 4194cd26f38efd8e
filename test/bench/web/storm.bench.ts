import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { PaneItem } from "../../../src/core/protocol/lists/lists.ts";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { startPageServer } from "../../support/page-server.ts";
import { testPane } from "../../support/test-pane.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";

const PANES = 500;
const CHANGES_PER_S = 50;
const TURNS = 4;
const TURN_MS = 5_000;
const SLOW_MS = 50;

interface Watched {
  /** Milliseconds between frames. */
  frames: number[];
  /** Milliseconds of the page's long tasks, those over 50 ms. */
  tasks: number[];
  /** Seconds of CPU time of the page's main thread: independent of other load. */
  busy: number;
}

/** Compares the fleet page with 500 panes, 50 of them changing per second, with the same page at rest. */
export async function benchStorm(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-"));
  const closing: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
  try {
    const panes = crowd();
    const server = await startPageServer(panes, dir);
    closing.unshift(server.close);
    const { context, close } = await launchBrowser(DESKTOP);
    closing.unshift(close);
    const page = await context.newPage();
    await page.goto(server.link);
    await page.getByRole("link", { name: /^Fleet/ }).click();
    await page.getByText("message 0", { exact: true }).waitFor();
    await page.evaluate(WATCH_FRAMES);
    const busy = await busyTime(page);
    const [rest, storm]: [Watched[], Watched[]] = [[], []];
    let changes = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      rest.push(await watch(page, busy, () => sleep(TURN_MS)));
      storm.push(
        await watch(page, busy, async () => {
          changes += await change(panes, server.change, changes);
        }),
      );
    }
    return [told(joined(rest), joined(storm), changes / ((TURNS * TURN_MS) / 1000))];
  } finally {
    for (const close of closing) await close();
  }
}

function crowd(): PaneItem[] {
  return Array.from({ length: PANES }, (_, n) =>
    testPane(
      { target: n % 2 === 0 ? "host" : "vm1", session_name: `s${n % 10}`, pane_id: `%${n}` },
      { agent: n % 3 === 0 ? "claude" : "codex", window_index: n, message: `message ${n}`, since: Date.now() },
    ),
  );
}

/** Makes as many changes as are due by now, even when this process is late. Returns their number. */
async function change(panes: readonly PaneItem[], tell: (pane: PaneItem) => void, before: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  for (let passed = 0; passed < TURN_MS; passed = performance.now() - began) {
    for (; done < (passed / 1000) * CHANGES_PER_S; done += 1) {
      const n = before + done;
      const pane = panes[(n * 7) % panes.length] as PaneItem;
      const state = Math.floor(n / panes.length) % 2 === 0 ? "idle" : "running";
      tell({ ...pane, message: `changed ${n}`, state, since: Date.now(), state_version: n + 2 });
    }
    await sleep(1000 / CHANGES_PER_S);
  }
  return done;
}

async function watch(page: Page, busy: () => Promise<number>, work: () => Promise<unknown>): Promise<Watched> {
  const before = await busy();
  await page.evaluate("watchFrames()");
  await work();
  const seen = await page.evaluate<Omit<Watched, "busy">>("framesWatched()");
  return { ...seen, busy: (await busy()) - before };
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

function told(rest: Watched, storm: Watched, perSecond: number): BenchResult {
  const slow = slowFrames(storm);
  return {
    name: `frames over ${SLOW_MS} ms, ${PANES} panes`,
    floor: "the page at rest",
    ratio: slow.length,
    unit: `of ${storm.frames.length}`,
    reach: "0",
    ok: slow.length === 0,
    detail: `${perSecond.toFixed(0)} changes/s; ${summary(storm)}; at rest ${slowFrames(rest).length} of ${rest.frames.length}, ${summary(rest)}`,
  };
}

function summary({ frames, tasks, busy }: Watched): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(frames, share).toFixed(1));
  const share = (busy / ((TURNS * TURN_MS) / 1000)) * 100;
  const longest = Math.max(0, ...tasks).toFixed(0);
  return `frame p50 ${p50}, p99 ${p99}, longest ${Math.max(...frames).toFixed(0)} ms, long tasks ${tasks.length} (${longest} ms), main thread ${share.toFixed(0)} % of a core`;
}

function slowFrames({ frames }: Watched): number[] {
  return frames.filter((ms) => ms > SLOW_MS);
}

function joined(turns: readonly Watched[]): Watched {
  return {
    frames: turns.flatMap(({ frames }) => frames),
    tasks: turns.flatMap(({ tasks }) => tasks),
    busy: turns.reduce((all, { busy }) => all + busy, 0),
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
