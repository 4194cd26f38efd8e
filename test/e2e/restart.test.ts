import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/core/protocol/base/error-codes.ts";
import type { CheckUp } from "../../src/core/protocol/daemon/check-up.ts";
import type { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import { AGTMUX, type Sandbox, sandbox, spawned, until } from "../support/sandbox.ts";

const configOf = (box: Sandbox) => join(box.home, "config.toml");
const KEPT = /The daemon was not restarted: the one that runs \(pid \d+\) goes on as before/;

/** A restart that must leave the running daemon alone; returns the command's error output. */
async function refused(box: Sandbox, code: number, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const before = await box.status();
  const ran = await box.agtmux(["daemon", "restart", ...args], { env });
  expect([ran.code, ran.stdout]).toEqual([code, ""]);
  expect(ran.stderr).toMatch(KEPT);
  // every status has a new link, and how the daemon fares
  const links = { dashboard: "", plain_dashboard: "", vitals: null };
  expect({ ...(await box.status()), ...links }).toEqual({ ...before, ...links });
  return ran.stderr;
}

/** Writes the database version into the file's header, as a newer agtmux would. */
function writeVersion(path: string, version: number): void {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(version);
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, 60);
  closeSync(file);
}

/** Makes node run this code before every program of ours. */
function preload(box: Sandbox, code: string): NodeJS.ProcessEnv {
  const path = join(box.dir, "preload.cjs");
  writeFileSync(path, `const words = process.argv.slice(1).join(" ");\n${code}`);
  return { NODE_OPTIONS: `--require ${path}` };
}

describe("agtmux daemon restart", () => {
  it("[DM17] with a bad config.toml the old daemon goes on, and the file, the line and the setting are named", async () => {
    const box = sandbox();
    await box.startDaemon();
    const config = configOf(box);
    writeFileSync(config, '# mine\nmarkers = "sometimes"\n');
    expect(await refused(box, 5)).toContain(`${config}, line 2: markers: `);
    writeFileSync(config, "port = 0\nmarkers = = 3\n");
    expect(await refused(box, 5)).toContain(`${config}, line 2: `);
    writeFileSync(config, 'makers = "all"\n');
    expect(await refused(box, 5)).toContain(`${config}, line 1: "makers" is not a setting`);
    writeFileSync(config, 'markers = "all"\n');
    expect((await box.agtmux(["daemon", "restart"])).code).toBe(0);
  });

  it("[DM17] with a bad variable or flag the old daemon goes on, and the variable or flag is named", async () => {
    const box = sandbox();
    await box.startDaemon();
    expect(await refused(box, 5, [], { AGTMUX_MARKERS: "sometimes" })).toContain("AGTMUX_MARKERS: ");
    expect(await refused(box, 5, ["--port", "99999"])).toContain("--port: ");
    expect(await refused(box, 5, ["--port", ""])).toContain("--port: ");
  });

  it("[DM17] with a home or a database that a new daemon would refuse the old one goes on", async () => {
    const box = sandbox();
    await box.startDaemon();
    const [ssh, away] = [join(box.home, "ssh"), join(box.dir, "ssh")];
    renameSync(ssh, away);
    writeFileSync(ssh, "");
    expect(await refused(box, 16)).toContain(`${ssh} is not a directory`);
    renameSync(away, join(box.dir, "ssh-again"));
    renameSync(ssh, away);
    writeVersion(join(box.home, "agtmux.db"), 4_711);
    expect(await refused(box, 13)).toContain("has version 4711");
    expect(readdirSync(box.home).filter((name) => name.startsWith(".check"))).toEqual([]);
  });

  it("[DM17] if the new program cannot run, the old daemon continues and node's reason is shown", async () => {
    const box = sandbox();
    await box.startDaemon();
    const env = preload(box, 'if (words.includes("daemon.cjs")) throw new TypeError("half an update");');
    expect(await refused(box, 70, [], env)).toContain("does not run: TypeError: half an update");
  });

  it("[DM17] if the new daemon fails later, the command says that none runs and what to type", async () => {
    const box = sandbox();
    await box.startDaemon();
    const env = preload(box, "if (/daemon\\.cjs(?!.*--check)/.test(words)) process.exit(3);");
    const ran = await box.agtmux(["daemon", "restart"], { env });
    expect([ran.code, ran.stdout]).toEqual([70, ""]);
    expect(ran.stderr).toMatch(/agtmuxd ended at once \(3\).*No daemon runs now.*'agtmux daemon start'/s);
    expect((await box.status()).running).toBe(false);
    expect((await box.startDaemon()).running).toBe(true);
  });

  it("[IN11] doctor tells a bad setting while the old daemon runs, and settings that wait for a restart", async () => {
    const box = sandbox();
    await box.startDaemon();
    const doctor = async () => {
      const ran = await box.agtmux(["doctor", "--json"]);
      const { checks } = JSON.parse(ran.stdout) as CheckUp;
      return { code: ran.code, settings: checks.filter(({ name }) => name === "settings") };
    };
    expect(await doctor()).toMatchObject({ code: 0, settings: [{ status: "ok" }] });
    writeFileSync(configOf(box), 'markers = "sometimes"\n');
    expect(await doctor()).toMatchObject({
      code: 76,
      settings: [
        {
          status: "failed",
          found: expect.stringContaining(`${configOf(box)}, line 1: markers: `),
          advice: expect.stringContaining("agtmux daemon restart"),
        },
      ],
    });
    writeFileSync(configOf(box), 'markers = "all"\n');
    expect(await doctor()).toMatchObject({ code: 0, settings: [{ status: "warning" }] });
    await box.agtmux(["daemon", "restart"]);
    expect(await doctor()).toMatchObject({ code: 0, settings: [{ status: "ok" }] });
  });
});

describe("agtmux daemon restart of a daemon in the foreground", () => {
  it("[DM23] leaves the start to its supervisor, which goes on with the new one", async () => {
    const box = sandbox();
    // as systemd with Restart=on-failure: started again unless it ends well
    const supervisor = spawned("sh", ["-c", `until ${AGTMUX} daemon run; do sleep 0.2; done`], box.env);
    const ended = once(supervisor, "exit");
    await until(async () => (await box.status()).running);
    const first = await box.status();
    expect(parentOf(first.pid)).toBe(supervisor.pid);
    for (let round = 0, before = first.pid; round < 2; round += 1) {
      const ran = await box.agtmux(["daemon", "restart", "--json"]);
      expect([ran.code, ran.stderr]).toEqual([0, ""]);
      const { pid } = JSON.parse(ran.stdout) as DaemonStatus;
      expect(pid).not.toBe(before);
      expect(parentOf(pid)).toBe(supervisor.pid);
      before = pid;
    }
    writeFileSync(configOf(box), 'markers = "sometimes"\n');
    await refused(box, 5);
    expect((await box.agtmux(["daemon", "stop"])).code).toBe(0);
    await ended;
    expect((await box.status()).running).toBe(false);
  });

  it("[DM23] without a supervisor it starts a daemon in the background, and says so", {
    timeout: 180_000,
  }, async () => {
    const box = sandbox();
    const child = spawned(AGTMUX, ["daemon", "run"], box.env);
    const ended = once(child, "exit");
    await until(async () => (await box.status()).running);
    const ran = await box.agtmux(["daemon", "restart", "--json"]);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/nothing has started it again within \d+ s.*runs in the background now/s);
    expect(await ended).toEqual([ERRORS.E_RESTARTING.exit, null]);
    expect((await box.status()).pid).not.toBe(child.pid);
  });
});

function parentOf(pid: number | null): number {
  return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
}
