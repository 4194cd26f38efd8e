import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { onTestFinished } from "vitest";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface Viewport {
  width: number;
  height: number;
  /** Fingers, and no keys. */
  isTouched?: boolean;
}

/** A real Chromium with a profile of its own, closed when the test ends. */
export async function browser(viewport: Viewport, flags: readonly string[] = []): Promise<BrowserContext> {
  const { context, close } = await launchBrowser(viewport, flags);
  onTestFinished(close);
  return context;
}

/** The same for whoever closes it himself. */
export async function launchBrowser(
  { isTouched = false, ...viewport }: Viewport,
  flags: readonly string[] = [],
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "agtmux-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: [...FLAGS, ...flags],
    viewport,
    hasTouch: isTouched,
    isMobile: isTouched,
  });
  // sooner than the test's own, so that a failure says what was waited for
  context.setDefaultTimeout(15_000);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
