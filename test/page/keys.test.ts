import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { askingAgents as agents, approvalIn } from "../support/asking-agents.ts";
import { DESKTOP, openDashboard, PHONE, untilApprovalActs } from "../support/page.ts";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";

const SLOW_MS = 1_000;
const FIRST_WORD = "please";
const OTHER_WORDS = " wait a moment";
const WORDS = FIRST_WORD + OTHER_WORDS;
/** The fake agent's record for keys that none of its dialogs takes. */
const STRAYS = [...WORDS].map((stray) => ({ stray }));

/**
 * The dashboard, whose terminals hear nothing until `slowMs` after `openTerminals` is called. Beside the list a terminal
 * would otherwise be open before its key is pressed.
 */
async function openSlowly(box: Sandbox, viewport: typeof DESKTOP, slowMs: number) {
  const { page } = await openDashboard(box, viewport);
  let openTerminals = () => {};
  const opened = new Promise<void>((resolve) => {
    openTerminals = resolve;
  });
  await page.routeWebSocket(/\/v1\/terminal\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void opened.then(() => setTimeout(() => socket.send(message), slowMs)));
  });
  await page.reload();
  await page.locator('.shell[data-link="live"]').waitFor();
  return { page, openTerminals };
}

/** Presses keys without a gap, and waits for words that stand there for a moment only. */
async function pressAtOnce(page: Page, keys: readonly string[], ...told: Locator[]): Promise<void> {
  await Promise.all([...told.map((words) => words.waitFor()), ...keys.map((key) => page.keyboard.press(key))]);
}

