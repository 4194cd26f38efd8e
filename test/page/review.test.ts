import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { DESKTOP, expectFit, openDashboard, PHONE } from "../support/page.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

it("[WK30, WK31, WK32] changes are reviewed file by file, commented on in one message, marked as viewed, and undone", {
  timeout: 240_000,
}, async () => {
  const box = sandbox();
  const directory = join(box.dir, "repository");
  mkdirSync(directory);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", directory, "-c", "user.name=x", "-c", "user.email=x@x", ...words]);
  git("init", "-q", "-b", "main");
  writeFileSync(join(directory, "a.txt"), "one\ntwo\nthree\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  const { pane, hook } = await claudeWithTranscript(box, { directory });
  hook("Stop", { last_assistant_message: "Ready." });
  await untilPane(box, pane, ({ state }) => state === "completed");
  hook("UserPromptSubmit", { prompt: "Change it" });
  await until(async () => (await box.agtmux(["diff", pane, "--since", "turn"])).code === 0);
  writeFileSync(join(directory, "a.txt"), "one\n2\nthree\n");
  writeFileSync(join(directory, "b.txt"), "new\n");
  hook("Stop", { last_assistant_message: "Done." });
  await untilPane(box, pane, ({ state }) => state === "completed");

  const { page, complaints } = await openDashboard(box, DESKTOP);
  const address = new URL(`/pane/host/${pane.slice(1)}`, page.url()).href;
  await page.goto(address);
  await page.getByRole("button", { name: "Changes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 file, +1 −1, 1 new, not known to git").waitFor();
  const fresh = dialog.getByRole("region", { name: "b.txt" });
  await fresh.getByRole("button", { name: "Comment on line 1", exact: true }).click();
  await fresh.getByRole("textbox", { name: "Comment on line 1" }).fill("Is it needed?");
  await fresh.getByRole("button", { name: "Keep comment" }).click();
  await dialog.getByRole("button", { name: "Send 1 comment" }).waitFor();
  await fresh.getByRole("button", { name: "Delete" }).click();
  await dialog.getByLabel("Since").selectOption("turn");
  await dialog.getByRole("region", { name: "b.txt" }).waitFor();
  await dialog.getByRole("button", { name: "Side by side" }).click();
  await dialog.getByRole("button", { name: "Comment on line 2", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Comment on line 2" }).fill("Why a number?");
  await dialog.getByRole("button", { name: "Keep comment" }).click();
  await dialog.getByRole("button", { name: "Send 1 comment" }).waitFor();
  await expectFit(page);
  const marked = dialog.getByRole("region", { name: "b.txt" });
  await marked.getByRole("checkbox", { name: "Viewed" }).check();
  await marked.getByRole("button", { name: "b.txt", expanded: false }).waitFor();

  // drafts and marks outlive the dialog and the page
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Changes" }).click();
  await dialog.getByLabel("Since").selectOption("turn");
  await dialog
    .getByRole("region", { name: "b.txt" })
    .getByRole("checkbox", { name: "Viewed", checked: true })
    .waitFor();
  await dialog.getByRole("button", { name: "Send 1 comment" }).waitFor();

  await dialog.getByRole("button", { name: "Undo this turn…" }).click();
  await dialog.getByText("changes back a.txt").waitFor();
  await dialog.getByRole("button", { name: "Undo 2 files" }).click();
  await until(
    // git writes it anew, so there is a moment without it
    () =>
      existsSync(join(directory, "a.txt")) && readFileSync(join(directory, "a.txt"), "utf8") === "one\ntwo\nthree\n",
    async () => (await dialog.textContent()) ?? "",
  );
  await dialog.getByText("Nothing has changed in").waitFor();
  await dialog.getByRole("button", { name: "Send 1 comment" }).click();
  await dialog.getByRole("button", { name: "Send 0 comments" }).waitFor();
  await until(() => /A comment on your changes:\s+a\.txt:2\s+> 2\s+Why a number\?/.test(box.screen(pane)));
  expect(complaints).toEqual([]);

  writeFileSync(join(directory, "a.txt"), "one\n2\nthree\n");
  const phone = await openDashboard(box, { ...PHONE, isTouched: true });
  await phone.page.goto(address);
  await phone.page.getByRole("button", { name: "Changes" }).tap();
  const changed = phone.page.getByRole("dialog").last().getByRole("region", { name: "a.txt" });
  await changed.locator('.review-text[data-change="added"]').tap();
  await changed.getByRole("textbox", { name: "Comment on line 2" }).waitFor();
  await expectFit(phone.page);
});
