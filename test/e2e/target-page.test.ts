import { resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { Broadcast } from "../../src/daemon/broadcast.ts";
import { Fleet } from "../../src/daemon/fleet.ts";
import { type Backend, createApi } from "../../src/daemon/server/api.ts";
import { listen } from "../../src/daemon/server/listen.ts";
import { serveStream } from "../../src/daemon/server/stream.ts";
import { browser } from "../support/browser.ts";
import { sandbox } from "../support/sandbox.ts";
import { testPane } from "../support/test-pane.ts";

const TOKEN = "ab".repeat(24);
const WIDTHS = [1280, 390];

describe("the dashboard's page with a target down", () => {
  it.each(WIDTHS)("[TG18] says so while it lasts, without a reload (%d px wide)", async (width) => {
    const fleet = new Fleet("e", 0);
    const panes = ["%1", "%2"].map((pane_id) => testPane({ target: "vm2", pane_id }));
    fleet.apply({ changed: [testPane({}), ...panes], removed: [] }, 1);
    const broadcast = new Broadcast({ fleet, clock: { now: () => Date.now() }, quietMs: 100, mostMs: 500 });
    const api = createApi({ status: () => ({}) } as unknown as Backend, "1.2.3");
    const webRoot = resolve(import.meta.dirname, "../../dist/web");
    const { dir } = sandbox();
    const streams = { "/v1/stream": () => (client: WebSocket) => serveStream(client, broadcast) };
    const listening = await listen({ api, streams, socketPath: `${dir}/s`, port: 0, token: TOKEN, webRoot });
    onTestFinished(() => listening.close());
    const page = await (await browser({ width, height: 500 })).newPage();
    await page.goto(`http://127.0.0.1:${listening.port}/?token=${TOKEN}`);
    await page.getByText("vm2/main").waitFor();

    const message = "ssh: connect to host vm2 port 22: No route to host";
    const error = { code: "E_TARGET_UNREACHABLE", message, details: {} } as const;
    fleet.setTargetErrors([{ target: "vm2", error, since: Date.now() }]);
    broadcast.tellTargets();
    const banner = page.getByRole("status").getByText(/vm2 is out of reach since \d\d:\d\d — its 2 panes are unknown/);
    await banner.waitFor();
    if (process.env.AGTMUX_TEST_SHOTS)
      await page.screenshot({ path: `${process.env.AGTMUX_TEST_SHOTS}/target-down-${width}.png` });
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBeLessThanOrEqual(0);
    fleet.setTargetErrors([]);
    broadcast.tellTargets();
    await banner.waitFor({ state: "detached" });
  });
});
