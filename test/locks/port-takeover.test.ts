import { mkdirSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import { browser } from "../support/browser.ts";
import { FIXED_PORT } from "../support/fixed-port.ts";
import { ask, portOf, tokenOf } from "../support/http.ts";
import { impostor } from "../support/impostor.ts";
import { DESKTOP } from "../support/page.ts";
import { actWithStolenKey, eagerPortThief, portThief, runThiefsScript } from "../support/port-thief.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const HAS_V6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

/** A pane with open attention, which a page that shows the pane does not close. */
async function attentive(box: Sandbox): Promise<string> {
  await box.startDaemon();
  const pane = await box.registered("work");
  box.type(pane, 'agtmux signal error "It has failed"');
  await untilPane(box, pane, ({ attention }) => attention !== null);
  return pane;
}

/** A page with a key, at the daemon's usual port; `at` is its address as in a bookmark. */
async function openedPage(origin: string) {
  const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT), AGTMUX_ORIGIN: origin });
  const pane = await attentive(box);
  const context = await browser(DESKTOP);
  const page = await context.newPage();
  await page.goto((await box.status()).dashboard ?? "");
  await page.locator('.shell[data-link="live"]').waitFor();
  await page.waitForLoadState("networkidle");
  const [kept] = await context.cookies();
  return { box, pane, context, page, at: page.url(), cookie: `${kept?.name}=${kept?.value}` };
}

/** Visits the page over and over; each outcome is a status or an error's code. */
function visitsTo(port: number): { end(): Promise<(number | string)[]> } {
  const outcomes: (number | string)[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver)
      outcomes.push(
        await ask({ port }, { path: "/" }).then(
          ({ status }) => status,
          ({ code }: NodeJS.ErrnoException) => code ?? "",
        ),
      );
  })();
  return {
    async end() {
      isOver = true;
      await done;
      return outcomes;
    },
  };
}

