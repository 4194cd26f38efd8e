import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browser, ownBrowser } from "../support/browser.ts";
import { FIXED_PORT } from "../support/fixed-port.ts";
import { ask } from "../support/http.ts";
import { DESKTOP, goByKeys } from "../support/page.ts";
import { notificationsOf, recordCalls, tonesOf } from "../support/recorded-calls.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const LONG = { timeout: 180_000 };
/** Long enough to be sure that no tone comes. */
const STILL_MS = 1_500;

async function setUp(env: NodeJS.ProcessEnv = {}) {
  const box = sandbox(env);
  box.session("first");
  const { dashboard } = await box.startDaemon();
  const pane = await box.registered("work");
  return { box, pane, link: dashboard ?? "" };
}

/** A new browser (a separate device) that records tones and notifications. */
async function device(permissions: string[] = []): Promise<BrowserContext> {
  const context = await browser(DESKTOP);
  await recordCalls(context);
  if (permissions.length > 0) await context.grantPermissions(permissions);
  return context;
}

async function openTab(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  await page.locator('.shell[data-link="live"]').waitFor();
  return page;
}

/** Browsers allow sound only after a user gesture. */
async function touch(page: Page): Promise<void> {
  await page.locator(".rail").click({ position: { x: 5, y: 500 } });
  await page.waitForTimeout(300);
}

async function call(box: Sandbox, pane: string, state: string, words: string): Promise<void> {
  box.type(pane, `agtmux signal ${state} "${words}"`);
  await untilPane(box, pane, ({ message, attention }) => message === words && attention !== null);
}

async function shown(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().waitFor();
  await page.waitForTimeout(STILL_MS);
}

describe("how the page calls its person", () => {
  it(
    "[UI12, UI13] plays 880 Hz and then 660 Hz, 300 ms in all, once a call, and not again after a reload",
    LONG,
    async () => {
      const { box, pane, link } = await setUp();
      const page = await openTab(await device(), link);
      await touch(page);
      await call(box, pane, "needs_input", "Which database?");
      await until(async () => (await tonesOf(page)).length > 0);
      await page.waitForTimeout(STILL_MS);
      const tones = await tonesOf(page);
      expect(tones.map(({ hertz }) => hertz)).toEqual([880, 660]);
      const [first, second] = tones;
      expect(second?.from).toBeCloseTo(first?.to ?? 0, 5);
      expect((second?.to ?? 0) - (first?.from ?? 0)).toBeCloseTo(0.3, 2);
      expect(first?.loudest).toBeCloseTo(0.5, 5);
      await page.reload();
      await touch(page);
      await shown(page, "Which database?");
      expect(await tonesOf(page)).toEqual([]);
      await call(box, pane, "error", "Build failed");
      await until(async () => (await tonesOf(page)).length === 2);
    },
  );

  it("[UI12] does not sound for done until it is switched on, then softer and as one tone", LONG, async () => {
    const { box, pane, link } = await setUp();
    const page = await openTab(await device(), link);
    await touch(page);
    await call(box, pane, "completed", "All done");
    await shown(page, "All done");
    expect(await tonesOf(page)).toEqual([]);
    await goByKeys(page, "c");
    await page.getByRole("switch", { name: "Done: sound" }).check();
    box.type(pane, `agtmux signal working "More"`);
    await untilPane(box, pane, ({ state }) => state === "running");
    await call(box, pane, "completed", "All done again");
    await until(async () => (await tonesOf(page)).length > 0);
    expect(await tonesOf(page)).toMatchObject([{ hertz: 523, loudest: expect.closeTo(0.2, 5) }]);
    await page.getByRole("button", { name: "Test sound" }).click();
    expect((await tonesOf(page)).map(({ hertz }) => hertz)).toEqual([523, 880, 660]);
  });

  it("[UI13] two tabs ring once, and the one that cannot sound lets the other ring", LONG, async () => {
    const { box, pane, link } = await setUp();
    const context = await device();
    const silent = await openTab(context, link);
    const loud = await openTab(context, link);
    await touch(loud);
    await call(box, pane, "needs_input", "Which database?");
    await until(async () => (await tonesOf(loud)).length === 2);
    await silent.bringToFront();
    await touch(silent);
    await loud.waitForTimeout(STILL_MS);
    expect([(await tonesOf(silent)).length, (await tonesOf(loud)).length]).toEqual([0, 2]);
    await call(box, pane, "error", "Build failed");
    const rung = async () => (await tonesOf(silent)).length + (await tonesOf(loud)).length;
    await until(async () => (await rung()) > 2);
    await loud.waitForTimeout(STILL_MS);
    expect(await rung()).toBe(4);
  });

  it("[UI13] two devices ring once, by the daemon", LONG, async () => {
    const { box, pane, link } = await setUp();
    const pages = [
      await openTab(await device(), link),
      await openTab(await device(), (await box.status()).dashboard ?? ""),
    ];
    for (const page of pages) await touch(page);
    await call(box, pane, "needs_input", "Which database?");
    for (const page of pages) await shown(page, "Which database?");
    const rung = await Promise.all(pages.map(async (page) => (await tonesOf(page)).length));
    expect(rung.sort()).toEqual([0, 2]);
  });

  it("[UI13] a call that rang does not ring again after a restart of the daemon", LONG, async () => {
    const { box, pane, link } = await setUp({ AGTMUX_PORT: String(FIXED_PORT) });
    const page = await openTab(await device(), link);
    await touch(page);
    await call(box, pane, "needs_input", "Which database?");
    await until(async () => (await tonesOf(page)).length === 2);
    await box.agtmux(["daemon", "restart"]);
    await page.locator('.shell[data-link="live"]').waitFor();
    await untilPane(box, pane, ({ attention }) => attention !== null);
    await shown(page, "Which database?");
    expect(await tonesOf(page)).toHaveLength(2);
    await call(box, pane, "error", "Build failed");
    await until(async () => (await tonesOf(page)).length === 4);
  });

  it("[UI12] keeps still in quiet hours, and afterwards too", LONG, async () => {
    const { box, pane, link } = await setUp();
    const page = await openTab(await device(["notifications"]), link);
    const now = new Date();
    const minute = now.getHours() * 60 + now.getMinutes();
    const quiet = { from: (minute + 1_430) % 1_440, to: (minute + 20) % 1_440 };
    await page.evaluate((text) => localStorage.setItem("agtmux:notify:1", text), JSON.stringify({ quiet }));
    await page.reload();
    await touch(page);
    await call(box, pane, "needs_input", "Which database?");
    await shown(page, "Which database?");
    await page.evaluate(() => localStorage.removeItem("agtmux:notify:1"));
    await page.reload();
    await touch(page);
    await shown(page, "Which database?");
    expect([await tonesOf(page), await notificationsOf(page)]).toEqual([[], []]);
  });

  it(
    "[UI12] shows a notification while one looks elsewhere, which leads to the pane; title and icon count",
    LONG,
    async () => {
      const { box, pane, link } = await setUp();
      const context = await device(["notifications"]);
      const page = await openTab(context, link);
      await touch(page);
      await (await context.newPage()).bringToFront();
      // a headless browser reports focus for every tab
      await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
      await call(box, pane, "needs_input", "Which database?");
      await until(async () => (await notificationsOf(page)).length > 0);
      expect(await notificationsOf(page)).toMatchObject([
        { title: expect.stringContaining("asks"), body: "host/work\nWhich database?" },
      ]);
      await until(async () => (await page.title()) === "(1) agtmux");
      const icon = await page.locator('link[rel="icon"]').getAttribute("href");
      expect(decodeURIComponent(icon ?? "")).toMatch(/^data:image\/svg\+xml,.*>1<\/text>/);
      await page.evaluate("globalThis.lastNote.onclick()");
      await until(() => page.url().endsWith(`/pane/host/${pane.slice(1)}`));
      await box.agtmux(["seen", (await box.pane(pane)).ref]);
      box.type(pane, `agtmux signal working "On it"`);
      await until(async () => (await page.title()) === "agtmux");
      expect(await page.locator('link[rel="icon"]').getAttribute("href")).toBe("/favicon.svg");
    },
  );
});

