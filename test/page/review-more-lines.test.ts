import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { DESKTOP, expectFit, openDashboard, PHONE } from "../support/page.ts";
import { sandbox } from "../support/sandbox.ts";

const NAME = "src/it's long.txt";
const LINES = 300;

it("[WK34] shows more lines between changes, above the first and below the last, by keyboard and on a phone", {
  timeout: 240_000,
}, async () => {
  const box = sandbox();
  const directory = join(box.dir, "repository");
  mkdirSync(join(directory, "src"), { recursive: true });
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=x", "-c", "user.email=x@x", ...words]);
  const write = (...changed: number[]) => {
    const lines = Array.from({ length: LINES }, (_, n) => (changed.includes(n + 1) ? `new ${n + 1}` : `line ${n + 1}`));
    writeFileSync(join(directory, NAME), `${lines.join("\n")}\n`);
  };
  git("init", "-q", "-b", "main");
  write();
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  write(100, 130);
  // the agent works below the top, from where git tells names
  const { pane } = await claudeWithTranscript(box, { directory: join(directory, "src") });

  const { page, complaints } = await openDashboard(box, DESKTOP);
  const address = new URL(`/pane/host/${pane.slice(1)}`, page.url()).href;
  await page.goto(address);
  await page.getByRole("button", { name: "Changes" }).click();
  const file = page.getByRole("dialog").getByRole("region", { name: NAME });
  const line = (number: number) => file.getByText(`line ${number}`, { exact: true });
  const named = (name: string) => file.getByRole("button", { name, exact: true });
  await named("Show all 96 lines").waitFor();
  expect(await line(96).count()).toBe(0);

  await named("Show 20 lines above").first().press("Enter");
  await line(77).waitFor();
  await named("Show all 76 lines").waitFor();
  expect(await line(76).count()).toBe(0);
  // who works by keyboard goes on there
  await file.locator('[aria-label="Comment on line 77"]:focus').waitFor();
  // what was begun to be written stays when lines are shown around it
  await named("Comment on line 127").click();
  await file.getByRole("textbox", { name: "Comment on line 127" }).fill("Why?");
  await named("Show 20 lines below").first().click();
  await line(123).waitFor();
  await named("Show all 3 lines").click();
  await line(126).waitFor();
  expect(await file.locator(".review-hunk").allTextContents()).toEqual([
    expect.stringContaining("@@ -77,57 +77,57 @@"),
  ]);
  expect(await file.getByRole("textbox", { name: "Comment on line 127" }).inputValue()).toBe("Why?");
  await named("Show all 167 lines").click();
  await line(LINES).waitFor();
  await named("Show all 76 lines").click();
  await line(1).waitFor();
  expect(await file.locator('[data-change="context"]').count()).toBe(LINES - 2);
  expect(await file.getByRole("button", { name: /^Show / }).count()).toBe(0);
  await expectFit(page);

  const phone = await openDashboard(box, PHONE);
  await phone.page.goto(address);
  await phone.page.getByRole("button", { name: "Changes" }).click();
  const small = phone.page.getByRole("dialog").getByRole("region", { name: NAME });
  await small.getByText("line 97", { exact: true }).waitFor();
  // the file has changed since: all of it is read again instead of mixing two of them
  write(100, 130, 131);
  await small.getByRole("button", { name: "Show all 96 lines" }).click();
  await small.getByText("+new 131", { exact: true }).waitFor();
  await small.getByRole("button", { name: "Show all 96 lines" }).click();
  await small.getByText("line 1", { exact: true }).waitFor();
  await expectFit(phone.page);
  expect([complaints, phone.complaints]).toEqual([[], []]);
});
