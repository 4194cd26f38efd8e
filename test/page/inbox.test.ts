import { describe, expect, it } from "vitest";
import { askingProgram } from "../support/asking-program.ts";
import { FIXED_PORT } from "../support/fixed-port.ts";
import {
  DESKTOP,
  expectFit,
  expectThumbSized,
  forgetKey,
  goByKeys,
  openDashboard,
  PHONE,
  untilKeysAct,
} from "../support/page.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** A pane with a program that asks a question by a marker. */
async function asking(box: Sandbox, name: string, question: string) {
  const pane = await box.registered(name);
  const { command, read } = askingProgram(box.dir, name, question);
  box.type(pane, command);
  await untilPane(box, pane, ({ attention }) => attention?.message === question);
  return { pane, read };
}

/** A pane with a program that asks by a squad signal, with these fields. */
async function signalled(box: Sandbox, name: string, fields: string) {
  const pane = await box.registered(name);
  const { command, read } = askingProgram(box.dir, name, "");
  box.type(pane, `agtmux squad-signal needs_input '{"taskId":"t1",${fields}}' && ${command}`);
  await untilPane(box, pane, ({ attention }) => attention !== null);
  return { pane, read };
}

async function saying(box: Sandbox, name: string, state: string, words: string) {
  const pane = await box.registered(name);
  box.type(pane, `agtmux signal ${state} "${words}"`);
  await untilPane(box, pane, ({ attention }) => attention?.message === words);
  return pane;
}