describe("somebody else on the daemon's port", () => {
  it("[SC11] gets neither key, pass nor cookie of an open page, not even by passing on to the daemon what it hears", async () => {
    const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT), AGTMUX_ORIGIN: "keep" });
    const pane = await attentive(box);
    const { dashboard } = await box.status();
    const context = await browser(DESKTOP);
    const page = await context.newPage();
    const pairing = page.waitForResponse(/\/v1\/pair$/);
    await page.goto(dashboard ?? "");
    const { key } = (await (await pairing).json()) as { key: string };
    await page.locator('.shell[data-link="live"]').waitFor();
    // wait for what the page loads lazily: the terminal beside the row is the last of it
    await page.locator('.pane-terminal[data-stale="false"]').waitFor();
    await page.waitForLoadState("networkidle");
    const [cookie] = await context.cookies();
    expect([key.length, cookie?.name]).toEqual([48, `agtmux_session_${FIXED_PORT}`]);

    await box.agtmux(["daemon", "stop"]);
    const other = await impostor(FIXED_PORT);
    const unproven = page.getByText(/^What answers here could not prove that it is your daemon/);
    await unproven.waitFor();
    await page.getByRole("button", { name: /^Mark as seen/ }).click();
    await page.getByRole("alert").getByText("E_NOT_PROVEN").waitFor();

    // the daemon is back on another port: a proof made for that port is not valid for this one
    const status = await box.startDaemon();
    expect(portOf(status)).not.toBe(FIXED_PORT);
    other.relayTo(portOf(status));
    const before = other.heard.length;
    await page.getByRole("button", { name: "Retry now" }).first().click();
    await until(() => other.heard.length >= before + 2);
    await unproven.waitFor();

    const heard = other.heard.join("\n\n");
    expect([...new Set(other.heard.map((each) => each.split("\n")[0]))]).toEqual(["POST /v1/greet"]);
    for (const secret of [key, cookie?.value ?? "", tokenOf(status), "cookie", "authorization", "agtmux-pass"])
      expect(heard.toLowerCase()).not.toContain(secret.toLowerCase());

    await other.close();
    await box.agtmux(["daemon", "stop"]);
    await box.startDaemon();
    await page.locator('.shell[data-link="live"]').waitFor();
    await page.getByRole("button", { name: "Look again" }).first().click();
    await page.getByRole("button", { name: /^Mark as seen/ }).click();
    // the page can act again
    await untilPane(box, pane, ({ attention }) => attention === null);
  }, 180_000);

  it("[SC12, DM8] is named in the daemon's problems; nothing is answered under the proxy's name, and no link made for it", async () => {
    await impostor(FIXED_PORT);
    const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT) });
    mkdirSync(box.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(box.home, "config.toml"), 'public_url = "https://agents.example.com"\npublic_over_tcp = "on"\n');
    const status = await box.startDaemon();
    const port = portOf(status);
    expect(port).not.toBe(FIXED_PORT);
    const { problems } = await box.json<DaemonStatus>("daemon", "status", "--json");
    const said = new RegExp(
      `^port ${FIXED_PORT} is taken by .+ \\(pid ${process.pid}\\) of .+: the dashboard is on ${port}`,
    );
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "E_PORT_IN_USE", message: expect.stringMatching(said) }),
    );
    expect((await box.agtmux(["doctor"])).stdout).toContain(`port ${FIXED_PORT} is taken by`);
    const bearer = { authorization: `Bearer ${tokenOf(status)}` };
    expect((await ask({ port }, { path: "/v1/panes", headers: bearer })).status).toBe(200);
    const asSite = await ask({ port }, { path: "/v1/panes", headers: { ...bearer, host: "agents.example.com" } });
    expect(asSite.status).toBe(403);
    expect(await box.agtmux(["pair"])).toMatchObject({ code: 18, stdout: "" });
  });

  it.each([
    ["rotate", "refused"],
    // the remaining risk where the user keeps the name
    ["keep", "done"],
  ])(
    "[SC16] cannot act by the key of a page that is reloaded, while the daemon is elsewhere: origin = %s is %s",
    {
      timeout: 180_000,
    },
    async (origin, outcome) => {
      const { box, page, at } = await openedPage(origin);
      await box.agtmux(["daemon", "stop"]);
      expect((await portThief(FIXED_PORT)).outcome).toBe("listening");
      await page.goto(at);
      expect(await page.title()).toBe("stolen");
      await runThiefsScript(page);
      const status = await box.startDaemon();
      const port = portOf(status);
      const hosts = [
        `127.0.0.1:${port}`,
        new URL(status.dashboard ?? "").host,
        new URL(at).host.replace(/\d+$/, String(port)),
      ];
      const outcomes = [];
      for (const host of hosts) outcomes.push(await actWithStolenKey(page, port, host));
      expect(outcomes.includes(200) ? "done" : "refused").toBe(outcome);
    },
  );

  it.each([
    ["rotate", "refused"],
    ["keep", "done"],
  ])(
    "[SC16] cannot act by a worker that it leaves behind, when the daemon has its port again: origin = %s is %s",
    {
      timeout: 180_000,
    },
    async (origin, outcome) => {
      const { box, context, page, at, cookie } = await openedPage(origin);
      await box.agtmux(["daemon", "stop"]);
      const other = await portThief(FIXED_PORT);
      await page.goto(at);
      await page.evaluate(async () => {
        const { serviceWorker } = navigator;
        const taken = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
        await (await serviceWorker.register("/sw.js")).update();
        await taken;
      });
      await other.end();
      const status = await box.startDaemon();
      // no conflict is visible: the daemon has its port again
      expect([portOf(status), status.problems.filter(({ code }) => code === "E_PORT_IN_USE")]).toEqual([
        FIXED_PORT,
        [],
      ]);
      await page.goto(at);
      expect(await page.title()).toBe("stolen");
      await runThiefsScript(page);
      const acted = [];
      for (const host of [new URL(at).host, `127.0.0.1:${FIXED_PORT}`, new URL(status.dashboard ?? "").host])
        acted.push(await actWithStolenKey(page, FIXED_PORT, host));
      expect(acted.includes(200) ? "done" : "refused").toBe(outcome);
      const looked = await ask({ port: FIXED_PORT }, { path: "/v1/panes", headers: { cookie } });
      expect(looked.status === 200 ? "done" : "refused").toBe(outcome);
      if (origin === "keep") return;
      const fresh = await context.newPage();
      await fresh.goto(status.dashboard ?? "");
      await fresh.locator('.shell[data-link="live"]').waitFor();
      // a page open at the old address says what to do
      expect((await ask({ port: FIXED_PORT }, { path: "/", headers: { host: new URL(at).host } })).text).toContain(
        "agtmux daemon status",
      );
    },
  );

  it("[SC16, DM22] finds no moment for the port while the daemon is restarted: page, key and name stay", {
    timeout: 180_000,
  }, async () => {
    const { box, page, at, pane } = await openedPage("rotate");
    const before = await box.status();
    const endThief = await eagerPortThief(FIXED_PORT);
    const visits = visitsTo(FIXED_PORT);
    const restarted = await box.json<DaemonStatus>("daemon", "restart", "--json");
    const { tries, hasPort } = await endThief();
    expect([tries > 100, hasPort]).toEqual([true, false]);
    // a visit meanwhile waits for the next daemon
    expect((await visits.end()).filter((outcome) => outcome === "ECONNREFUSED")).toEqual([]);
    expect([restarted.pid === before.pid, portOf(restarted)]).toEqual([false, FIXED_PORT]);
    expect(new URL(restarted.dashboard ?? "").origin).toBe(new URL(at).origin);
    await page.locator('.shell[data-link="live"]').waitFor();
    await page.getByRole("button", { name: /^Mark as seen/ }).click();
    await untilPane(box, pane, ({ attention }) => attention === null);
    // another port means another origin
    const moved = await box.json<DaemonStatus>("daemon", "restart", "--json", "--port", "0");
    expect(new URL(moved.dashboard ?? "").hostname).toBe(new URL(at).hostname);
    const elsewhere = await box.json<DaemonStatus>("daemon", "restart", "--json", "--port", String(FIXED_PORT + 1));
    expect(new URL(elsewhere.dashboard ?? "").hostname).not.toBe(new URL(at).hostname);
  });

  it("[SC16, WB28] a browser that opens 127.0.0.1 looks, and acts once the person accepts the risk", {
    timeout: 180_000,
  }, async () => {
    const box = sandbox();
    const pane = await attentive(box);
    const open = async (choice: string) => {
      const { plain_dashboard: link } = await box.status();
      const page = await (await browser(DESKTOP)).newPage();
      await page.goto(link ?? "");
      await page.getByRole("button", { name: choice }).waitFor();
      // longer than the page waits before it says that it is connecting
      await page.waitForTimeout(1_000);
      expect(await page.locator(".notice:visible").count()).toBe(1);
      await page.getByRole("button", { name: choice }).click();
      await page.locator('.shell[data-link="live"]').waitFor();
      await page.getByRole("button", { name: /^Mark as seen/ }).click();
      return page;
    };
    await (await open("Only look")).getByRole("alert").getByText("E_UNAUTHORIZED").waitFor();
    await open("Accept the risk and act");
    await untilPane(box, pane, ({ attention }) => attention === null);
  });

  it.skipIf(!HAS_V6)(
    "[SC12, DM8] at ::1 is named, too, and localhost is no name of ours (skipped without IPv6)",
    async () => {
      await impostor(FIXED_PORT, "::1");
      const box = sandbox({ AGTMUX_PORT: String(FIXED_PORT) });
      mkdirSync(box.home, { recursive: true, mode: 0o700 });
      writeFileSync(
        join(box.home, "config.toml"),
        'public_url = "https://agents.example.com"\npublic_over_tcp = "on"\n',
      );
      const status = await box.startDaemon();
      const port = portOf(status);
      expect(port).toBe(FIXED_PORT);
      const { problems } = await box.json<DaemonStatus>("daemon", "status", "--json");
      const message = expect.stringMatching(`^\\[::1\\]:${FIXED_PORT} is taken by .+ \\(pid ${process.pid}\\) of `);
      expect(problems).toContainEqual(expect.objectContaining({ code: "E_PORT_IN_USE", message }));
      const bearer = { authorization: `Bearer ${tokenOf(status)}` };
      const as = async (host: string) =>
        (await ask({ port }, { path: "/v1/panes", headers: { ...bearer, host } })).status;
      expect(await as(`127.0.0.1:${FIXED_PORT}`)).toBe(200);
      for (const name of [`localhost:${FIXED_PORT}`, `[::1]:${FIXED_PORT}`, "agents.example.com"])
        expect([name, await as(name)]).toEqual([name, 403]);
      expect(await box.agtmux(["pair"])).toMatchObject({ code: 18, stdout: "" });
    },
  );
});
