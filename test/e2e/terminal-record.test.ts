import { expect, it } from "vitest";
import { MAX_UNACKED_BYTES } from "../../src/core/protocol/terminal/terminal.ts";
import { letIn } from "../support/http.ts";
import { until } from "../support/sandbox.ts";
import { shownPane } from "../support/shown-pane.ts";
import { audited } from "../support/stage.ts";
import { TerminalViewer, view } from "../support/terminal-viewer.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

it("[GD18] a device's typing and actions are recorded under its name: how much, never what", async () => {
  const { box, pane } = await shownPane();
  const { port, dashboard } = await box.status();
  const { key } = await letIn(dashboard, { "user-agent": FIREFOX });
  const site = `127.0.0.1:${port}`;
  const viewer = new TerminalViewer(`ws://${site}/v1/terminal/${encodeURIComponent(pane)}`, {
    protocols: ["agtmux.terminal.1", `agtmux.key.${key}`],
  });
  await until(() => viewer.received > 0);
  viewer.type("echo secret-");
  viewer.type("word\r");
  // wait for the output: C-c discards input not read yet
  await until(() => viewer.rows().some((row) => /^(?:# )?secret-word$/.test(row)));
  viewer.ask({ type: "keys", keys: ["Up", "C-c"] });
  await until(() => viewer.rows().some((row) => row.includes("^C")));
  await until(() => viewer.all("typed").length > 0);
  viewer.socket.terminate();
  const { ref } = await box.pane(pane);
  const body = JSON.stringify({ ref, lines: 5 });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  expect((await fetch(`http://${site}/v1/actions/view-output`, { method: "POST", headers, body })).status).toBe(200);
  await box.agtmux(["view-output", ref]);
  const devices = await box.json<{ items: { id: string; name: string }[] }>("devices", "--json");
  const device = { id: devices.items[0]?.id, name: "Firefox on Linux" };
  // the daemon notices the closed socket a little later
  await until(async () =>
    (await audited(box)).items.some(({ action, outcome }) => action === "type" && outcome === "done"),
  );
  const { items } = await audited(box);
  expect(items.map(({ action, actor }) => [action, actor.device])).toEqual(
    expect.arrayContaining([
      ["type", device],
      ["view-output", device],
      ["view-output", undefined],
    ]),
  );
  const [typed, ...others] = items.filter(({ action }) => action === "type");
  expect(others).toEqual([]);
  expect(typed).toMatchObject({
    ref,
    pane_id: pane,
    target: "host",
    outcome: "done",
    request: { bytes: 17, keys: 2, refused_bytes: 0 },
    effects: ["typed 17 bytes", "pressed 2 named keys"],
  });
  expect(typed?.ended_at).toBeGreaterThanOrEqual(typed?.at ?? Number.POSITIVE_INFINITY);
  expect(JSON.stringify(typed)).not.toContain("secret");
  const { stdout } = await box.agtmux(["audit"]);
  expect(stdout).toMatch(/Firefox on Linux +type +done +host\/%\d+ +typed 17 bytes/);
});

it("[TS2] a viewer that asks for screen after screen and acknowledges none gets no more than it may owe", async () => {
  const { box, pane } = await shownPane();
  box.type(
    pane,
    `i=0; while [ $i -lt 2500 ]; do printf '\\033[3%dm%0100d\\033[0m\\n' $((i % 7)) $i; i=$((i + 1)); done; echo all-said`,
  );
  await until(() => box.screen(pane).includes("\nall-said"));
  const mute = await view(box, pane, { acks: false });
  const other = await view(box, pane);
  const one = mute.received;
  const rounds = Math.ceil((2 * MAX_UNACKED_BYTES) / one) + 2;
  for (let round = 1; round <= rounds; round += 1) {
    mute.ask({ type: "refresh" });
    other.ask({ type: "refresh" });
    await until(() => other.all("bootstrap").length > round);
  }
  expect(mute.received).toBeGreaterThan(MAX_UNACKED_BYTES);
  expect(mute.received).toBeLessThan(MAX_UNACKED_BYTES + 3 * one);
  const before = mute.received;
  mute.ask({ type: "ack", bytes: mute.received });
  await until(() => mute.received > before);
  expect(mute.all("bootstrap").at(-1)?.reason).toBe("behind");
});
