import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { approvalIn, askingAgents } from "../support/asking-agents.ts";
import { openDashboard, untilKeysAct } from "../support/page.ts";
import { openPane } from "../support/pane-view.ts";
import { until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

/** In a dialog its first letter is the key for Yes. */
const TEXT = "1 test fails";

async function untilApprovalShows(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .waitFor();
}

describe("a text that was begun before its agent asked for an approval", () => {
  it("[UI29] is not typed into the approval from the box of the pane", { timeout: 180_000 }, async () => {
    const { box, api } = await askingAgents("api");
    const { page } = await openPane(box, api.pane);
    await page.getByRole("button", { name: /^Send/ }).click();
    const written = page.getByLabel("Send to claude");
    await written.fill(TEXT);
    await approvalIn(box, api, "npm run migrate");
    await untilApprovalShows(page);
    await written.press("Enter");
    await until(async () => api.read().length > 0 || (await page.getByRole("alert").count()) > 0);
    expect([api.read(), await written.inputValue()]).toEqual([[], TEXT]);
    await page.getByText("waits for an approval, where a text would press its choices").waitFor();
    // once the approval is answered, it can be sent as it was written
    await page.getByRole("button", { name: /^Deny/ }).first().click();
    // its screen rests, and the page has heard of it: what is sent while the state still changes is refused
    await page.locator(".pane-state", { hasText: "idle" }).waitFor();
    await page.getByRole("button", { name: "Look again" }).click();
    await written.press("Enter");
    await until(() => api.read().length === 2);
    expect(api.read()).toEqual([{ picked: "No" }, { prompt: TEXT }]);
  });

  it("[UI29] is not typed into the approval as a reply", { timeout: 180_000 }, async () => {
    const { box, api } = await askingAgents("api");
    drop(box, { agent: "schmux", event: "completed", pane: api.pane, payload: "All done" });
    await untilPane(box, api.pane, ({ attention }) => attention?.kind === "done");
    const { page } = await openDashboard(box);
    await page.getByRole("button", { name: "Done 1" }).click();
    await untilKeysAct(page);
    await page.keyboard.press("r");
    const written = page.getByLabel("Reply to claude");
    await written.fill(TEXT);
    await approvalIn(box, api, "npm run migrate");
    await page.getByText("npm run migrate").first().waitFor();
    await written.press("Enter");
    // the row may have changed under it, which is told in other words than a refused text
    await until(async () => api.read().length > 0 || (await page.getByRole("alert").count()) > 0);
    expect(api.read()).toEqual([]);
  });
});