describe("the inbox in a real browser", () => {
  it("[UI1, UI2, UI10, UI17] rows are answered with the keyboard alone, one after the other, and leave", async () => {
    const box = sandbox();
    await box.startDaemon();
    const first = await asking(box, "api", "Which database?");
    const second = await asking(box, "web", "Which colour?");
    await saying(box, "docs", "needs_testing", "All <b>done</b>");
    const { page, complaints } = await openDashboard(box);
    const rows = page.locator(".ask:not([data-gone=true])");
    await until(async () => (await rows.count()) === 3);
    expect(await page.locator(".ask-words").allTextContents()).toEqual([
      "Which database?",
      "Which colour?",
      "All <b>done</b>",
    ]);
    const row = page.getByRole("article", { name: "Which database?" });
    await row.getByText("host/api").waitFor();
    await row.getByText(/by marker · \w+ confidence/).waitFor();
    expect(await page.title()).toBe("(2) agtmux");

    // the first row is selected: no key is needed before answering
    await untilKeysAct(page, "Which database?");
    await page.keyboard.press("r");
    await page.keyboard.type("Post");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("gres");
    await page.keyboard.press("Enter");
    await until(() => first.read().length === 1);
    expect(first.read()).toEqual(["Postgres"]);
    await untilKeysAct(page, "Which colour?");
    await page.keyboard.press("r");
    await page.keyboard.type("x");
    await page.keyboard.press("Escape");
    await page.locator(".reply").waitFor({ state: "detached" });
    await untilKeysAct(page, "Which colour?");
    await page.keyboard.press("r");
    await page.keyboard.type("blue");
    await page.keyboard.press("Enter");
    await until(() => second.read().length === 1);
    await untilKeysAct(page, "All <b>done</b>");
    await page.keyboard.press("e");
    await page.getByRole("heading", { name: "Nobody needs you" }).waitFor();
    expect([first.read(), second.read()]).toEqual([["Postgres"], ["blue"]]);
    expect(await page.title()).toBe("agtmux");
    expect(complaints).toEqual([]);
  }, 180_000);

  it("[UI2, UI10] one key picks an option by its number or approves, and the agent gets it", async () => {
    const box = sandbox();
    await box.startDaemon();
    const options = '[{"label":"Postgres","value":"pg"},{"label":"SQLite","value":"lite"}]';
    const choice = await signalled(
      box,
      "api",
      `"question":"Which database?","questionType":"choice","options":${options}`,
    );
    const approval = await signalled(box, "web", `"question":"Delete 5 files?","questionType":"approval"`);
    const { page } = await openDashboard(box);
    await page.getByRole("article", { name: "Which database?" }).getByRole("button", { name: "2 SQLite" }).waitFor();
    expect(await page.getByRole("button", { name: "Approve a" }).count()).toBe(0);
    await untilKeysAct(page, "Which database?");
    await page.keyboard.press("2");
    await until(() => choice.read().length === 1);
    await untilKeysAct(page, "Delete 5 files?");
    await page.keyboard.press("y");
    await until(() => approval.read().length === 1);
    expect([choice.read(), approval.read()]).toEqual([["lite"], ["yes"]]);
    await page.getByRole("heading", { name: "Nobody needs you" }).waitFor();
  });

  it("[UI1] a row handled in one tab disappears from the other", async () => {
    const box = sandbox();
    await box.startDaemon();
    await saying(box, "docs", "needs_testing", "Release notes written");
    await saying(box, "web", "error", "Build failed");
    const { page } = await openDashboard(box);
    const other = await page.context().newPage();
    await other.goto(new URL("/", page.url()).href);
    await other.getByRole("article", { name: "Release notes written" }).waitFor();
    const row = page.getByRole("article", { name: "Release notes written" });
    await row.hover();
    await row.getByRole("button", { name: "Seen" }).click();
    await other.getByRole("article", { name: "Release notes written" }).waitFor({ state: "detached" });
    await other.getByRole("article", { name: "Build failed" }).waitFor();
    await other.getByText("1 blocked", { exact: true }).first().waitFor();
  });

  it("[UI10] a refusal names the guard and offers to look again", async () => {
    const box = sandbox();
    await box.startDaemon();
    // the pane has a shell, which would run the reply as a command
    await saying(box, "work", "needs_input", "May I go on?");
    const { page } = await openDashboard(box);
    await untilKeysAct(page, "May I go on?");
    await page.keyboard.press("r");
    await page.keyboard.type("yes");
    await page.keyboard.press("Enter");
    const refusal = page.getByRole("alert");
    await refusal.getByText(/Reply was refused by the shell guard: .*E_AT_SHELL/).waitFor();
    await refusal.getByRole("button", { name: "Look again" }).click();
    await refusal.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Reply/ }).waitFor();
  });

  it("[WB19] a page without a key may look, says how to get the right to act, and is refused", async () => {
    const box = sandbox();
    await box.startDaemon();
    await saying(box, "work", "error", "Build failed");
    const { page } = await openDashboard(box);
    expect(page.url()).not.toContain("key");
    await forgetKey(page);
    await page.reload();
    await page
      .getByText(/This page may look, and not act/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Mark as seen/ }).click();
    await page
      .getByRole("alert")
      .getByText(/refused by the key guard/)
      .waitFor();
    expect((await box.panes()).summary.needs_action).toBe(1);
  });

  it("[WB19] a link that is opened in the tab of the page pairs it", async () => {
    const box = sandbox();
    await box.startDaemon();
    await saying(box, "work", "error", "Build failed");
    const { page } = await openDashboard(box);
    await forgetKey(page);
    await page.reload();
    const mayOnlyLook = page.getByText(/This page may look, and not act/).first();
    await mayOnlyLook.waitFor();
    await page.goto((await box.status()).dashboard ?? "");
    await page.waitForURL(({ hash }) => hash === "");
    await page.locator('.shell[data-link="live"]').waitFor();
    await mayOnlyLook.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Mark as seen/ }).click();
    await until(async () => (await box.panes()).summary.needs_action === 0);
  });

  it("[UI15] rows stay under the pointer whatever becomes of them, and new ones announce themselves at the top", async () => {
    const box = sandbox();
    await box.startDaemon();
    const first = await saying(box, "one", "needs_testing", "First is done");
    await saying(box, "two", "needs_testing", "Second is done");
    const { page } = await openDashboard(box);
    const second = page.getByRole("article", { name: "Second is done" });
    await second.hover();
    const before = await second.boundingBox();
    box.type(first, "agtmux signal working busy");
    await page.getByText(/^Handled: /).waitFor();
    await saying(box, "three", "error", "Third has failed");
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await second.boundingBox()).toEqual(before);
    expect(await page.getByRole("log").textContent()).toContain("Third has failed");
    await page.getByRole("button", { name: "1 new" }).click();
    await page.locator('.ask[aria-current="true"]').getByText("Third has failed").waitFor();
    await page.mouse.move(1_200, 600);
    await page.getByText(/^Handled: /).waitFor({ state: "detached" });
  });

  it("[UI17, UI30] fits a phone: a row opens as a sheet, buttons are as large as thumbs, axe finds nothing", async () => {
    const box = sandbox();
    await box.startDaemon();
    await asking(box, "api", "Which database?");
    await saying(box, "docs", "error", "Build failed");
    const { page } = await openDashboard(box, { ...PHONE, isTouched: true });
    await page.getByRole("article", { name: "Build failed" }).waitFor();
    await expectFit(page);
    await expectThumbSized(page);
    await page.getByRole("article", { name: "Which database?" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("heading", { name: "Which database?" }).waitFor();
    await expectThumbSized(page);
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("link", { name: /^Fleet/ }).click();
    await page.getByRole("heading", { name: "Fleet" }).waitFor();
  });

  it("[UI17] fits a desktop in both themes, with the palette and the help open as well", async () => {
    const box = sandbox();
    await box.startDaemon();
    await asking(box, "api", "Which database?");
    const { page } = await openDashboard(box, DESKTOP);
    await page.getByRole("article", { name: "Which database?" }).waitFor();
    await expectFit(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await expectFit(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    await expectFit(page);
    await page.keyboard.type("fleet");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Fleet" }).waitFor();
    await goByKeys(page, "i");
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  it("[UI18] shows the equal commands, and copies them", async () => {
    const box = sandbox();
    await box.startDaemon();
    const { pane } = await asking(box, "api", "Which database?");
    const { ref } = await box.pane(pane);
    const { page } = await openDashboard(box);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("article", { name: "Which database?" }).waitFor();
    await page.keyboard.press("c");
    const row = page.getByRole("article", { name: "Which database?" });
    await row.getByText(`agtmux attach ${ref}`).waitFor();
    await row.getByRole("button", { name: "Copy command" }).last().click();
    await row.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`agtmux attach ${ref}`);
  });

  it("[UI16] opens while the daemon is down with what was last known, says so, and catches up by itself", async () => {
    const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT), AGTMUX_ORIGIN: "keep" });
    await box.startDaemon();
    await saying(box, "docs", "needs_testing", "Release notes written");
    const { page } = await openDashboard(box);
    await page.getByRole("article", { name: "Release notes written" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await until(() => page.evaluate(async () => (await caches.match("/")) !== undefined));
    await box.agtmux(["daemon", "stop"]);
    await page.getByText(/The daemon has not answered for/).waitFor();
    await page.reload();
    await page.getByText(/What you see is from \d\d:\d\d/).waitFor();
    await page.getByRole("article", { name: "Release notes written" }).waitFor();
    await box.startDaemon();
    await page.locator('.shell[data-link="live"]').waitFor();
    await saying(box, "web", "error", "Build failed");
    await page.getByRole("article", { name: "Build failed" }).waitFor();
  });
});
