import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { browser } from "../support/browser.ts";
import { DESKTOP, expectFit, expectThumbSized, goByKeys, openDashboard, PHONE } from "../support/page.ts";
import { servePage } from "../support/page-server.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { asking, testPane } from "../support/test-pane.ts";

/** Panes of ten sessions on two targets. */
function crowd(size: number): PaneItem[] {
  return Array.from({ length: size }, (_, n) =>
    testPane(
      { target: n % 2 === 0 ? "host" : "vm1", session_name: `s${n % 10}`, pane_id: `%${n}` },
      { agent: n % 3 === 0 ? "claude" : "codex", window_index: n, message: `message ${n}`, since: Date.now() },
    ),
  );
}

describe("the fleet in a real browser", () => {
  it("[UI4, UI17, WB21] is walked, searched and filtered with the keyboard, and its address says what it shows", async () => {
    const box = sandbox();
    await box.startDaemon();
    const api = await box.registered("api");
    const web = await box.registered("web");
    box.type(api, `agtmux signal error "Build failed"`);
    box.type(web, `agtmux signal working "Painting the shed"`);
    await untilPane(box, api, ({ state }) => state === "error");
    await untilPane(box, web, ({ state }) => state === "running");
    const { page, complaints } = await openDashboard(box);
    await page.getByRole("article", { name: "Build failed" }).waitFor();
    await goByKeys(page, "f");
    await page.getByRole("heading", { name: "Fleet" }).waitFor();
    const rows = page.locator(".pane");
    expect(await rows.count()).toBe(2);
    expect(await page.getByRole("rowheader").allTextContents()).toEqual(["host/api 1", "host/web 1"]);
    await rows.first().getByText("error", { exact: true }).waitFor();

    await page.keyboard.press("/");
    await page.keyboard.type("shed");
    await until(async () => (await rows.count()) === 1);
    expect(new URL(page.url()).search).toBe("?q=shed");
    await page.keyboard.press("Escape");
    await until(async () => (await rows.count()) === 2);
    await page.getByRole("button", { name: "1 error" }).click();
    await until(async () => (await rows.count()) === 1);
    expect(new URL(page.url()).search).toBe("?state=error");
    await page.reload();
    await rows.first().getByText("Build failed").waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole("button", { name: "1 error" }).click();
    await page.getByRole("button", { name: /^Group by/ }).click();
    await page.getByRole("menuitemradio", { name: "By state" }).click();
    await until(async () => (await page.getByRole("rowheader").allTextContents()).join() === "error 1,running 1");
    // the menu returns the keyboard focus to its button when it closes
    await page.getByRole("menu").waitFor({ state: "detached" });

    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.locator(".pane[data-selected=true]").getByText("Painting the shed").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: /host\/web/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pane/host/${web.slice(1)}`);
    await page.goBack();
    await page.getByRole("complementary").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  }, 180_000);

  it("[UI4] Enter is for the row that was gone to, however soon it follows", async () => {
    const panes = crowd(6);
    const { link } = await servePage(panes);
    const page = await (await browser(DESKTOP)).newPage();
    await page.goto(link);
    await page.getByRole("link", { name: /^Fleet/ }).click();
    const rows = page.locator(".pane .row-link");
    await until(async () => (await rows.count()) === 6);
    await page.keyboard.press("j");
    await page.locator(".row-link:focus").waitFor();
    await Promise.all(["j", "j", "Enter"].map((key) => page.keyboard.press(key)));
    const third = await rows.nth(2).getAttribute("href");
    await until(
      () => new URL(page.url()).pathname === third,
      () => `${page.url()}, not ${third}`,
    );
  });

  it("[WB26] tells ages by the daemon's clock on a device whose own is off", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal error "Build failed"`);
    await untilPane(box, pane, ({ state }) => state === "error");
    const { dashboard } = await box.status();
    const context = await browser(DESKTOP);
    await context.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() + 3_600_000;
    });
    const page = await context.newPage();
    await page.goto(dashboard ?? "");
    const age = page.getByRole("article", { name: "Build failed" }).locator("time.age").first();
    await until(async () => /^\d+s$/.test((await age.textContent()) ?? ""));
  });

  it("[WB18, UI15] stays itself with 500 panes and 50 changes a second: only rows in sight are drawn", async () => {
    const panes = crowd(500);
    const { link, change } = await servePage(panes);
    const page = await (await browser(DESKTOP)).newPage();
    await page.goto(link);
    await page.getByRole("link", { name: /^Fleet/ }).click();
    await page.getByText("message 0", { exact: true }).waitFor();
    expect(await page.locator("table[aria-rowcount='510']").count()).toBe(1);
    expect(await page.locator(".pane").count()).toBeLessThan(60);
    const still = page.locator(".pane").first();
    const place = await still.boundingBox();
    for (let n = 0; n < 100; n += 1) {
      const pane = panes[(n * 7) % panes.length] as PaneItem;
      change({ ...pane, message: `changed ${n}`, state: n % 2 === 0 ? "idle" : "running", state_version: n + 2 });
      await page.waitForTimeout(20);
    }
    await page.getByText("changed 0", { exact: true }).waitFor();
    expect(await still.boundingBox()).toEqual(place);
    await page.keyboard.press("/");
    await page.keyboard.type("changed 99");
    await page.getByText("changed 99", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    for (let n = 0; n < 40; n += 1) await page.keyboard.press("j");
    const selected = page.locator(".pane[data-selected=true]");
    await selected.waitFor();
    expect(await selected.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const [box, row] = [await page.locator(".grid").boundingBox(), await selected.boundingBox()];
    expect((row?.y ?? 0) + 32).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1);
  });

  it("[WB15, UI17] fits phone and desktop, axe finds nothing, in both themes", async () => {
    const waiting = testPane({ pane_id: "%901", session_name: "ask" }, { agent: "claude", ...asking(Date.now()) });
    const unknown = testPane({ pane_id: "%902" }, { state: "unknown", reason_code: "stale_signal" });
    const completing = testPane(
      { pane_id: "%903" },
      {
        activity: { kind: "completing", progress: 75 },
        signal: { type: "completing", at: 0, session_id: null, task_id: "t", task_title: "Shed", provisional: false },
      },
    );
    const { newLink } = await servePage([
      ...crowd(30),
      waiting,
      unknown,
      completing,
      testPane({ pane_id: "%909" }, { agent: null, state: "unknown", reason_code: "no_agent" }),
    ]);
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await (await browser(viewport)).newPage();
      await page.goto(newLink());
      await page.getByRole("link", { name: /^Fleet/ }).click();
      await page.locator(".pane", { hasText: "asks" }).waitFor();
      await page.getByText("Shed").waitFor();
      await expectFit(page);
      if (viewport === PHONE) await expectThumbSized(page);
      await page.locator(".grid").evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
      await page.getByRole("button", { name: "Without an agent 1" }).click();
      await page.locator(".grid").evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
      await page.getByRole("row", { name: /no agent/ }).waitFor();
    }
  });
});
