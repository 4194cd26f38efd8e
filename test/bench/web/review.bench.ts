import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP, PHONE } from "../../support/page.ts";
import { Sandbox, untilPane } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { frameWatcher, summary, type Watched } from "./watch-frames.ts";

const LINES = 10_000;
const PATIENCE_MS = 240_000;
const PIXELS_PER_FRAME = 100;
/** Long enough to reach the end, but on a busy machine. */
const SCROLL_MS = 40_000;
const FRAME_MS = 1000 / 60;
/** Of the main thread's time in a frame: what else the browser does has to fit in as well. */
const REACH_MS = 10;
const REACH_FRAMES = 1.2;

/** Scrolls through a review of 10,000 changed lines, and through a bare page with the same lines. */
export async function benchReview(): Promise<BenchResult[]> {
  const box = new Sandbox({ NODE_EXTRA_CA_CERTS: undefined });
  const closing: (() => Promise<void>)[] = [() => box.dispose()];
  try {
    const lines = changeLines(join(box.dir, "repository"));
    symlinkSync("/bin/sleep", join(box.dir, "claude"));
    await box.startDaemon();
    const pane = box.session("work", `cd repository && exec ${join(box.dir, "claude")} 1000000`);
    await untilPane(box, pane, ({ agent, doing }) => agent === "claude" && doing?.directory !== undefined);
    const results: BenchResult[] = [];
    for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      const { dashboard } = await box.status();
      const { context, close } = await launchBrowser(viewport);
      closing.unshift(close);
      const page = await context.newPage();
      await page.setContent(`<section style="overflow:auto;height:100vh"><pre>${lines.join("\n")}</pre></section>`);
      const bare = await scrollThrough(page, "section");
      await page.goto(dashboard ?? "");
      await openReview(page, pane);
      results.push(...told(name, bare, await scrollThrough(page, ".review-files")));
    }
    return results;
  } finally {
    for (const close of closing) await close();
  }
}

/** Half of the lines are removed, half added, in TypeScript. */
function changeLines(directory: string): string[] {
  mkdirSync(directory);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=x", "-c", "user.email=x@x", ...words]);
  const textOf = (word: string) => Array.from({ length: LINES / 2 }, (_, n) => `let ${word}${n} = f(${n}); //`);
  const [before, after] = [textOf("a"), textOf("b")];
  git("init", "-q", "-b", "main");
  writeFileSync(join(directory, "long.ts"), before.join("\n"));
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  writeFileSync(join(directory, "long.ts"), after.join("\n"));
  return [...before, ...after];
}

async function openReview(page: Page, pane: string): Promise<void> {
  await page.locator('.shell[data-link="live"]').waitFor();
  await page.goto(new URL(`/pane/host/${pane.slice(1)}`, page.url()).href);
  await page.getByRole("button", { name: "Changes" }).click();
  const file = page.getByRole("dialog").getByRole("region", { name: "long.ts" });
  await file.getByRole("button", { name: "long.ts" }).click();
  // a busy machine takes its time for ten thousand rows
  await file.locator('[data-colour="keyword"]').first().waitFor({ timeout: PATIENCE_MS });
}

/** The same distance in each frame. */
async function scrollThrough(page: Page, selector: string): Promise<Watched> {
  const watch = await frameWatcher(page);
  return watch(() =>
    page.evaluate(`new Promise((done) => {
      const box = document.querySelector(${JSON.stringify(selector)});
      const end = performance.now() + ${SCROLL_MS};
      const step = () => {
        const before = box.scrollTop;
        box.scrollTop += ${PIXELS_PER_FRAME};
        if (box.scrollTop === before || performance.now() > end) done();
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`),
  );
}

function told(name: string, bare: Watched, review: Watched): BenchResult[] {
  const [ours, floor] = [review, bare].map(({ frames }) => percentile(frames, 0.95)) as [number, number];
  const ms = perFrame(review);
  const what = `a review of ${LINES.toLocaleString("en")} lines scrolls, ${name}`;
  return [
    {
      name: `${what}: time of a frame, p95`,
      floor: "a bare page with these lines",
      ratio: ours / floor,
      reach: `≤ ${REACH_FRAMES}`,
      ok: ours / floor <= REACH_FRAMES,
      detail: `${review.frames.length} frames; ${summary(review)}; the bare page: ${summary(bare)}`,
    },
    {
      name: `${what}: main thread in a frame`,
      floor: "a bare page with these lines",
      ratio: ms,
      unit: "ms",
      reach: `≤ ${REACH_MS} of ${FRAME_MS.toFixed(1)}`,
      ok: ms <= REACH_MS,
      detail: `CPU time, whatever else the machine does; the bare page ${perFrame(bare).toFixed(1)} ms`,
    },
  ];
}

function perFrame({ busy, frames }: Watched): number {
  return (busy * 1000) / frames.length;
}
