import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/core/protocol/base/error-codes.ts";
import { CheckUp } from "../../src/core/protocol/daemon/check-up.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import type { Sandbox } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { type SshHost, sshHost } from "../support/ssh-host.ts";

describe("agtmux doctor --target", () => {
  it("[IN10, IN5] says what is wrong on that machine and with the agents there, and which command mends it", async () => {
    const { vm, box } = await machine();
    const bare = await doctor(box, "claude");
    expect(bare).toMatchObject({ code: 0, report: { target: "vm1", ok: true } });
    expect(bare.report.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["ssh", "tmux", "files", "home", "hook command", "Claude Code"]),
    );
    expect(check(bare.report, "Claude Code")).toEqual({
      name: "Claude Code",
      status: "warning",
      found: "not integrated (9.9.9, nothing heard of it yet)",
      advice: "run agtmux integrate claude --target vm1",
    });
    expect(bare.report.agents).toEqual([
      {
        name: "claude",
        label: "Claude Code",
        version: "9.9.9",
        settings: join(vm.dir, "root", ".claude/settings.json"),
        integration: "absent",
        running: 0,
        last_event: null,
      },
    ]);

    await box.json("integrate", "claude", "--target", "vm1", "--json");
    expect(check((await doctor(box, "claude")).report, "Claude Code")).toMatchObject({ status: "ok" });
    const settings = join(vm.dir, "root", ".claude/settings.json");
    writeFileSync(settings, '{\n  "hooks": oops\n}');
    chmodSync(vm.home, 0o755);
    writeFileSync(join(vm.home, "bin", "agtmux"), "#!/bin/sh\n");
    const ill = await doctor(box, "claude");
    expect(ill).toMatchObject({ code: ERRORS.E_UNHEALTHY.exit, report: { ok: false } });
    expect(check(ill.report, "Claude Code")).toMatchObject({ advice: expect.stringContaining("line 2, column 12") });
    // the daemon has made the home private again, but does not touch a foreign hook command
    expect(check(ill.report, "hook command")).toMatchObject({
      status: "warning",
      advice: "run agtmux integrate --target vm1",
    });
    rmSync(settings);
    mkdirSync(settings);
    expect(check((await doctor(box, "claude")).report, "Claude Code")).toMatchObject({
      status: "failed",
      found: expect.stringContaining("it is not a file"),
    });
  });

  it("[IN10, IN5] counts agents and events of that target alone", async () => {
    const { vm, box } = await machine();
    const [here, there] = [fakeAgents(box.dir).claude, fakeAgents(join(vm.dir, "agents")).claude];
    box.session("mine", `exec ${here}`);
    const pane = vm.session("work", `exec ${there}`);
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
    const count = async (...words: string[]) =>
      (await doctor(box, "claude", ...words)).report.agents.map(({ running, last_event }) => [
        running,
        last_event?.source,
      ]);
    expect(await count()).toEqual([[1, undefined]]);
    const tmux = `${vm.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
    drop(vm, { agent: "claude", event: "UserPromptSubmit", pane, tmux, payload: '{"session_id":"s"}' });
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "running");
    expect(await count()).toEqual([[1, "hook"]]);
    const host = await box.agtmux(["doctor", "claude", "--target", "host", "--json"]);
    expect(JSON.parse(host.stdout).agents).toMatchObject([{ running: 1, last_event: null }]);
  });

  it("[IN10] a machine without a working login is reported, with how to fix it", async () => {
    const { vm, box } = await machine();
    writeFileSync(join(vm.dir, "authorized_keys"), "");
    const { code, report } = await doctor(box);
    expect(code).toBe(ERRORS.E_UNHEALTHY.exit);
    expect(report).toMatchObject({
      ok: false,
      checks: [{ name: "ssh", found: "E_SSH_LOGIN", advice: expect.stringContaining("ssh-copy-id vm1") }],
      agents: [],
    });
  });
});

/** A machine with a future version of Claude in the login PATH. */
async function machine(): Promise<{ vm: SshHost; box: Sandbox }> {
  const vm = await sshHost();
  const tools = join(vm.dir, "root", "tools");
  mkdirSync(tools);
  writeFileSync(join(tools, "claude"), "#!/bin/sh\necho '9.9.9 (Claude Code)'\n", { mode: 0o755 });
  writeFileSync(join(vm.dir, "root", ".profile"), `PATH=${tools}:$PATH\n`);
  return { vm, box: await daemonWith([vm]) };
}

async function doctor(box: Sandbox, ...words: string[]) {
  const ran = await box.agtmux(["doctor", "--target", "vm1", ...words, "--json"]);
  return { code: ran.code, report: CheckUp.strict().parse(JSON.parse(ran.stdout)) };
}

function check({ checks }: CheckUp, wanted: string) {
  return checks.find(({ name }) => name === wanted);
}
