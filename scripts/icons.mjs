import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ROOT } from "./setup.mjs";

/** Draws the icons of the installed page from favicon.svg: `node scripts/icons.mjs`. */
const PUBLIC = join(ROOT, "src", "web", "public");
const GROUND = "#1d2230";
const ICONS = [
  { name: "icon-192", size: 192, scale: 1 },
  { name: "icon-512", size: 512, scale: 1 },
  // phones round the corners themselves
  { name: "icon-180", size: 180, scale: 1, ground: GROUND },
  // platforms may crop it to any shape, down to a circle of 80 percent
  { name: "maskable-512", size: 512, scale: 0.72, ground: GROUND },
];

const drawing = readFileSync(join(PUBLIC, "favicon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  mkdirSync(join(PUBLIC, "icons"), { recursive: true });
  for (const { name, size, scale, ground = "transparent" } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = Math.round(size * scale);
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${side}px;height:${side}px}</style>${drawing}`,
    );
    const picture = await page.screenshot({ omitBackground: true });
    writeFileSync(join(PUBLIC, "icons", `${name}.png`), picture);
    await page.close();
    console.log(`✓ icons/${name}.png (${picture.length} bytes)`);
  }
} finally {
  await browser.close();
}
