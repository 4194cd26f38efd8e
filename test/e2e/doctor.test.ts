import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckUp } from "../../src/core/protocol/daemon/check-up.ts";
import { CheckUp as Schema } from "../../src/core/protocol/daemon/check-up.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { type Ran, type Sandbox, sandbox, untilPane } from "../support/sandbox.ts";

describe("agtmux doctor", () => {
  it("[IN5, IN12] following its advice leads from a bare machine to one without faults", async () => {
    const { box, doctor, run } = person();
    const bare = await doctor();
    expect(bare.ran.code).toBe(76);
    expect(wrong(bare.report)).toEqual(["home", "hook command", "daemon", "Claude Code"]);
    expect(bare.report.agents).toMatchObject([{ name: "claude", version: "9.9.9", integration: "absent" }]);

    await box.startDaemon();
    expect((await run(["integrate", "claude"])).code).toBe(0);
    const well = await doctor();
    expect(well.ran.code).toBe(0);
    // an unknown newer version is reported, but is not a fault
    expect(wrong(well.report)).toEqual([]);
    expect(well.report.checks.find(({ name }) => name === "Claude Code: version")).toMatchObject({
      status: "ok",
      found: expect.stringMatching(/newer than what I know; \S+ was tried on [\d-]+: \d+ of \d+ situations read right/),
    });
    expect(Schema.safeParse(well.report).success).toBe(true);
  });

  it("[IN5] names an outdated, a broken and a switched-off integration, a hook command that cannot run, and an open home", async () => {
    const { box, doctor, run, settings } = person();
    await box.startDaemon();
    await run(["integrate", "claude"]);
    const text = readFileSync(settings, "utf8");
    const state = async () => (await doctor()).report.checks.find(({ name }) => name === "Claude Code");

    writeFileSync(settings, text.replaceAll(box.home, "/elsewhere"));
    expect(await state()).toMatchObject({ status: "warning", advice: "run agtmux integrate claude" });
    writeFileSync(settings, text.replace("{", '{ "disableAllHooks": true,'));
    expect(await state()).toMatchObject({ status: "failed", found: expect.stringContaining("disableAllHooks") });
    writeFileSync(settings, '{\n  "hooks": oops\n}');
    expect(await state()).toMatchObject({ status: "failed", advice: expect.stringContaining("line 2") });
    writeFileSync(settings, text);

    chmodSync(join(box.home, "bin", "agtmux"), 0o600);
    chmodSync(box.home, 0o755);
    expect(wrong((await doctor()).report)).toEqual(["home", "hook command"]);
  });

  it("[IN5] an agent that is seen at work and whose hooks do not come is called silent", async () => {
    const { box, doctor, run } = person();
    await box.startDaemon();
    await run(["integrate", "claude"]);
    const pane = box.session("work", `exec ${fakeAgents(box.dir).claude}`);
    await untilPane(box, pane, ({ agent }) => agent === "claude");
    const pid = Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}").trim());
    const sessions = join(box.dir, ".claude", "sessions");
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, `${pid}.json`), JSON.stringify({ pid, status: "busy", statusUpdatedAt: Date.now() }));
    await untilPane(box, pane, ({ state }) => state === "running");
    const { report } = await doctor();
    expect(report.checks.find(({ name }) => name === "Claude Code: hooks")).toMatchObject({
      status: "warning",
      found: expect.stringContaining(pane),
    });
  });
});

/** A user with an own home and a future version of Claude. */
function person() {
  const box: Sandbox = sandbox();
  const bin = join(box.dir, "path");
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), "#!/bin/sh\necho '9.9.9 (Claude Code)'\n", { mode: 0o755 });
  const env = { HOME: box.dir, PATH: `${bin}${delimiter}${process.env.PATH}` };
  Object.assign(box.env, env);
  const run = (args: string[]): Promise<Ran> => box.agtmux(args);
  const doctor = async () => {
    const ran = await run(["doctor", "claude", "--json"]);
    return { ran, report: JSON.parse(ran.stdout) as CheckUp };
  };
  return { box, run, doctor, settings: join(box.dir, ".claude", "settings.json") };
}

function wrong({ checks }: CheckUp): string[] {
  return checks
    .filter(({ status }) => status !== "ok")
    .map(({ name }) => name)
    .filter((name) => !/^[A-Z_]+$/.test(name));
}
