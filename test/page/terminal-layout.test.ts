import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESKTOP, expectFit, goByKeys, openDashboard, PHONE } from "../support/page.ts";
import { goToPane, goToPath, openPane } from "../support/pane-view.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";

async function twoPanes(extra: NodeJS.ProcessEnv = {}): Promise<{ box: Sandbox; first: string; second: string }> {
  const box = sandbox(extra);
  const first = box.session("first", "exec sh");
  const second = box.session("second", "exec sh");
  await box.startDaemon();
  await until(async () => (await box.panes()).items.length === 2);
  return { box, first, second };
}

async function boxOf(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
}

function fontOf(page: Page): Promise<number> {
  return page.evaluate(`document.querySelector(".pane-terminal").terminal.options.fontSize`);
}

async function reloaded(page: Page): Promise<void> {
  await page.reload();
  await page.locator('.pane-terminal[data-stale="false"]').first().waitFor();
}

describe("the terminal as the page", { timeout: 180_000 }, () => {
  it("[UI50] fills the view with all rows, in letters of a size that is kept", async () => {
    const { box, first } = await twoPanes();
    const { page } = await openPane(box, first, DESKTOP);
    const [detail, terminal] = [await boxOf(page, ".detail"), await boxOf(page, ".terminal-box")];
    expect(terminal.width).toBeGreaterThanOrEqual(detail.width - 2);
    expect(terminal.height).toBeGreaterThan(detail.height * 0.75);
    const view = await boxOf(page, ".terminal-scroll");
    const screen = await boxOf(page, ".xterm-screen");
    expect(screen.y + screen.height).toBeLessThanOrEqual(view.y + view.height);
    const fitted = await fontOf(page);
    await page.getByRole("button", { name: "A+, larger letters" }).click();
    await page.getByRole("button", { name: "A+, larger letters" }).click();
    const larger = Math.round(fitted) + 2;
    await until(async () => (await fontOf(page)) === larger);
    await reloaded(page);
    await until(async () => (await fontOf(page)) === larger);
    await expectFit(page);
    await page.getByRole("button", { name: `${larger} px, fit again` }).click();
    await until(async () => (await fontOf(page)) === fitted);
  });

  it("[UI50] the list is made wider by hand and by keys, and is hidden and shown again", async () => {
    const { box, first } = await twoPanes();
    const { page } = await openDashboard(box);
    await goByKeys(page, "f");
    await goToPane(page, first);
    const line = await boxOf(page, ".divider-line");
    await page.mouse.move(line.x + 4, 300);
    await page.mouse.down();
    await page.mouse.move(700, 300, { steps: 4 });
    await page.mouse.up();
    const dragged = (await boxOf(page, ".list")).width;
    expect(Math.abs(dragged + (await boxOf(page, ".list")).x - 700)).toBeLessThanOrEqual(5);
    await page.getByRole("separator", { name: "Width of the list" }).press("ArrowLeft");
    await until(async () => (await boxOf(page, ".list")).width === dragged - 32);
    await reloaded(page);
    expect((await boxOf(page, ".list")).width).toBe(dragged - 32);
    await page.getByRole("separator", { name: "Width of the list" }).dblclick();
    await until(async () => (await boxOf(page, ".list")).width !== dragged - 32);
    await page.keyboard.press("w");
    await page.locator(".list").waitFor({ state: "hidden" });
    await expectFit(page);
    await reloaded(page);
    expect(await page.locator(".list").isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await page.locator(".list").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".detail:not(.vacant)").waitFor({ state: "detached" });
  });

  it("[UI50] a pinned terminal stays beside the others; keys go to the open one, and a click types into it", async () => {
    const { box, first, second } = await twoPanes();
    const { page } = await openPane(box, first, DESKTOP);
    await page.keyboard.press("b");
    expect(await page.locator(".detail").count()).toBe(1);
    await goToPaneBeside(page, second);
    await page.locator('.pinned .pane-terminal[data-stale="false"]').waitFor();
    await expectFit(page);
    await page.keyboard.press("t");
    await page.locator('.detail:not(.pinned) .terminal-box[data-typing="true"]').waitFor();
    await page.keyboard.type("echo for the second\n");
    await until(() => box.screen(second).includes("\nfor the second"));
    await page.keyboard.press("Control+]");
    await page.locator(".pinned .xterm-screen").click();
    await page.keyboard.type("echo for the first\n");
    await until(() => box.screen(first).includes("\nfor the first"));
    expect(box.screen(second)).not.toContain("for the first");
    await page.keyboard.press("Control+]");
    await page.reload();
    await page.locator('.pinned .pane-terminal[data-stale="false"]').waitFor();
    await page.locator(".pinned").getByRole("button", { name: "Unpin" }).click();
    await page.locator(".pinned").waitFor({ state: "detached" });
  });

  it("[UI32, TS6] is called by its window, and offers to fit the pane only where that is allowed", async () => {
    const refused = await twoPanes();
    refused.box.tmux("rename-window", "-t", refused.first, "billing");
    const { page } = await openPane(refused.box, refused.first, DESKTOP);
    await page.getByRole("heading", { name: /billing/ }).waitFor();
    await page.getByRole("button", { name: /^Type/ }).waitFor();
    expect(await page.getByRole("button", { name: "Fit pane" }).count()).toBe(0);

    const allowed = await twoPanes({ AGTMUX_TERMINAL_RESIZE: "on" });
    const { page: other } = await openPane(allowed.box, allowed.first, DESKTOP);
    const width = () => allowed.box.tmux("display-message", "-p", "-t", allowed.first, "#{pane_width}");
    const before = width();
    await other.getByRole("button", { name: "Fit pane" }).click();
    await until(() => width() !== before);
  });

  it("[UI8] on a phone the way back stays in view", async () => {
    const { box, first } = await twoPanes();
    const { page } = await openPane(box, first, PHONE);
    await page.locator(".timeline").scrollIntoViewIfNeeded();
    await page.locator(".sheet").evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
    const button = page.locator(".sheet").getByRole("button", { name: "Back to the inbox", exact: true });
    const place = await button.boundingBox();
    expect(place?.y).toBeGreaterThanOrEqual(0);
    expect((place?.y ?? PHONE.height) + (place?.height ?? 0)).toBeLessThan(PHONE.height / 4);
    expect(place?.width).toBeGreaterThanOrEqual(44);
    await expectFit(page);
    await page.getByRole("button", { name: "Back to the inbox" }).click();
    await page.locator(".sheet").waitFor({ state: "detached" });
    await page.goto(new URL("/settings", page.url()).href);
    await page.getByRole("link", { name: "Back to the inbox" }).click();
    await page.getByRole("heading", { name: "Inbox", exact: true }).waitFor();
  });
});

