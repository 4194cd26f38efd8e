import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AttentionKind } from "../../../src/core/protocol/events/attention.ts";
import type { PaneItem } from "../../../src/core/protocol/lists/lists.ts";
import { calling } from "../../support/inbox-crowd.ts";
import { launchBrowser, type Viewport } from "../../support/launch-browser.ts";
import { cumulativeShift, type Shift, WATCH_SHIFTS } from "../../support/layout-shift.ts";
import { DESKTOP, PHONE } from "../../support/page.ts";
import { startPageServer } from "../../support/page-server.ts";
import { testPane } from "../../support/test-pane.ts";
import type { BenchResult } from "../bench-result.ts";

/** Ten minutes, told in half a minute: as many calls come and go, and as many words change. */
const CALLS = 30;
const CHANGES_PER_CALL = 20;
const PAUSE_MS = 50;
const REACH = 0.1;
const KINDS: readonly AttentionKind[] = ["approval", "done", "input", "testing", "error", "done"];

/** How much of the page moves while nobody touches it and its agents go on. */
export async function benchShift(): Promise<BenchResult[]> {
  return [
    await measure("inbox, desktop", "/inbox", DESKTOP),
    await measure("fleet, desktop", "/fleet", DESKTOP),
    await measure("inbox, phone", "/inbox", { ...PHONE, isTouched: true }),
  ];
}

async function measure(name: string, path: string, viewport: Viewport): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-shift-"));
  const closing: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
  try {
    const panes = Array.from({ length: 24 }, (_, n) => (n < 6 ? call(n, n) : working(n, n)));
    const server = await startPageServer(panes, dir);
    closing.unshift(server.close);
    const { context, close } = await launchBrowser(viewport);
    closing.unshift(close);
    const page = await context.newPage();
    await page.route(/\/v1\/questions$/, (route) =>
      route.fulfill({ json: { schema_version: 1, generated_at: Date.now(), items: [] } }),
    );
    await page.goto(server.link);
    await page.locator('.shell[data-link="live"]').waitFor();
    if (path === "/fleet") await page.getByRole("link", { name: /^Fleet/ }).click();
    await page
      .locator(path === "/fleet" ? ".pane" : ".ask")
      .first()
      .waitFor();
    await sleep(2_000);
    await page.evaluate(WATCH_SHIFTS);
    for (let n = 0; n < CALLS; n += 1) {
      // one comes, and the one that came six before it goes
      server.change(call(6 + (n % 18), n), ...(n < 6 ? [] : [working(6 + ((n - 6) % 18), n)]));
      for (let change = 0; change < CHANGES_PER_CALL; change += 1) {
        server.change(working(23 - (change % 4), n * CHANGES_PER_CALL + change));
        await sleep(PAUSE_MS);
      }
    }
    const shifts = await page.evaluate<Shift[]>("globalThis.shifts");
    const worst = cumulativeShift(shifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    return {
      ...{ name: `layout shift, untouched: ${name}`, floor: "–", ratio: worst, unit: "(CLS)", reach: `< ${REACH}` },
      ok: worst < REACH,
      detail: `${shifts.length} shifts, ${total.toFixed(3)} in all; ${CALLS} calls came, ${CALLS - 6} went, ${CALLS * CHANGES_PER_CALL} other changes`,
    };
  } finally {
    for (const close of closing) await close();
  }
}

function call(n: number, round: number): PaneItem {
  return calling(n, KINDS[round % KINDS.length] ?? "input", `May I do number ${round}?`, 0);
}

function working(n: number, round: number): PaneItem {
  return testPane(
    { pane_id: `%${n}`, window_id: `@${n}` },
    {
      ...{ agent: "claude", window_name: `task ${n}`, cwd: "/src/shop", since: Date.now() },
      ...{ message: `step ${round}`, state_version: round + 2 },
    },
  );
}
