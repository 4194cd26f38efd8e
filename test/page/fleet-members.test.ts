import { describe, expect, it, onTestFinished } from "vitest";
import { MEMBERS_BUCKET } from "../../src/core/fleet/fleet-names.ts";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";
import { browser } from "../support/browser.ts";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { DESKTOP, openDashboard } from "../support/page.ts";
import { goToPath, untilSame } from "../support/pane-view.ts";
import { notificationsOf, recordCalls, tonesOf } from "../support/recorded-calls.ts";
import { until, untilPane } from "../support/sandbox.ts";

describe("another member's pane on the page", () => {
  it("[FL22, FL24, FL33] it has a live terminal to look at, its call is marked as seen there, and Hosts has its member", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url),
      member("two", nats.url, ['share = "output"', 'allow = ["look", "one:answer"]']),
    ]);
    const pane = await two.registered("work");
    two.type(pane, "agtmux signal error 'Build failed'");
    await untilPane(two, pane, ({ shelf }) => shelf === "blocked");
    const { page, complaints } = await openDashboard(one);
    const row = page.getByRole("article", { name: "Build failed" });
    await row.waitFor();
    await page.goto(new URL(`/pane/two.host/${pane.slice(1)}`, page.url()).href);
    await page.locator('.pane-terminal[data-stale="false"]').waitFor();
    await untilSame(two, pane, page);
    await page.getByText("Look only").waitFor();
    await page.getByText("What happened is in the log of two, and not here.").waitFor();
    await page.keyboard.press("t");
    await page.getByText("Not typed: two lets us look, and not type").waitFor();
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

  it("[FL32, FL33, FL35] its terminal takes keys from a page that may type, and comes back after the server was away", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url),
      member("two", nats.url, ['share = "output"', 'allow = ["look", "answer", "send"]']),
    ]);
    const pane = await two.registered("work");
    await until(async () => (await one.panes()).items.some(({ identity }) => identity.member === "two"));
    const { page } = await openDashboard(one);
    await goToPath(page, `/pane/two.host/${pane.slice(1)}`);
    await page.locator('.pane-terminal[data-stale="false"]').waitFor();
    await page.keyboard.press("t");
    await page.locator('.terminal-box[data-typing="true"]').waitFor();
    await page.keyboard.type("printf '\\033[32mgreen\\033[0m\\n'; seq 500\n");
    await until(() => /\n500\n/.test(two.screen(pane)));
    await untilSame(two, pane, page);
    await nats.kill();
    await page.getByText(/^Out of date for .*: the terminal on two:/).waitFor();
    await nats.start();
    await page.locator('.pane-terminal[data-stale="false"]').waitFor();
    await untilSame(two, pane, page);
  });

  it("[FL18, FL33] where a member shares no output, the page says so in the place of the terminal", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([member("one", nats.url), member("two", nats.url)]);
    const pane = await two.registered("work");
    const { ref } = await two.pane(pane);
    await until(async () => (await one.panes()).items.some(({ identity }) => identity.member === "two"));
    const { page } = await openDashboard(one);
    await goToPath(page, `/pane/two.host/${pane.slice(1)}`);
    await page.getByText("The terminal was closed: two does not share this").waitFor();
    await page.getByText(`agtmux attach ${ref}`, { exact: true }).waitFor();
    await page.getByText("Retry now").waitFor();
    // the way there is below the reason, and not behind it
    await page.getByText(`agtmux attach ${ref}`, { exact: true }).click({ trial: true });
  });

  it("[FL31] a bucket of the server that is nearly full is named in Hosts, with what helps", async () => {
    const nats = await startNats();
    const link = await connectNats({ urls: [nats.url], name: "admin", creds: null, caPath: null });
    onTestFinished(() => link.close());
    await link.openBucket(MEMBERS_BUCKET, { maxBytes: 16 * 1024, mayPurge: false });
    await link.put(MEMBERS_BUCKET, "filler", "x".repeat(13_500));
    const one = await member("one", nats.url);
    await until(async () => (await one.client.fleet()).storage.length > 0);
    const { page } = await openDashboard(one);
    await goToPath(page, "/hosts");
    const warning = page.getByRole("region", { name: "Fleet" }).getByRole("alert");
    await warning.getByText(`The server's bucket ${MEMBERS_BUCKET} has 8`).waitFor();
    await warning.getByText(`nats stream edit KV_${MEMBERS_BUCKET} --max-bytes=1MB`).waitFor();
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
