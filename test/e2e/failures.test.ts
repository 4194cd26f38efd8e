import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRunning } from "../support/daemon-life.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** A daemon whose node process runs this code first. `isOn(word)` is true while the test wants that failure. */
async function daemonWith(code: string): Promise<{ box: Sandbox; switches: string; pid: number }> {
  const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
  const switches = join(box.dir, "switches");
  mkdirSync(switches);
  const preload = join(box.dir, "preload.cjs");
  writeFileSync(
    preload,
    `const fs = require("node:fs");
    const isOn = (word) => fs.existsSync(${JSON.stringify(switches)} + "/" + word);
    if (/daemon\\.cjs$/.test(process.argv[1] ?? "") && !process.argv.includes("--check")) {${code}}`,
  );
  const ran = await box.agtmux(["daemon", "start", "--json"], { env: { NODE_OPTIONS: `--require ${preload}` } });
  expect(ran.stderr).toBe("");
  const { pid } = JSON.parse(ran.stdout) as { pid: number };
  return { box, switches, pid };
}

const problems = async (box: Sandbox) =>
  (await box.client.health()).problems.filter(({ code }) => code === "E_INTERNAL").map(({ message }) => message);

describe("a daemon in which something fails unexpectedly", () => {
  it("[DM19] continues after an unhandled rejection, logs its stack and reports it", async () => {
    const { box, switches, pid } = await daemonWith(`
      const timer = setInterval(() => {
        if (!isOn("reject")) return;
        clearInterval(timer);
        Promise.reject(new Error("lost its way"));
      }, 20);`);
    expect(await problems(box)).toEqual([]);
    writeFileSync(join(switches, "reject"), "");
    await until(async () => (await problems(box)).length > 0);
    expect(await problems(box)).toEqual([expect.stringMatching(/nobody had expected: lost its way.*daemon restart/)]);
    expect(box.log()).toMatch(/lost its way\\n +at .*nobody handled a rejected promise/);
    expect((await box.agtmux(["doctor"])).stdout).toContain("lost its way");
    const pane = await box.registered("work");
    await box.agtmux(["signal", "working"], { env: paneEnvironment(box, pane) });
    await untilPane(box, pane, ({ state }) => state === "running");
    expect((await box.status()).pid).toBe(pid);
  });

  it("[DM19] ends after an uncaught exception, with its stack in daemon.log and daemon.err", async () => {
    const { box, switches, pid } = await daemonWith(`
      setInterval(() => {
        if (isOn("throw")) throw new Error("in the middle");
      }, 20);`);
    writeFileSync(join(switches, "throw"), "");
    await until(() => !isRunning(pid));
    expect(box.log()).toMatch(/in the middle.*the daemon ends/);
    expect(readFileSync(join(box.home, "daemon.err"), "utf8")).toContain("Error: in the middle\n    at ");
    rmSync(join(switches, "throw"));
    expect((await box.startDaemon()).running).toBe(true);
  });

  it("[DM19] tells that the spool cannot be read while other sources are, and reads it all when that is over", async () => {
    const { box, switches } = await daemonWith(`
      const { readdirSync } = fs;
      fs.readdirSync = (path, ...rest) => {
        if (isOn("spool") && String(path).endsWith("spool/new")) throw new Error("odd disk");
        return readdirSync(path, ...rest);
      };`);
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    writeFileSync(join(switches, "spool"), "");
    await box.agtmux(["signal", "needs_input", "which one?"], { env: paneEnvironment(box, pane) });
    await until(async () => (await problems(box)).length > 0);
    expect(await problems(box)).toEqual([
      expect.stringMatching(/^reading the spool failed: odd disk\. It is tried again/),
    ]);
    expect(readdirSync(join(box.home, "spool", "new"))).toHaveLength(1);
    writeFileSync(file, "working\n");
    await untilPane(box, pane, ({ state }) => state === "running");
    rmSync(join(switches, "spool"));
    await until(async () => (await problems(box)).length === 0);
    expect(readdirSync(join(box.home, "spool", "new"))).toEqual([]);
  });
});

function paneEnvironment(box: Sandbox, pane: string): NodeJS.ProcessEnv {
  const pid = box.tmux("display-message", "-p", "-t", pane, "#{pid}").trim();
  return { TMUX: `/tmp/x,${pid},0`, TMUX_PANE: pane };
}
