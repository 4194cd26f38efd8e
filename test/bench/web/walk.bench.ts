import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { Sandbox, untilPane } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { countBytes } from "./count-bytes.ts";
import { WHEN_PAINTED } from "./painted.ts";
import { spread } from "./spread.ts";

const ROWS = 6;
const ROUNDS = 60;
/** Until what is fetched beside the terminal has come, too. */
const SETTLE_MS = 400;
/** As many changes of state as make the history of a long day. */
const CHANGES = 30;
const REACH_KB = 20;
const REACH_P95_MS = 150;

/** The bytes that one `j` in the inbox fetches, and the time until the terminal of the next row is shown. */
export async function benchWalk(): Promise<BenchResult[]> {
  const box = new Sandbox({ NODE_EXTRA_CA_CERTS: undefined });
  const closing: (() => Promise<void>)[] = [() => box.dispose()];
  try {
    await box.startDaemon();
    for (let n = 0; n < ROWS; n += 1) await fill(box, n);
    const { dashboard } = await box.status();
    const { context, close } = await launchBrowser(DESKTOP);
    closing.unshift(close);
    const page = await context.newPage();
    await page.addInitScript(WHEN_PAINTED + WATCH_TERMINALS);
    await page.goto(dashboard ?? "");
    await page.locator('.pane-terminal[data-stale="false"]').waitFor();
    await sleep(3_000);
    return await walk(page);
  } finally {
    for (const close of closing) await close();
  }
}

/** A pane with a history, a full screen and a question. */
async function fill(box: Sandbox, n: number): Promise<void> {
  const pane = await box.registered(`row${n}`);
  const says = (state: string, words: string) => `echo "--<[schmux:${state}:${words}]>--"; sleep 0.02`;
  box.type(pane, `for n in $(seq ${CHANGES}); do ${says("working", "$n")}; ${says("error", `e${n}-$n`)}; done`);
  await untilPane(box, pane, ({ attention }) => attention?.message === `e${n}-${CHANGES}`);
  box.type(pane, `clear; seq 1000 1035; echo "this is row ${n}" | tr a-z A-Z`);
}

async function walk(page: Page): Promise<BenchResult[]> {
  const bytes = await countBytes(page);
  const [fetched, times]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const at = Math.floor(round / (ROWS - 1)) % 2 === 0 ? (round % (ROWS - 1)) + 1 : ROWS - 2 - (round % (ROWS - 1));
    const key = Math.floor(round / (ROWS - 1)) % 2 === 0 ? "j" : "k";
    const before = bytes();
    await page.evaluate(`expectTerminal("THIS IS ROW ${at}")`);
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>("globalThis.terminalShown"));
    await sleep(SETTLE_MS);
    fetched.push((bytes() - before) / 1024);
  }
  const [most, p95] = [Math.max(...fetched), percentile(times, 0.95)];
  const middle = percentile(fetched, 0.5).toFixed(1);
  return [
    {
      ...{ name: "fetched for one j", floor: "–", ratio: most, unit: "KB (most)" },
      ...{
        reach: `≤ ${REACH_KB}`,
        ok: most <= REACH_KB,
        detail: `p50 ${middle} KB; ${ROWS} rows, each with ${CHANGES * 2} changes of state`,
      },
    },
    {
      ...{ name: "key → terminal of the next row shown", floor: "–", ratio: p95, unit: "ms (p95)" },
      ...{ reach: `≤ ${REACH_P95_MS}`, ok: p95 <= REACH_P95_MS, detail: `${spread(times)}; ${ROUNDS} keys` },
    },
  ];
}

/** Looks once a frame whether the terminal that is shown has the words. */
const WATCH_TERMINALS = `
globalThis.expectTerminal = (words) => {
  let pressed = null;
  addEventListener("keydown", ({ timeStamp }) => { pressed = timeStamp; }, { capture: true, once: true });
  const shows = ({ terminal }) => {
    const { active } = terminal?.buffer ?? {};
    if (active === undefined) return false;
    for (let row = 0; row < terminal.rows; row += 1)
      if (active.getLine(active.baseY + row)?.translateToString(true).includes(words)) return true;
    return false;
  };
  globalThis.terminalShown = new Promise((resolve) => {
    const look = () => {
      const host = pressed === null ? null : document.querySelector('.pane-terminal[data-stale="false"]');
      if (host === null || !shows(host)) return requestAnimationFrame(look);
      whenPainted(host).then((painted) => resolve(painted - pressed));
    };
    look();
  });
};
`;
