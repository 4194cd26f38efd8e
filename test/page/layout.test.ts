import { describe, expect, it } from "vitest";
import { browser } from "../support/browser.ts";
import { calling, openCrowd } from "../support/inbox-crowd.ts";
import { cumulativeShift, type Shift, WATCH_SHIFTS } from "../support/layout-shift.ts";
import { DESKTOP, expectFit, goByKeys, openDashboard, PHONE } from "../support/page.ts";
import { type Sandbox, sandbox, untilPane } from "../support/sandbox.ts";

/** The largest layout shift that browsers rate as good. */
const LITTLE_SHIFT = 0.1;

async function saying(box: Sandbox, name: string, state: string, words: string): Promise<string> {
  const pane = await box.registered(name);
  box.type(pane, `agtmux signal ${state} "${words}"`);
  await untilPane(box, pane, ({ message, attention }) => (attention?.message ?? message) === words);
  return pane;
}

/** Opens a path as a paired device; returns what moved until it had settled. */
async function shiftsOf(box: Sandbox, path: string, viewport: typeof DESKTOP, settled: string): Promise<Shift[]> {
  const { dashboard } = await box.status();
  const page = await (await browser(viewport)).newPage();
  await page.goto(dashboard ?? "");
  await page.locator('.shell[data-link="live"]').waitFor();
  // what a quick browser draws at once stands there in steps for a slow one
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.addInitScript(WATCH_SHIFTS);
  await page.goto(new URL(path, page.url()).href);
  await page.locator(settled).first().waitFor();
  await page.waitForLoadState("networkidle");
  return page.evaluate<Shift[]>("globalThis.shifts");
}

describe("how the page stands", () => {
  it("[AP45, UI17] a running pane's symbol is animated while it prints, except with prefers-reduced-motion", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = await saying(box, "api", "working", "Building");
    const { page } = await openDashboard(box);
    await goByKeys(page, "f");
    const symbol = page.locator(".pane .symbol").first();
    await page.locator('.pane .symbol[data-moves="false"]').first().waitFor();
    box.type(pane, "while :; do echo .; sleep 0.2; done");
    await page.locator('.pane .symbol[data-moves="true"]').first().waitFor();
    const animation = () => symbol.evaluate((element) => getComputedStyle(element).animationName);
    expect(await animation()).toBe("breathe");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await animation()).toBe("none");
    box.tmux("send-keys", "-t", pane, "C-c");
    await page.locator('.pane .symbol[data-moves="false"]').first().waitFor();
  }, 180_000);

  it("[UI17] touch devices show keys only in the help", async () => {
    const box = sandbox();
    await box.startDaemon();
    await saying(box, "api", "error", "Build failed");
    const { page } = await openDashboard(box, { ...PHONE, isTouched: true });
    const keys = page.locator("kbd:visible");
    for (const view of ["/", "/fleet", "/pane/host/0", "/spawn", "/hosts", "/settings"]) {
      await page.goto(new URL(view, page.url()).href);
      await page.locator("kbd, h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      expect([view, await keys.count()]).toEqual([view, 0]);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    expect(await keys.count()).toBeGreaterThan(10);
  }, 180_000);

  it("[UI17] an empty page teaches, counts nothing, and axe finds nothing", async () => {
    const box = sandbox();
    await box.startDaemon();
    const { page } = await openDashboard(box);
    for (const [view, heading] of [
      ["/", "Inbox"],
      ["/fleet", "Fleet"],
    ] as const) {
      await page.goto(new URL(view, page.url()).href);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor();
      await page.getByRole("heading", { name: "No agents yet" }).waitFor();
      await page.getByText("agtmux demo", { exact: true }).waitFor();
      expect(await page.locator(".count").count()).toBe(0);
      await expectFit(page);
    }
    await page.goto(new URL("/nowhere", page.url()).href);
    await page.getByRole("heading").first().waitFor();
    await expectFit(page);
  }, 180_000);

  it("[UI4] the fleet's head stays one line beside an open pane", async () => {
    const box = sandbox();
    await box.startDaemon();
    await saying(box, "api", "working", "Building");
    const { page } = await openDashboard(box);
    await goByKeys(page, "f");
    await page.locator(".row-link").first().click();
    await page.locator(".detail").waitFor();
    for (const width of [1_024, 1_100, 1_280, DESKTOP.width]) {
      await page.setViewportSize({ width, height: 800 });
      const heights = await page
        .locator(".fleet .list-head > *:visible")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThanOrEqual(36);
      await expectFit(page);
    }
  }, 180_000);

  it("[UI71] on a phone that nobody touches little moves while calls come and go", async () => {
    const shown = Array.from({ length: 10 }, (_, n) => calling(n, n < 4 ? "approval" : "done", `May I do ${n}?`));
    const { page, server } = await openCrowd(shown, { ...PHONE, isTouched: true });
    await page.getByText("May I do 0?").first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.evaluate(WATCH_SHIFTS);
    for (const n of [10, 11, 12]) {
      server.change(calling(n, "error", `Number ${n} failed`, 0), {
        ...calling(n - 10, "approval", "", 0),
        attention: null,
      });
      await page.getByText(`Number ${n} failed`).first().waitFor();
    }
    const shifts = await page.evaluate<Shift[]>("globalThis.shifts");
    expect(shifts).toSatisfy(() => cumulativeShift(shifts) < LITTLE_SHIFT);
  }, 180_000);

  it.each([
    ["/", ".ask"],
    ["/fleet", ".pane"],
    ["/pane/host/0", '.pane-terminal[data-stale="false"]'],
    ["/settings", ".page h2"],
  ])(
    "[UI71] content that loads later hardly shifts the layout on %s",
    async (path, settled) => {
      const box = sandbox();
      await box.startDaemon();
      await saying(box, "api", "error", "Build failed");
      await saying(box, "web", "completed", "Release notes written");
      for (const viewport of [DESKTOP, PHONE]) {
        const shifts = await shiftsOf(box, path, viewport, settled);
        expect({ width: viewport.width, shifts }).toSatisfy(() => cumulativeShift(shifts) < LITTLE_SHIFT);
      }
    },
    60_000,
  );
});