describe("keys that never surprise", () => {
  for (const [name, viewport, slowMs, delay] of [
    ["at once, into a slow terminal", DESKTOP, SLOW_MS, 0],
    ["at human speed, into a slow terminal", DESKTOP, SLOW_MS, 120],
    ["at once", DESKTOP, 0, 0],
    ["at human speed, on a phone's width, into a slow terminal", PHONE, SLOW_MS, 120],
    ["at once, on a phone's width", PHONE, 0, 0],
  ] as const)
    it(`[UI23] what is typed after t, ${name}, is for that terminal, and approves nothing`, async () => {
      const { box, api, web } = await agents("api", "web");
      await approvalIn(box, api, "npm run migrate");
      await approvalIn(box, web, "rm -rf build");
      const { page, openTerminals } = await openSlowly(box, viewport, slowMs);
      await untilApprovalActs(page, "npm run migrate");
      await page.keyboard.press("t");
      await page.keyboard.type(FIRST_WORD, { delay });
      openTerminals();
      await page.keyboard.type(OTHER_WORDS, { delay });
      await until(
        () => api.read().length >= WORDS.length,
        () => JSON.stringify([api.read(), web.read()]),
      );
      expect([api.read(), web.read()]).toEqual([STRAYS, []]);
      await page.locator('.terminal-box[data-typing="true"]').waitFor();
      expect(await page.locator(".reply").count()).toBe(0);
    }, 180_000);

  it("[UI23] a key acts once its row has stood still and the keyboard has been quiet, and says so where it was too soon", async () => {
    const { box, api, web } = await agents("api", "web");
    await approvalIn(box, api, "npm run migrate");
    await approvalIn(box, web, "rm -rf build");
    const { page } = await openDashboard(box);
    await untilApprovalActs(page, "npm run migrate");
    // in quick succession: the person types a word and means no row
    await pressAtOnce(page, ["q", "a", "d", "a", "r", "s", "x"], page.getByText("Too soon: x did nothing"));
    expect(await page.locator(".reply, [role=alertdialog]").count()).toBe(0);
    // a repeated key answers one row, and does not answer the next one
    await untilApprovalActs(page, "npm run migrate");
    await pressAtOnce(page, ["a", "a", "a"]);
    await until(() => api.read().length === 1);
    // a newly selected row ignores keys for a moment; keys that move the selection are exempt
    await untilApprovalActs(page, "rm -rf build");
    await page.keyboard.press("k");
    const other = page.getByRole("article", { name: "rm -rf build" });
    await pressAtOnce(page, ["j", "d"], other.getByText("Too soon: d did nothing"));
    expect([api.read(), web.read()]).toEqual([[{ picked: "Yes" }], []]);
    await untilApprovalActs(page, "rm -rf build");
    await page.keyboard.press("d");
    await until(() => web.read().length === 1);
    expect(web.read()).toEqual([{ picked: "No" }]);
  }, 180_000);

  it("[UI23] nor do the space bar and Enter press a button in the middle of a sentence", async () => {
    const { box, api } = await agents("api");
    await approvalIn(box, api, "npm run migrate");
    const { page } = await openDashboard(box);
    await untilApprovalActs(page, "npm run migrate");
    await page.getByRole("button", { name: /^Approve/ }).focus();
    await untilApprovalActs(page, "npm run migrate");
    await pressAtOnce(page, ["q", " ", "Enter"], page.getByText(/Too soon: (space|Enter) did nothing/));
    await untilApprovalActs(page, "npm run migrate");
    expect(api.read()).toEqual([]);
    await page.keyboard.press("Enter");
    await until(() => api.read().length === 1);
    expect(api.read()).toEqual([{ picked: "Yes" }]);
  }, 180_000);

  it("[UI24] while keys wait for a terminal, none of them presses the button that has the focus", async () => {
    const { box, api } = await agents("api");
    await approvalIn(box, api, "npm run migrate");
    const { page } = await openDashboard(box);
    await page.routeWebSocket(/\/v1\/terminal\//, () => undefined);
    await page.reload();
    await untilApprovalActs(page, "npm run migrate");
    await page.getByRole("button", { name: /^Approve/ }).focus();
    await page.keyboard.press("t");
    // each after a pause, so that it would act
    for (const key of ["Shift+Enter", "Control+Space", "Meta+Enter", "Enter", "Space"]) {
      await untilApprovalActs(page, "npm run migrate");
      await page.keyboard.press(key);
    }
    // after ten seconds it waits no more; the keys are shown all the same
    await page
      .locator(".typing-ahead")
      .getByText(/(?:waits for it|Dropped): ⏎⟨C-Space⟩⏎/)
      .waitFor();
    await untilApprovalActs(page, "npm run migrate");
    expect([api.read(), await page.getByText("Approve:").count()]).toEqual([[], 0]);
  }, 180_000);

  it("[UI23] nor does a click that was aimed at the approval before", async () => {
    const { box, api } = await agents("api");
    await approvalIn(box, api, "npm run migrate");
    const { page } = await openDashboard(box);
    await untilApprovalActs(page, "npm run migrate");
    // click at the moment when the page has drawn the other approval
    await page.evaluate(() => {
      const approve = () =>
        [...document.querySelectorAll("button")].find((each) => each.textContent?.startsWith("Approve"));
      const observer = new MutationObserver(() => {
        if (!document.querySelector(".ask-detail")?.textContent?.includes("rm -rf build")) return;
        observer.disconnect();
        approve()?.click();
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const told = page.getByText("Too soon: click did nothing").waitFor();
    api.ask({ command: "rm -rf build" });
    await told;
    await untilApprovalActs(page, "rm -rf build");
    expect(api.read()).toEqual([]);
    await page.getByRole("button", { name: /^Approve/ }).click();
    await until(() => api.read().length === 1);
  }, 180_000);

  it("[UI23] a row out of view is scrolled to, and not answered", async () => {
    const { box, api, web } = await agents("api", "web");
    await approvalIn(box, api, "npm run migrate");
    await approvalIn(box, web, "rm -rf build");
    // enough rows to scroll
    for (const name of ["one", "two", "three", "four", "five", "six"]) {
      const pane = await box.registered(name);
      box.type(pane, `agtmux signal error "${name} has failed"`);
      await untilPane(box, pane, ({ state }) => state === "error");
    }
    const { page } = await openDashboard(box, { width: 1_200, height: 330 });
    const first = page.getByRole("article", { name: "npm run migrate" });
    await untilApprovalActs(page, "npm run migrate");
    await page.locator(".asks").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await pressAtOnce(page, ["a"], first.getByText("It was out of view"));
    expect(api.read()).toEqual([]);
    await untilApprovalActs(page, "npm run migrate");
    await page.keyboard.press("a");
    await until(() => api.read().length === 1);
  }, 180_000);

  it("[UI24] if the terminal does not open, the typed text is shown and dropped, and goes nowhere else", async () => {
    const { box, api } = await agents("api");
    await approvalIn(box, api, "npm run migrate");
    const { page } = await openDashboard(box);
    await page.routeWebSocket(/\/v1\/terminal\//, () => undefined);
    await page.reload();
    await untilApprovalActs(page, "npm run migrate");
    await page.keyboard.press("t");
    await page.keyboard.type("a1");
    const note = page.locator(".typing-ahead");
    await note.getByText("waits for it: a1").waitFor();
    await note.getByText("Not typed: the terminal did not open in time").waitFor();
    // the row ignores what is typed after that, too
    await page.keyboard.type("yes", { delay: 500 });
    await note.getByText("Dropped: a1yes").waitFor();
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "detached" });
    expect(api.read()).toEqual([]);
    await untilApprovalActs(page, "npm run migrate");
    await page.keyboard.press("a");
    await until(() => api.read().length === 1);
    expect(api.read()).toEqual([{ picked: "Yes" }]);
  }, 180_000);

  for (const [name, viewport] of [
    ["", DESKTOP],
    [", in a sheet on a phone's width too", PHONE],
  ] as const)
    it(`[UI24] Esc is always the agent's, twice as well, and Ctrl-] leaves the terminal${name}`, async () => {
      const { box, api } = await agents("api");
      await approvalIn(box, api, "npm run migrate");
      const { page } = await openDashboard(box, viewport);
      await untilApprovalActs(page, "npm run migrate");
      await page.keyboard.press("t");
      const typing = page.locator('.terminal-box[data-typing="true"]');
      await typing.waitFor();
      for (const key of ["Escape", "Escape", "Escape", "z"]) await page.keyboard.press(key);
      await until(() => api.read().length === 4);
      expect(api.read()).toEqual(["\u001b", "\u001b", "\u001b", "z"].map((stray) => ({ stray })));
      await typing.waitFor();
      await page.keyboard.press("Control+]");
      await page.locator('.terminal-box[data-typing="false"]').waitFor();
      expect(api.read()).toHaveLength(4);
    }, 180_000);

  it("[UI24] typing into a terminal beside the list goes on there when its row is done", async () => {
    const { box, api, web } = await agents("api", "web");
    await approvalIn(box, api, "npm run migrate");
    await approvalIn(box, web, "rm -rf build");
    const { page } = await openDashboard(box);
    await untilApprovalActs(page, "npm run migrate");
    await page.keyboard.press("t");
    await page.locator('.terminal-box[data-typing="true"]').waitFor();
    // picks the dialog's yes, so that the agent asks nothing any more
    await page.keyboard.press("Enter");
    await untilPane(box, api.pane, ({ attention }) => attention === null);
    await page.getByText(/^Handled/).waitFor();
    await page.keyboard.type("and then a", { delay: 450 });
    await page.keyboard.press("Enter");
    await until(() => api.read().length === 2);
    expect([api.read(), web.read()]).toEqual([[{ picked: "Yes" }, { prompt: "and then a" }], []]);
  }, 180_000);
});
