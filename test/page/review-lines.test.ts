import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { DESKTOP, expectFit, openDashboard } from "../support/page.ts";
import { sandbox } from "../support/sandbox.ts";

const LINES = 10_000;
/** One pixel each. */
const RED = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const BLUE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

it("[WK33, WK34] lines have the colours of their language, whitespace can be ignored, 10,000 lines are drawn as they are scrolled to, more lines are shown around changes, and pictures as they were and are", {
  timeout: 240_000,
}, async () => {
  const box = sandbox();
  const directory = join(box.dir, "repository");
  mkdirSync(directory);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=x", "-c", "user.email=x@x", ...words]);
  git("init", "-q", "-b", "main");
  writeFileSync(join(directory, "a.ts"), 'const a = "one"; // first\nlet b = 2;\n');
  writeFileSync(join(directory, "long.ts"), "");
  const middle = (text: string) => [...Array(30).keys(), text, ...Array(30).keys()].join("\n");
  writeFileSync(join(directory, "middle.txt"), middle("old"));
  writeFileSync(join(directory, "p.png"), Buffer.from(RED, "base64"));
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  writeFileSync(join(directory, "a.ts"), '  const a = "one"; // first\nlet b = 3;\n');
  writeFileSync(join(directory, "middle.txt"), middle("new"));
  writeFileSync(join(directory, "p.png"), Buffer.from(BLUE, "base64"));
  const long = Array.from({ length: LINES }, (_, n) => `let a = ${n};\n`);
  writeFileSync(join(directory, "long.ts"), long.join(""));
  const { pane } = await claudeWithTranscript(box, { directory });

  const { page, complaints } = await openDashboard(box, DESKTOP);
  await page.goto(new URL(`/pane/host/${pane.slice(1)}`, page.url()).href);
  await page.getByRole("button", { name: "Changes" }).click();
  const dialog = page.getByRole("dialog");
  const short = dialog.getByRole("region", { name: "a.ts" });
  await short.locator('[data-change="added"] [data-colour="keyword"]', { hasText: "const" }).waitFor();
  await short.locator('[data-change="removed"] [data-colour="comment"]', { hasText: "// first" }).waitFor();
  await expectFit(page);
  expect(await short.locator('[data-change="added"]').count()).toBe(2);
  await dialog.getByRole("button", { name: "Ignore whitespace" }).click();
  await dialog.getByRole("button", { name: "Ignore whitespace", pressed: true }).waitFor();
  expect(await short.locator('[data-change="added"]').allTextContents()).toEqual(["+let b = 3;"]);
  expect(await short.locator('[data-change="context"]').count()).toBe(1);

  const region = dialog.getByRole("region", { name: "long.ts" });
  await region.getByRole("button", { name: "long.ts" }).click();
  await region.getByText("let a = 0;").waitFor();
  // the end is in the page, so that it can be searched for, and gets its colours when it is scrolled to
  const last = region.locator("tr").last();
  expect(await last.textContent()).toContain(`let a = ${LINES - 1};`);
  expect(await last.locator("[data-colour]").count()).toBe(0);
  await last.scrollIntoViewIfNeeded();
  await last.locator('[data-colour="keyword"]').first().waitFor();

  const pictures = dialog.getByRole("region", { name: "p.png" }).getByRole("img");
  await pictures.nth(1).scrollIntoViewIfNeeded();
  expect(await pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth))).toEqual([
    1, 1,
  ]);
  const around = dialog.getByRole("region", { name: "middle.txt" }).locator('[data-change="context"]');
  expect(await around.count()).toBe(6);
  const viewed = dialog.getByRole("region", { name: "a.ts" }).getByRole("checkbox", { name: "Viewed" });
  await viewed.check();
  await dialog.getByLabel("Around changes").selectOption("20 lines");
  await around.nth(39).waitFor();
  expect(await around.count()).toBe(40);
  expect(await viewed.isChecked()).toBe(true);
  await expectFit(page);
  expect(complaints).toEqual([]);
});
