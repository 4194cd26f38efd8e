import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PaneItem } from "../../../src/core/protocol/lists/lists.ts";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { startPageServer } from "../../support/page-server.ts";
import { testPane } from "../../support/test-pane.ts";
import type { BenchResult } from "../bench-result.ts";
import { changeRows } from "./change-rows.ts";
import { frameWatcher, joined, SLOW_MS, slowFrames, summary, type Watched } from "./watch-frames.ts";

const PANES = 500;
const CHANGES_PER_S = 50;
const TURNS = 4;
const TURN_MS = 5_000;

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
    const watch = await frameWatcher(page);
    const [rest, storm]: [Watched[], Watched[]] = [[], []];
    let changes = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      rest.push(await watch(() => sleep(TURN_MS)));
      storm.push(
        await watch(async () => {
          changes += await changeRows(panes, server.change, changes, { perSecond: CHANGES_PER_S, forMs: TURN_MS });
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