describe("one head on every page", { timeout: 180_000 }, () => {
  it("[UI8] is equally high, with the same way to everything", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const { page } = await openDashboard(box);
    const heads = [];
    for (const path of ["/", "/fleet", "/spawn", "/hosts", "/audit", "/settings", "/nowhere"]) {
      await page.goto(new URL(path, page.url()).href);
      await page.locator(".list-head h1").waitFor();
      await page
        .locator(".list-head")
        .getByRole("button", { name: /Command palette/ })
        .waitFor();
      const { x, y, height } = await boxOf(page, ".list-head");
      heads.push([x, y, height].join());
      await expectFit(page);
    }
    expect(new Set(heads).size).toBe(1);
  });
});

describe("what could not be loaded", { timeout: 180_000 }, () => {
  it("[UI58] says when it is tried again, and comes by itself", async () => {
    const { box, first } = await twoPanes();
    const { page } = await openDashboard(box);
    const failure = { code: "E_STORAGE", message: "the database is busy", details: {} };
    let failed = 0;
    await page.route("**/v1/events?*", (route) => {
      failed += 1;
      return route.fulfill({ status: 503, json: failure });
    });
    await goToPane(page, first);
    await page.getByRole("button", { name: "Show what happened within a day" }).click();
    const notice = page.getByText(/The timeline could not be read: .* Trying again (now|in \d+s)\./);
    await notice.waitFor();
    await until(() => failed > 1);
    await page.unroute("**/v1/events?*");
    await notice.waitFor({ state: "detached" });
  });
});

/** Opens another pane while one is pinned. */
async function goToPaneBeside(page: Page, paneId: string): Promise<void> {
  await goToPath(page, `/pane/host/${paneId.slice(1)}`);
  await page.locator('.detail:not(.pinned) .pane-terminal[data-stale="false"]').waitFor();
}
