import { describe, expect, it } from "vitest";
import { browser } from "../support/browser.ts";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { DESKTOP, openDashboard } from "../support/page.ts";
import { notificationsOf, recordCalls, tonesOf } from "../support/recorded-calls.ts";
import { until, untilPane } from "../support/sandbox.ts";

describe("another member's pane on the page", () => {
  it("[FL22, FL24] it shows its output and where its terminal is, its call is marked as seen there, and Hosts has its member", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url),
      member("two", nats.url, ['share = "output"', 'allow = ["look", "one:answer"]']),
    ]);
    const pane = await two.registered("work");
    two.type(pane, "agtmux signal error 'Build failed'");
    const { ref } = await untilPane(two, pane, ({ shelf }) => shelf === "blocked");
    const { page, complaints } = await openDashboard(one);
    const row = page.getByRole("article", { name: "Build failed" });
    await row.waitFor();
    await page.goto(new URL(`/pane/two.host/${pane.slice(1)}`, page.url()).href);
    await page.getByText(`agtmux attach ${ref}`, { exact: true }).waitFor();
    await page.getByRole("region", { name: "Last lines" }).getByText("agtmux signal error").waitFor();
    await page.getByText("What happened is in the log of two, and not here.").waitFor();
    await page.keyboard.press("t");
    await page.getByText("Not typed: the terminal is on two").waitFor();
    await page.keyboard.press("Escape");
    await page.goto(new URL("/", page.url()).href);
    await row.waitFor();
    await page.keyboard.press("j");
    await row.getByRole("button", { name: /seen/i }).first().click();
    await untilPane(two, pane, ({ shelf }) => shelf === null);
    await until(async () => (await row.count()) === 0);
    await page.goto(new URL("/hosts", page.url()).href);
    const members = page.getByRole("region", { name: "Fleet" }).getByRole("listitem");
    await members.filter({ hasText: "two" }).getByText("look, answer").waitFor();
    await two.agtmux(["daemon", "stop"]);
    await members.getByText("agtmux fleet forget two", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("[FL23, UI13] of two browsers that are open at two members, exactly one rings for a call", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url, ['allow = ["look", "two:answer"]']),
      member("two", nats.url),
    ]);
    const pane = await one.registered("work");
    const pages = await Promise.all(
      [one, two].map(async (box) => {
        const context = await browser(DESKTOP);
        await recordCalls(context);
        const page = await context.newPage();
        await page.goto((await box.status()).dashboard ?? "");
        await page.locator('.shell[data-link="live"]').waitFor();
        // browsers allow sound only after a click
        await page.locator(".rail").click({ position: { x: 5, y: 500 } });
        return page;
      }),
    );
    const answers = pages.map((page) =>
      page.waitForResponse((response) => response.url().endsWith("/attention/claim")),
    );
    one.type(pane, "agtmux signal needs_input 'Which one?'");
    const claimed = await Promise.all(
      answers.map(async (answer) => ((await (await answer).json()) as { claimed: string[] }).claimed.length),
    );
    expect([...claimed].sort()).toEqual([0, 1]);
    await until(async () => {
      const tones = await Promise.all(pages.map(async (page) => (await tonesOf(page)).length));
      return tones.every((count, index) => count === 2 * (claimed[index] ?? 0));
    });
    for (const page of pages) await page.getByText("Which one?").first().waitFor();
    expect((await Promise.all(pages.map(notificationsOf))).flat()).toEqual([]);
  });
});
