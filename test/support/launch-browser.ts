import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { delayDaemon } from "./page-lag.ts";

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const CHROMIUM = "/usr/bin/chromium";
/** Shorter than a test's timeout, so that a failure says what it was waiting for. */
export const PATIENCE_MS = 60_000;

export interface Viewport {
  width: number;
  height: number;
  /** A touch device without a keyboard. */
  isTouched?: boolean;
}

/** A real Chromium with a profile of its own, closed by the caller. */
export async function launchBrowser(
  { isTouched = false, ...viewport }: Viewport,
  flags: readonly string[] = [],
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "agtmux-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: [...FLAGS, ...flags],
    viewport,
    hasTouch: isTouched,
    isMobile: isTouched,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await delayDaemon(context);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
