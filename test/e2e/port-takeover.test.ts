import { mkdirSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DaemonStatus } from "../../src/core/protocol/daemon.ts";
import { browser } from "../support/browser.ts";
import { ask, portOf, tokenOf } from "../support/http.ts";
import { impostor } from "../support/impostor.ts";
import { DESKTOP, shot } from "../support/page.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const HAS_V6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
const PORT = 20_000 + (process.pid % 20_000);

describe("somebody else on the daemon's port", () => {
  it("[SC11] gets neither key, pass nor cookie of an open page, not even by passing on to the daemon what it hears", async () => {
    const box = sandbox({ AGTMUX_PORT: String(PORT) });
    const { dashboard } = await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, 'agtmux signal completed "All done"');
    await untilPane(box, pane, ({ attention }) => attention !== null);
    const context = await browser(DESKTOP);
    const page = await context.newPage();
    let key = "";
    page.on("response", (response) => {
      key ||= /#key=(\w+)/.exec(response.headers().location ?? "")?.[1] ?? "";
    });
    await page.goto(dashboard ?? "");
    await page.locator('.shell[data-link="live"]').waitFor();
    // what the page loads by and by is there
    await page.waitForLoadState("networkidle");
    const [cookie] = await context.cookies();
    expect([key.length, cookie?.name]).toEqual([48, `agtmux_session_${PORT}`]);

    await box.agtmux(["daemon", "stop"]);
    const other = await impostor(PORT);
    const unproven = page.getByText(/^What answers here could not prove that it is your daemon/);
    await unproven.waitFor();
    await page.getByRole("button", { name: /^Mark as seen/ }).click();
    await page.getByRole("alert").getByText("E_NOT_PROVEN").waitFor();
    await shot(page, "unproven");

    // the daemon is back, elsewhere: a proof for that place is none for this one
    const status = await box.startDaemon();
    expect(portOf(status)).not.toBe(PORT);
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
    // it acts again
    await untilPane(box, pane, ({ attention }) => attention === null);
  }, 60_000);

  it("[SC12, DM8] is named in the daemon's problems; nothing is answered under the proxy's name, and no link made for it", async () => {
    await impostor(PORT);
    const box = sandbox({ AGTMUX_PORT: String(PORT) });
    mkdirSync(box.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(box.home, "config.toml"), 'public_url = "https://agents.example.com"\n');
    const status = await box.startDaemon();
    const port = portOf(status);
    expect(port).not.toBe(PORT);
    const { problems } = await box.json<DaemonStatus>("daemon", "status", "--json");
    const said = new RegExp(`^port ${PORT} is taken by .+ \\(pid ${process.pid}\\) of .+: the dashboard is on ${port}`);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "E_PORT_IN_USE", message: expect.stringMatching(said) }),
    );
    expect((await box.agtmux(["doctor"])).stdout).toContain(`port ${PORT} is taken by`);
    const bearer = { authorization: `Bearer ${tokenOf(status)}` };
    expect((await ask({ port }, { path: "/v1/panes", headers: bearer })).status).toBe(200);
    const asSite = await ask({ port }, { path: "/v1/panes", headers: { ...bearer, host: "agents.example.com" } });
    expect(asSite.status).toBe(403);
    expect(await box.agtmux(["pair"])).toMatchObject({ code: 18, stdout: "" });
  });

  it.skipIf(!HAS_V6)(
    "[SC14, DM8] at ::1 is named, too, and localhost is no name of ours (skipped without IPv6)",
    async () => {
      await impostor(PORT, "::1");
      const box = sandbox({ AGTMUX_PORT: String(PORT) });
      mkdirSync(box.home, { recursive: true, mode: 0o700 });
      writeFileSync(join(box.home, "config.toml"), 'public_url = "https://agents.example.com"\n');
      const status = await box.startDaemon();
      const port = portOf(status);
      expect(port).toBe(PORT);
      const { problems } = await box.json<DaemonStatus>("daemon", "status", "--json");
      const message = expect.stringMatching(`^\\[::1\\]:${PORT} is taken by .+ \\(pid ${process.pid}\\) of `);
      expect(problems).toContainEqual(expect.objectContaining({ code: "E_PORT_IN_USE", message }));
      const bearer = { authorization: `Bearer ${tokenOf(status)}` };
      const as = async (host: string) =>
        (await ask({ port }, { path: "/v1/panes", headers: { ...bearer, host } })).status;
      expect(await as(`127.0.0.1:${PORT}`)).toBe(200);
      for (const name of [`localhost:${PORT}`, `[::1]:${PORT}`, "agents.example.com"])
        expect([name, await as(name)]).toEqual([name, 403]);
      expect(await box.agtmux(["pair"])).toMatchObject({ code: 18, stdout: "" });
    },
  );
});
