import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { until } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { Place } from "../targets/place.ts";
import { sendersOf, type Transport } from "../targets/senders.ts";
import { WHEN_PAINTED } from "./painted.ts";
import { spread } from "./spread.ts";

const PANES = 10;
const ROUNDS = 150;
const WARM_UP = 15;
const PAUSE_MS = 37;
const SETTLE_MS = 3_000;
const REACH_P95_MS = 100;
const TRANSPORTS: readonly Transport[] = ["marker", "hook"];

/** Time from an agent's signal until the row that shows it is painted. */
export async function benchRows(): Promise<BenchResult[]> {
  const place = await Place.create("local");
  const closing: (() => Promise<void>)[] = [() => place.dispose()];
  try {
    place.fill(PANES);
    await place.observe();
    const { dashboard } = await place.box.status();
    const { context, close } = await launchBrowser(DESKTOP);
    closing.unshift(close);
    const page = await context.newPage();
    await page.addInitScript(WHEN_PAINTED);
    await page.goto(dashboard ?? "");
    await page.getByRole("link", { name: /^Fleet/ }).click();
    const senders = sendersOf(place);
    await sleep(SETTLE_MS);
    const results: BenchResult[] = [];
    for (const transport of TRANSPORTS) {
      await untilShown(page, senders[transport], `<first-${transport}>`);
      await page.evaluate(WATCH_ROWS);
      results.push(await take(page, transport, senders[transport]));
    }
    return results;
  } finally {
    for (const close of closing) await close();
  }
}

async function take(page: Page, transport: Transport, say: (word: string) => void): Promise<BenchResult> {
  const ahead = await clockAhead(page);
  const lags: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    // delimited, so that no word is part of another
    const word = `<${transport}-${round}>`;
    await page.evaluate(`expectRow(${JSON.stringify(word)})`);
    const said = performance.now();
    say(word);
    const painted = (await page.evaluate<number>("globalThis.rowPainted")) - ahead;
    if (round >= 0) lags.push(painted - said);
    await sleep(PAUSE_MS);
  }
  const p95 = percentile(lags, 0.95);
  return {
    name: `${transport} → painted row`,
    floor: "–",
    ratio: p95,
    unit: "ms (p95)",
    reach: `≤ ${REACH_P95_MS}`,
    ok: p95 <= REACH_P95_MS,
    detail: spread(lags),
  };
}

/** A newly registered pane is not observed at once, and has no row until then. */
async function untilShown(page: Page, say: (word: string) => void, word: string): Promise<void> {
  const row = page.locator(".pane", { hasText: word });
  await until(async () => {
    say(word);
    await sleep(PAUSE_MS);
    return (await row.count()) > 0;
  });
}

/** How far the page's clock is ahead of ours: of many round trips the fastest is the most exact. */
async function clockAhead(page: Page): Promise<number> {
  const looks: { took: number; ahead: number }[] = [];
  for (let look = 0; look < 50; look += 1) {
    const asked = performance.now();
    const there = await page.evaluate(() => performance.now());
    const answered = performance.now();
    looks.push({ took: answered - asked, ahead: there - (asked + answered) / 2 });
  }
  return looks.toSorted((a, b) => a.took - b.took)[0]?.ahead ?? 0;
}

const WATCH_ROWS = `
globalThis.expectRow = (word) => {
  globalThis.rowPainted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const row = [...document.querySelectorAll(".pane")].find(({ textContent }) => textContent.includes(word));
      if (row === undefined) return;
      observer.disconnect();
      whenPainted(row).then(resolve);
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
};
`;
