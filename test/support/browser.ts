import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { CHROMIUM, FLAGS, launchBrowser, PATIENCE_MS, type Viewport } from "./launch-browser.ts";
import { delayDaemon } from "./page-lag.ts";

let shared: Promise<Browser> | null = null;

// benchmarks load this file too, and have no suite that ends
if (process.env.VITEST === "true") afterAll(async () => (await shared)?.close());

/** Windows of a real Chromium that keep nothing from other tests; one Chromium serves all tests of a file. */
export async function browser({ isTouched = false, ...viewport }: Viewport): Promise<BrowserContext> {
  shared ??= chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  const context = await (await shared).newContext({ viewport, hasTouch: isTouched, isMobile: isTouched });
  context.setDefaultTimeout(PATIENCE_MS);
  await delayDaemon(context);
  onTestFinished(() => context.close());
  return context;
}

/** A Chromium with a profile and flags of its own, closed when the test ends. */
export async function ownBrowser(viewport: Viewport, flags: readonly string[] = []): Promise<BrowserContext> {
  const { context, close } = await launchBrowser(viewport, flags);
  onTestFinished(close);
  return context;
}
