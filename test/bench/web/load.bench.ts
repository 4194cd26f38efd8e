import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_LOAD_REACH_KB, firstLoadKb } from "../../support/first-load.ts";
import { calling } from "../../support/inbox-crowd.ts";
import { launchBrowser } from "../../support/launch-browser.ts";
import { DESKTOP } from "../../support/page.ts";
import { startPageServer } from "../../support/page-server.ts";
import type { BenchResult } from "../bench-result.ts";

const ROWS = 10;

/** The size of what a browser fetches before it shows anything, and before it shows the first row, as the daemon sends it. */
export async function benchLoad(): Promise<BenchResult[]> {
  const panes = Array.from({ length: ROWS }, (_, n) => calling(n, "input", `Which of ${n}?`));
  const dir = mkdtempSync(join(tmpdir(), "agtmux-load-"));
  const server = await startPageServer(panes, dir);
  try {
    const { sent, plain } = await firstLoadKb(Number(new URL(server.link).port));
    const row = await firstRowKb(server.newLink());
    return [
      {
        name: "the page's first load",
        floor: "–",
        ratio: sent,
        unit: "KB (brotli)",
        reach: `≤ ${FIRST_LOAD_REACH_KB}`,
        ok: sent <= FIRST_LOAD_REACH_KB,
        detail: `${plain.toFixed(0)} KB uncompressed`,
      },
      {
        name: "all that is fetched until the first row is shown",
        floor: "–",
        ratio: row,
        unit: "KB",
        reach: `≤ ${FIRST_LOAD_REACH_KB}`,
        ok: row <= FIRST_LOAD_REACH_KB,
        detail: `inbox with ${ROWS} rows; the terminal beside it is loaded after that`,
      },
    ];
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function firstRowKb(link: string): Promise<number> {
  const { context, close } = await launchBrowser(DESKTOP);
  try {
    const page = await context.newPage();
    await page.addInitScript(WATCH_FIRST_ROW);
    await page.route(/\/v1\/questions$/, (route) =>
      route.fulfill({ json: { schema_version: 1, generated_at: Date.now(), items: [] } }),
    );
    await page.goto(link);
    return (await page.evaluate<number>("globalThis.firstRowBytes")) / 1024;
  } finally {
    await close();
  }
}

/** Adds up what has come when the first row is there: files and answers as they were sent, and texts of sockets. */
const WATCH_FIRST_ROW = `
let heard = 0;
const Real = WebSocket;
globalThis.WebSocket = class extends Real {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => { heard += data.length ?? data.byteLength; });
  }
};
globalThis.firstRowBytes = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (document.querySelector(".ask") === null) return;
    observer.disconnect();
    const now = performance.now();
    const came = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    resolve(came.filter(({ responseEnd }) => responseEnd <= now).reduce((sum, { transferSize }) => sum + transferSize, heard));
  }).observe(document, { childList: true, subtree: true });
});
`;
