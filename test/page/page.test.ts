import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { browser } from "../support/browser.ts";
import { FIXED_PORT } from "../support/fixed-port.ts";
import { sandbox } from "../support/sandbox.ts";

describe("the dashboard's page in a real browser", () => {
  it("[CL7, AP4] shows a signal without a reload, and keeps the key out of the address bar", async () => {
    const box = sandbox();
    box.session("first");
    const { dashboard } = await box.startDaemon();
    const pane = await box.registered("work");
    const page = await (await browser({ width: 1280, height: 800 })).newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(dashboard ?? "");
    await page.locator('.shell[data-link="live"]').waitFor();
    expect(page.url()).not.toMatch(/token|key/);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

    box.type(pane, `echo "--<[schmux:needs_testing:Test signal]>--"`);
    await page.getByRole("article", { name: "Test signal" }).waitFor();
    writeFileSync(await box.statusFile(pane), "needs_input Should I delete these 5 files?\n");
    await page.getByRole("article", { name: "Should I delete these 5 files?" }).waitFor();
    box.type(pane, `agtmux signal error "Build <b>failed</b>"`);
    await page.getByRole("article", { name: "Build <b>failed</b>" }).waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, "sameDocument"))).toBe(true);
    expect(complaints).toEqual([]);
  });

  it("[WB7] comes back by itself after the daemon was restarted", async () => {
    const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT) });
    box.session("first");
    const { dashboard } = await box.startDaemon();
    const pane = await box.registered("work");
    const page = await (await browser({ width: 390, height: 844 })).newPage();
    await page.goto(dashboard ?? "");
    await page.locator('.shell[data-link="live"]').waitFor();
    await box.agtmux(["daemon", "restart"]);
    box.type(pane, `agtmux signal needs_testing "After the restart"`);
    await page.getByRole("article", { name: "After the restart" }).waitFor();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBeLessThanOrEqual(0);
  });

  it("[UI16, SC16] says that a new link is needed when the daemon was away and has another name", async () => {
    const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT) });
    const { dashboard } = await box.startDaemon();
    const page = await (await browser({ width: 390, height: 844 })).newPage();
    await page.goto(dashboard ?? "");
    await page.locator('.shell[data-link="live"]').waitFor();
    await box.agtmux(["daemon", "stop"]);
    await box.startDaemon();
    await page.getByText(/^The daemon does not know this page\. Open the link/).waitFor();
  });
});
