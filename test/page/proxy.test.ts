import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { PairingLink } from "../../src/core/protocol/daemon/devices.ts";
import { askingProgram } from "../support/asking-program.ts";
import { ownBrowser } from "../support/browser.ts";
import { FIXED_PORT } from "../support/fixed-port.ts";
import { httpsProxy, type ProxyLogin } from "../support/https-proxy.ts";
import { expectFit, expectThumbSized, PHONE } from "../support/page.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const NAME = "agents.example.com";
const SITE = `https://${NAME}`;

/** A daemon with this public URL, on a fixed port for the proxy. */
async function knownAs(site: string, more = "") {
  const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT) });
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), `public_url = "${site}"\n${more}`);
  await box.startDaemon();
  return { box };
}

async function behindProxy(login?: ProxyLogin) {
  const { box } = await knownAs(SITE);
  const { flags } = await httpsProxy(NAME, join(box.home, "proxy.sock"), login);
  return { box, context: await ownBrowser(PHONE, flags) };
}

async function paired(box: Sandbox, page: Page): Promise<void> {
  const { link } = await box.json<PairingLink>("pair", "--json");
  expect(link).toMatch(new RegExp(`^${SITE}/#pair=`));
  await page.goto(link);
  await page.locator('.shell[data-link="live"]').waitFor();
  await until(async () => (await page.getByText(/may look, and not act|right to act/).count()) === 0);
}

describe("the dashboard on a phone, through the user's own HTTPS proxy", () => {
  it("[UI19, SC10, AP42] pairs by its link, keeps the code out of the address, and has a cookie for HTTPS alone", async () => {
    const { box, context } = await behindProxy();
    const page = await context.newPage();
    const answers: [string, string | undefined][] = [];
    page.on("response", (response) => {
      const { "content-encoding": encoding } = response.headers();
      if (response.url().includes("/assets/index-")) answers.push([response.url().replace(/.*\./, ""), encoding]);
    });
    await paired(box, page);
    expect(page.url()).toBe(`${SITE}/`);
    const cookies = await context.cookies();
    expect(cookies).toMatchObject([{ domain: NAME, secure: true, httpOnly: true, sameSite: "Strict" }]);
    expect(new Set(answers.map(([, encoding]) => encoding))).toEqual(new Set(["br"]));
    expect(await page.evaluate(() => navigator.serviceWorker.ready.then(() => isSecureContext))).toBe(true);
    await page.reload();
    await page.locator('.shell[data-link="live"]').waitFor();
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(await page.getByText(/may look, and not act/).count()).toBe(0);
  }, 180_000);

  it("[UI19, UI2, WB7] hears of what happens, answers it, and comes back after the daemon was restarted", async () => {
    const { box, context } = await behindProxy();
    const page = await context.newPage();
    await paired(box, page);
    const pane = await box.registered("api");
    const { command, read } = askingProgram(box.dir, "api", "Which database?");
    box.type(pane, command);
    const row = page.getByRole("article", { name: "Which database?" });
    await row.getByRole("button", { name: /^Reply/ }).click();
    await page.keyboard.type("Postgres");
    await page.getByRole("button", { name: /^Send reply/ }).click();
    await until(() => read().length === 1);
    expect(read()).toEqual(["Postgres"]);
    await box.agtmux(["daemon", "restart"]);
    const other = await box.registered("docs");
    box.type(other, 'agtmux signal error "After the restart"');
    await page.getByRole("article", { name: "After the restart" }).waitFor();
    await expectFit(page);
    await expectThumbSized(page);
  }, 180_000);

  it("[SC13, UI19] lives behind a login of the proxy's own, by cookie and by password: it pairs, acts, and survives a restart", async () => {
    const login = { basic: "me:secret", cookie: "proxy_session=of-the-proxy" };
    const { box, context } = await behindProxy(login);
    const page = await context.newPage();
    const turnedAway: string[] = [];
    page.on("response", (response) => {
      if ([302, 401].includes(response.status())) turnedAway.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`https://${login.basic}@${NAME}/proxy-login`);
    await paired(box, page);
    await page.reload();
    await page.locator('.shell[data-link="live"]').waitFor();
    await box.agtmux(["daemon", "restart"]);
    const pane = await box.registered("api");
    const { command, read } = askingProgram(box.dir, "api", "Which database?");
    box.type(pane, command);
    const row = page.getByRole("article", { name: "Which database?" });
    await row.getByRole("button", { name: /^Reply/ }).click();
    await page.keyboard.type("Postgres");
    await page.getByRole("button", { name: /^Send reply/ }).click();
    await until(() => read().length === 1);
    expect([read(), turnedAway.filter((each) => each.startsWith("302"))]).toEqual([["Postgres"], []]);
  }, 180_000);

  it("[UI19, UI8, TS7] shows a pane's live terminal, and types into it", async () => {
    const { box, context } = await behindProxy();
    const page = await context.newPage();
    await paired(box, page);
    const pane = await box.registered("api");
    const { command, read } = askingProgram(box.dir, "api", "Which database?");
    box.type(pane, command);
    await untilPane(box, pane, ({ attention }) => attention !== null);
    await page.getByRole("article", { name: "Which database?" }).getByRole("button", { name: /^Open/ }).click();
    await page.locator('.pane-terminal[data-stale="false"]').click({ position: { x: 40, y: 40 } });
    await page.keyboard.type("by thumb");
    await page.getByRole("button", { name: "Enter" }).click();
    await until(() => read().includes("by thumb"));
  }, 180_000);
});

describe("the dashboard by plain http from another machine, where pages have no cryptography", () => {
  it("[SC11, WB19] keeps the key that its link gave, and junk in the address does not cost it", async () => {
    const site = `http://box.lan:${FIXED_PORT}`;
    const { box } = await knownAs(site, 'public_over_tcp = "on"\n');
    const { code } = await box.json<PairingLink>("pair", "--json");
    const context = await ownBrowser(PHONE, ["--host-resolver-rules=MAP box.lan 127.0.0.1"]);
    const page = await context.newPage();
    const mayAct = async () => {
      await page.locator('.shell[data-link="live"]').waitFor();
      expect(await page.getByText(/may look, and not act|right to act/).count()).toBe(0);
    };
    await page.goto(`${site}/#pair=${code}`);
    await mayAct();
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    for (const junk of ["junk", "%E2%82%AC"]) {
      await page.goto("about:blank");
      await page.goto(`${site}/#pair=${junk}`);
      await mayAct();
      expect(page.url()).toBe(`${site}/`);
    }
    await page.reload();
    await mayAct();
    const pane = await box.registered("api");
    const { command, read } = askingProgram(box.dir, "api", "Which database?");
    box.type(pane, command);
    await page
      .getByRole("article", { name: "Which database?" })
      .getByRole("button", { name: /^Reply/ })
      .click();
    await page.keyboard.type("Postgres");
    await page.getByRole("button", { name: /^Send reply/ }).click();
    await until(() => read().length === 1);
    expect(read()).toEqual(["Postgres"]);
  }, 180_000);
});
