import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBuilt } from "./build.mjs";
import { ROOT } from "./setup.mjs";
import { openStage } from "./shots/stage.mjs";
import { LOOKS, VIEWS } from "./shots/views.mjs";

/** Takes screenshots of every view, or only of named ones: `npm run shots -- inbox fleet`. */
const [...wanted] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const outDir = option("out") ?? join(ROOT, ".build", "screenshots");
/** Those that README.md shows; renewed unless the pictures are asked for elsewhere, as those of another build are. */
const shownDir = join(ROOT, "docs", "screenshots");
const webRoot = option("web") ?? join(ROOT, "dist", "web");

if (option("web") === undefined) await ensureBuilt();
mkdirSync(outDir, { recursive: true });
const stage = await openStage(webRoot);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  for (const [look, settings] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ ...settings, reducedMotion: "reduce" });
    await holdKey(context);
    for (const { name, path, prepare, only = Object.keys(LOOKS) } of VIEWS) {
      if (!only.includes(look) || (wanted.length > 0 && !wanted.includes(name))) continue;
      const page = await context.newPage();
      await page.goto(stage.url + path, { waitUntil: "networkidle" });
      await prepare?.(page);
      await page.waitForTimeout(500);
      const terminals = page.locator(".terminal-box");
      for (const terminal of await terminals.all())
        await terminal.locator('.pane-terminal[data-stale="false"]').waitFor();
      await page.waitForTimeout(500);
      const file = `${name}${look === "desktop" ? "" : `-${look}`}.png`;
      await page.screenshot({ path: join(outDir, file) });
      const isShown = option("out") === undefined && existsSync(join(shownDir, file));
      if (isShown) copyFileSync(join(outDir, file), join(shownDir, file));
      console.log(`✓ ${file}`);
      await page.close();
    }
    await context.close();
  }
  for (const path of stage.unanswered) console.error(`✕ ${path} has no answer in scripts/shots: a picture tells of it`);
  if (stage.unanswered.size > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stage.close();
}

/** Pairs the browser, as if the person had opened the dashboard's link before. */
async function holdKey(context) {
  const page = await context.newPage();
  await page.goto(`${stage.url}/#pair=1234`);
  await page.locator('.shell[data-link="live"]').waitFor();
  await page.close();
}
