import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { DESKTOP, expectFit, openDashboard, PHONE } from "../support/page.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const IDENTITY = {
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  ...{ GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x@x", GIT_COMMITTER_NAME: "x", GIT_COMMITTER_EMAIL: "x@x" },
};

it("[WK45, WK63, WK64, UI17] work is checked and finished in the review: steps and message are shown, done, taken back, and refused with a reason", {
  timeout: 240_000,
}, async () => {
  const box = sandbox({ ...IDENTITY, SHELL: "/bin/sh" });
  const directory = join(box.dir, "repository");
  mkdirSync(directory);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", directory, ...words], { encoding: "utf8", env: { ...process.env, ...IDENTITY } });
  git("init", "-q", "-b", "main");
  writeFileSync(join(directory, "a.txt"), "one\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("checkout", "-q", "-b", "work");
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), `[checks]\ntest = "grep two a.txt && test -f .git/good"\n`);
  const { pane, hook } = await claudeWithTranscript(box, { directory });
  writeFileSync(join(directory, "a.txt"), "two\n");
  hook("Stop", { last_assistant_message: "Changed the number. It is two now." });
  await untilPane(box, pane, ({ state, doing }) => state === "completed" && doing?.words !== null);

  const { page, complaints } = await openDashboard(box, DESKTOP);
  const address = new URL(`/pane/host/${pane.slice(1)}`, page.url()).href;
  await page.goto(address);
  await page.getByRole("button", { name: "Changes" }).click();
  await page.getByRole("region", { name: "a.txt" }).waitFor();
  const checks = page.getByRole("list", { name: "Checks" });
  await checks.getByText("not run yet").waitFor();
  await checks.getByRole("button", { name: "Run test" }).click();
  await checks.getByText("failed with 1").waitFor();
  await checks.getByRole("button", { name: "Output of test" }).click();
  await checks.getByText("two", { exact: true }).waitFor();
  await expectFit(page);
  writeFileSync(join(directory, ".git", "good"), "");
  await checks.getByRole("button", { name: "Run test" }).click();
  await checks.getByText("passed").waitFor();
  // the row of the agent says it, too
  const list = await openDashboard(box, DESKTOP);
  await list.page.getByRole("link", { name: /^Fleet/ }).click();
  await list.page.locator("tr.pane", { hasText: "claude" }).getByText("test passed", { exact: true }).waitFor();
  await list.page.close();
  await page.getByRole("button", { name: "Finish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Finish the work of" });
  const message = dialog.getByRole("textbox", { name: "Message" });
  await message.waitFor();
  expect(await message.inputValue()).toBe("Changed the number\n\nIt is two now.");
  await dialog.getByLabel("What to do").selectOption("squash");
  await dialog.getByText("1 file on work as one commit").waitFor();
  await dialog.getByLabel("What to do").selectOption("merge");
  await dialog.getByText("work into main").waitFor();
  await message.fill("By hand");
  await expectFit(page);
  await dialog.getByRole("checkbox", { name: "Push" }).check();
  await dialog.getByRole("alert").getByText("no remote is known to push to").waitFor();
  await dialog.getByRole("checkbox", { name: "Push" }).uncheck();
  await dialog.getByRole("button", { name: "Do these 2 steps" }).click();
  await dialog.getByRole("button", { name: "Take it back…" }).click();
  expect(git("log", "--format=%s", "main")).toBe("By hand\nfirst\n");
  await dialog.getByText("its changes are uncommitted again").waitFor();
  await dialog.getByRole("button", { name: "Take it back", exact: true }).click();
  await dialog.getByRole("button", { name: "Do these 2 steps" }).waitFor();
  expect(git("log", "--format=%s", "--branches")).toBe("first\n");
  // the refusal, as the browser tells it
  expect(complaints).toEqual([expect.stringContaining("status of 400")]);

  const phone = await openDashboard(box, PHONE);
  await phone.page.goto(address);
  await phone.page.getByRole("button", { name: "Changes" }).click();
  await phone.page.getByRole("button", { name: "Finish…" }).click();
  const small = phone.page.getByRole("dialog", { name: "Finish the work of" });
  await small.getByRole("textbox", { name: "Message" }).waitFor();
  await expectFit(phone.page);
  const fields = small.locator("select, textarea");
  const sizes = await fields.evaluateAll((each) => each.map((field) => getComputedStyle(field).fontSize));
  expect(sizes).toEqual(["16px", "16px"]);
  await small.getByRole("button", { name: "Do this" }).click();
  await small.getByRole("button", { name: "Take it back…" }).waitFor();
  await until(() => git("log", "-1", "--format=%s", "work") === "Changed the number\n");
});
