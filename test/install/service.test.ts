import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ServiceReport } from "../../src/core/protocol/daemon/service.ts";
import { killDaemon } from "../support/daemon-life.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { userSystemd } from "../support/user-systemd.ts";

const service = async (box: Sandbox, ...words: string[]): Promise<ServiceReport> =>
  ServiceReport.strict().parse(await box.json("service", ...words, "--json"));

const unitsIn = (home: string) => join(home, ".config", "systemd", "user");

/** A sandbox whose account has a systemd; its own home holds a blank, a percent sign and more than ASCII. */
async function withSystemd(): Promise<{ box: Sandbox; account: string }> {
  const box = sandbox();
  const account = join(box.dir, "so 100% übel");
  Object.assign(box.env, await userSystemd(account), { XDG_CONFIG_HOME: "" });
  return { box, account };
}

const hostOf = ({ dashboard }: { dashboard: string | null }) => new URL(dashboard ?? "").host;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("agtmux service, with a real systemd", () => {
  it("[DM30] installs a unit that systemd accepts, and its daemon comes back after SIGKILL", {
    timeout: 180_000,
  }, async () => {
    const { box, account } = await withSystemd();
    const background = await box.startDaemon();
    expect(background.supervised).toBe(false);
    const report = await service(box, "install");
    expect(report).toMatchObject({ manager: "systemd", installed: "current", enabled: true, state: "active" });
    const first = await box.status();
    expect(first).toMatchObject({ running: true, supervised: true, pid: report.pid });
    expect(first.pid).not.toBe(background.pid);
    const verified = spawnSync("systemd-analyze", ["verify", "--user", "--man=no", report.file], {
      env: box.env,
      encoding: "utf8",
    });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);

    await killDaemon(box);
    await until(async () => (await box.status()).running);
    expect((await service(box, "status")).pid).toBe((await box.status()).pid);

    expect((await service(box, "remove")).installed).toBe("absent");
    expect((await box.status()).running).toBe(false);
    expect(readdirSync(account)).toEqual([]);
  });

  it("[DM32] daemon stop, start and restart --port go through systemd", { timeout: 180_000 }, async () => {
    const { box } = await withSystemd();
    await service(box, "install");
    expect((await box.agtmux(["daemon", "stop"])).code).toBe(0);
    expect(await service(box, "status")).toMatchObject({ state: "inactive", pid: null, enabled: true });
    const started = await box.startDaemon();
    expect(started).toMatchObject({ supervised: true, pid: (await service(box, "status")).pid });
    const port = await freePort();
    const ran = await box.agtmux(["daemon", "restart", "--port", String(port)]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    const restarted = await box.status();
    expect(restarted).toMatchObject({ port, supervised: true });
    expect(restarted.pid).not.toBe(started.pid);
    expect(restarted.pid).toBe((await service(box, "status")).pid);
    // the flag was for one start
    expect(existsSync(join(box.home, "next-start.json"))).toBe(false);
    await box.agtmux(["daemon", "stop"]);
    expect((await box.startDaemon()).port).not.toBe(port);
  });

  it("[DM22, SC16] daemon restart keeps port and name and stays the service; a start after SIGKILL has another name", {
    timeout: 180_000,
  }, async () => {
    const { box } = await withSystemd();
    mkdirSync(box.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(box.home, "config.toml"), `origin = "rotate"\nport = ${await freePort()}\n`);
    delete box.env.AGTMUX_PORT;
    await service(box, "install");
    const before = await box.status();
    const { port } = before;
    // twice: the second daemon has the service from the first one
    for (const _ of [1, 2]) {
      const { pid } = await box.status();
      const ran = await box.agtmux(["daemon", "restart"]);
      expect([ran.code, ran.stderr]).toEqual([0, ""]);
      const restarted = await box.status();
      expect(restarted).toMatchObject({ port, supervised: true });
      expect(hostOf(restarted)).toBe(hostOf(before));
      expect(restarted.pid).not.toBe(pid);
      expect(await service(box, "status")).toMatchObject({ state: "active", pid: restarted.pid });
    }
    await killDaemon(box);
    await until(async () => (await box.status()).running);
    const again = await box.status();
    expect(await service(box, "status")).toMatchObject({ state: "active", pid: again.pid });
    expect([again.port, hostOf(again) === hostOf(before)]).toEqual([port, false]);
  });

  it("[DM30] installing again changes nothing, and leaves a unit of the user's own alone", {
    timeout: 180_000,
  }, async () => {
    const { box, account } = await withSystemd();
    const { file, pid } = await service(box, "install");
    expect((await service(box, "install")).pid).toBe(pid);
    await service(box, "remove");
    mkdirSync(unitsIn(account), { recursive: true });
    writeFileSync(file, "[Service]\nExecStart=/bin/true\n");
    const ran = await box.agtmux(["service", "install"]);
    expect([ran.code, ran.stdout]).toEqual([79, ""]);
    expect(ran.stderr).toContain("is not of agtmux's making, so it stays");
    expect(readFileSync(file, "utf8")).toBe("[Service]\nExecStart=/bin/true\n");
    expect((await box.agtmux(["service", "remove"])).code).toBe(79);
  });
});

describe("agtmux service, without a systemd session", () => {
  it("[DM33] install says why and what to do instead, and writes nothing", async () => {
    const account = sandbox();
    const box = sandbox({ HOME: account.dir, XDG_RUNTIME_DIR: join(account.dir, "none"), XDG_CONFIG_HOME: "" });
    const before = readdirSync(account.dir);
    const ran = await box.agtmux(["service", "install"]);
    expect([ran.code, ran.stdout]).toEqual([79, ""]);
    expect(ran.stderr).toMatch(/systemd .*profile.*agtmux daemon start/s);
    expect(readdirSync(account.dir)).toEqual(before);
    expect(await service(box, "status")).toMatchObject({ installed: "absent", enabled: false, pid: null });
  });

  it("[DM33] a service that was installed earlier keeps no daemon from starting, and is removed", async () => {
    const account = sandbox();
    const box = sandbox({ HOME: account.dir, XDG_RUNTIME_DIR: join(account.dir, "none"), XDG_CONFIG_HOME: "" });
    const { file } = await service(box, "status");
    mkdirSync(join(unitsIn(account.dir), "default.target.wants"), { recursive: true });
    writeFileSync(file, "# Made by 'agtmux service install'; 'agtmux service remove' takes it away.\n");
    const link = join(unitsIn(account.dir), "default.target.wants", basename(file));
    symlinkSync(file, link);
    expect(await box.startDaemon()).toMatchObject({ running: true, supervised: false });
    await service(box, "remove");
    expect(existsSync(file)).toBe(false);
    expect(lstatSync(link, { throwIfNoEntry: false })).toBe(undefined);
  });
});
