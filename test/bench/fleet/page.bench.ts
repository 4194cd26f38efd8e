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
import { changeRows } from "../web/change-rows.ts";
import { frameWatcher, joined, SLOW_MS, slowFrames, summary, type Watched } from "../web/watch-frames.ts";

const MEMBERS = 100;
const PANES_EACH = 50;
const CHANGES_PER_S = 200;
const TURNS = 3;
const TURN_MS = 5_000;
const WHEEL_PX = 600;
const WHEEL_MS = 40;

/** The page with the rows of a hundred members: at rest, while somebody scrolls, while rows change, and both. */
export async function benchFleetPage(): Promise<BenchResult[]> {
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
    await page.locator(".pane").first().hover();
    const watch = await frameWatcher(page);
    let changes = 0;
    const change = async () => {
      changes += await changeRows(panes, server.change, changes, { perSecond: CHANGES_PER_S, forMs: TURN_MS });
    };
    const works: Record<string, () => Promise<unknown>> = {
      "at rest": () => sleep(TURN_MS),
      "while scrolling": () => scroll(page),
      [`with ${CHANGES_PER_S} changes/s`]: change,
      [`while scrolling, with ${CHANGES_PER_S} changes/s`]: () => Promise.all([scroll(page), change()]),
    };
    const seen = new Map<string, Watched[]>(Object.keys(works).map((name) => [name, []]));
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const [name, work] of Object.entries(works)) seen.get(name)?.push(await watch(work));
    return [...seen].map(([name, turns]) => told(name, joined(turns)));
  } finally {
    for (const close of closing) await close();
  }
}

function crowd(): PaneItem[] {
  return Array.from({ length: MEMBERS * PANES_EACH }, (_, n) => {
    const member = `m${Math.floor(n / PANES_EACH)}`;
    const place = { target: `${member}.host`, session_name: `s${n % 10}`, pane_id: `%${n % PANES_EACH}`, member };
    return testPane(place, {
      agent: "claude",
      window_index: n % PANES_EACH,
      message: `message ${n}`,
      since: Date.now(),
    });
  });
}

/** Down for half of the time, then up again. */
async function scroll(page: Page): Promise<void> {
  const began = performance.now();
  for (let passed = 0; passed < TURN_MS; passed = performance.now() - began) {
    await page.mouse.wheel(0, passed < TURN_MS / 2 ? WHEEL_PX : -WHEEL_PX);
    await sleep(WHEEL_MS);
  }
}

function told(name: string, watched: Watched): BenchResult {
  const slow = slowFrames(watched).length;
  return {
    name: `frames over ${SLOW_MS} ms, ${MEMBERS * PANES_EACH} rows, ${name}`,
    floor: "–",
    ratio: slow,
    unit: `of ${watched.frames.length}`,
    reach: "0",
    ok: slow === 0,
    detail: summary(watched),
  };
}
