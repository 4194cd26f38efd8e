import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FleetStatus } from "../../src/core/protocol/fleet/fleet.ts";
import { panesIn } from "../support/bucket.ts";
import { startNats } from "../support/nats.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** A daemon that joins as soon as it starts, with a heart that beats fast. */
async function member(name: string, url: string, more: string[] = []): Promise<Sandbox> {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  const table = ["[fleet]", `url = "${url}"`, `name = "${name}"`, 'beat = "200ms"', ...more];
  writeFileSync(join(box.home, "config.toml"), `${table.join("\n")}\n`);
  await box.startDaemon();
  return box;
}

async function untilFleet(box: Sandbox, wanted: (status: FleetStatus) => boolean): Promise<FleetStatus> {
  let last: FleetStatus | null = null;
  await until(
    async () => {
      last = await box.client.fleet();
      return wanted(last);
    },
    () => `the fleet is ${JSON.stringify(last)}\n${box.log()}`,
  );
  return last as unknown as FleetStatus;
}

const healthOf = (name: string) => (status: FleetStatus) => status.members.find((each) => each.name === name)?.health;

describe("a fleet", () => {
  it("[FL1] [FL2] [FL9] a daemon joins by one command, sees the other member, and leaves by another", async () => {
    const nats = await startNats();
    const [one, two] = [sandbox(), await member("two", nats.url)];
    one.session("work");
    await one.startDaemon();
    expect((await one.agtmux(["fleet", "status"])).stdout).toContain("this daemon is in no fleet");
    expect(await one.agtmux(["fleet", "join", nats.url, "--name", "one"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("one is in the fleet: nats-server 2."),
    });
    await untilFleet(one, (status) => healthOf("two")(status) === "ok" && status.published === 1);
    expect((await one.agtmux(["fleet", "list"])).stdout).toMatch(/one \(here\) +ok[\s\S]*two +ok/);
    expect(await one.agtmux(["fleet", "doctor"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/jetstream +on/),
    });
    expect(await one.agtmux(["fleet", "leave"])).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(one.home, "config.toml"), "utf8")).not.toContain("fleet");
    await untilFleet(two, (status) => status.members.length === 1);
    expect((await one.client.fleet()).name).toBeNull();
  });

  it("[FL4] [FL5] [FL12] a pane's row on the server follows it, also through a server that was killed and a daemon that was", async () => {
    const nats = await startNats();
    const box = await member("one", nats.url);
    const pane = await box.registered("work");
    box.type(pane, "agtmux signal working");
    const item = await untilPane(box, pane, ({ state }) => state === "running");
    await until(async () => (await panesIn(nats.url, "one")).get(pane)?.state === "running");
    expect((await panesIn(nats.url, "one")).get(pane)).toEqual({ ...item, updated_at: expect.any(Number) });
    await nats.kill();
    await untilFleet(box, ({ error }) => error?.code === "E_FLEET_UNREACHABLE");
    const gone = box.session("gone");
    box.type(pane, "agtmux signal error 'the disk is full'");
    await untilPane(box, pane, ({ state }) => state === "error");
    await nats.start();
    await until(async () => (await panesIn(nats.url, "one")).get(pane)?.message === "the disk is full");
    expect([...(await panesIn(nats.url, "one")).keys()]).toContain(gone);
    await box.agtmux(["daemon", "stop"]);
    box.tmux("kill-session", "-t", "gone");
    await box.startDaemon();
    await until(async () => !(await panesIn(nats.url, "one")).has(gone));
    expect((await panesIn(nats.url, "one")).get(pane)?.state).toBe("error");
  });

  it("[FL3] [FL6] a silent member is named so, and nobody else takes its name while it lives", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([member("one", nats.url), member("two", nats.url, ['share = "state"'])]);
    await untilFleet(one, (status) => healthOf("two")(status) === "ok");
    const thief = await member("two", nats.url);
    const { error } = await untilFleet(thief, (status) => status.error !== null);
    expect(error).toMatchObject({ code: "E_FLEET_NAME_TAKEN" });
    expect(healthOf("two")(await one.client.fleet())).toBe("ok");
    await thief.agtmux(["daemon", "stop"]);
    await two.agtmux(["daemon", "stop"]);
    await untilFleet(one, (status) => healthOf("two")(status) === "silent");
    await two.startDaemon();
    await untilFleet(one, (status) => healthOf("two")(status) === "ok");
  });
});