describe("the page as something installed", () => {
  it("[UI16] has a manifest with icons that a browser takes", LONG, async () => {
    const { link } = await setUp();
    // nothing can be installed in a private window
    const page = await openTab(await ownBrowser(DESKTOP), link);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? "{}") as { icons: { src: string; sizes: string; type: string }[] };
    for (const { src, sizes, type } of manifest.icons) {
      const { status, headers, bytes } = await ask({ port: Number(new URL(link).port) }, { path: src });
      expect([status, headers["content-type"]]).toEqual([200, type]);
      if (type !== "image/png") continue;
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    await until(async () => (await session.send("Page.getInstallabilityErrors")).installabilityErrors.length === 0);
  });

  it("[UI16] opens without the daemon and shows the last snapshot; the API is never kept", LONG, async () => {
    const { box, pane, link } = await setUp();
    const page = await openTab(await device(), link);
    await call(box, pane, "needs_input", "Which database?");
    await page.getByText("Which database?").first().waitFor();
    await until(() => page.evaluate(async () => (await caches.match("/")) !== undefined));
    const kept = () =>
      page.evaluate(async () =>
        (await (await caches.open("agtmux-shell-1")).keys()).map(({ url }) => new URL(url).pathname),
      );
    expect((await kept()).filter((path) => !/^\/($|assets\/|icons\/|favicon)/.test(path))).toEqual([]);
    expect((await kept()).some((path) => path.includes("settings-view"))).toBe(true);
    // the page saves its state when it is left
    await page.reload();
    await page.locator('.shell[data-link="live"]').waitFor();
    await box.agtmux(["daemon", "stop"]);
    await page.goto(new URL("/fleet", page.url()).href);
    await page.getByText("Which database?").first().waitFor();
    await page
      .getByText(/daemon/)
      .first()
      .waitFor();
    await goByKeys(page, "c");
    await page.getByRole("heading", { name: "Notifications", exact: true }).waitFor();
  });
});
