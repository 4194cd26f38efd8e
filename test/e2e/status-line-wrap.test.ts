import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { statusLineSettings } from "../../src/core/integrate/status-line-settings.ts";
import type { UsageList } from "../../src/core/protocol/lists/usage.ts";
import { parseSpoolEntry } from "../../src/core/spool/spool-entry.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { canNetns } from "../support/ssh-host.ts";
import { SHELLS, type Shell, WatcherMachine } from "../support/watcher-machine.ts";

const PANE = { TMUX: "/tmp/tmux-0/default,4321,7", TMUX_PANE: "%3" };

/** Claude's input for its status line command. */
function status(usd: number, change: object = {}): string {
  const context_window = {
    total_input_tokens: 50_000,
    context_window_size: 200_000,
    current_usage: { input_tokens: 9 },
  };
  const resets_at = 1_794_820_343;
  const limits = { five_hour: { used_percentage: 42, resets_at }, seven_day: { used_percentage: 13, resets_at } };
  const cost = { total_cost_usd: usd, total_duration_ms: 1 };
  return JSON.stringify({
    session_id: "s-1",
    cost,
    context_window,
    rate_limits: limits,
    name: "it's\\n é %s",
    ...change,
  });
}

describe.each(SHELLS)("agtmux statusline wrap under $name", (shell) => {
  it("[UG20] passes on every byte, and keeps what has changed, once", async () => {
    const machine = prepared(shell);
    expect(wrap(machine, status(0.5))).toEqual({ code: 0, stdout: status(0.5), stderr: "" });
    await untilKept(machine, 1);
    expect(wrap(machine, status(0.5, { cost: { total_cost_usd: 0.5, total_duration_ms: 99 } })).code).toBe(0);
    await untilKept(machine, 1);
    const bytes = `${status(0.75).slice(0, -1)}\0\n\n`;
    expect(wrap(machine, bytes).stdout).toBe(bytes);
    // it is not whole
    await untilKept(machine, 1);
    expect(wrap(machine, `${status(0.75)}\n`).stdout).toBe(`${status(0.75)}\n`);
    await untilKept(machine, 2);
    const read = machine.entries().map((entry) => parseSpoolEntry(entry));
    const [first] = read.flatMap((each) => (each.ok && each.entry.payload === status(0.5) ? [each.entry] : []));
    expect(first).toMatchObject({ agent: "claude", event: "StatusLine", pane: "%3", tmux: PANE.TMUX });
  });

  it.each([
    ["outside of tmux", { TMUX_PANE: "" }, ["claude"]],
    ["in a pane with an odd name", { TMUX_PANE: "%3x" }, ["claude"]],
    ["without an agent", PANE, []],
    ["with an odd one", PANE, ["a b"]],
    ["without a home", { ...PANE, AGTMUX_HOME: "/dev/null/nowhere" }, ["claude"]],
  ])("[UG20] only passes on %s", (_, env, words) => {
    const machine = prepared(shell);
    const ran = machine.agtmux(["statusline", "wrap", ...words], { env, input: status(1) });
    expect(ran).toEqual({ code: 0, stdout: status(1), stderr: "" });
    expect([readdirSync(machine.spool("new")), readdirSync(machine.spool("tmp"))]).toEqual([[], []]);
  });

  it("[UG20] only passes on where the spool is broken", () => {
    const machine = prepared(shell);
    rmSync(machine.spool("tmp"), { recursive: true });
    writeFileSync(machine.spool("tmp"), "");
    expect(wrap(machine, status(1))).toEqual({ code: 0, stdout: status(1), stderr: "" });
  });

  it("[UG20] the user's command prints and ends as without us, whether or not it reads", async () => {
    const machine = prepared(shell);
    for (const [command, code, stdout] of [
      ["cat; echo more; exit 3", 3, `${status(1)}more\n`],
      ["printf '\\033[1mmine'; echo oops >&2 # done", 0, "\x1b[1mmine"],
    ] as const) {
      const own = JSON.stringify({ statusLine: { type: "command", command } });
      const added = statusLineSettings("claude").add(own, machine.home);
      const words = added.ok ? JSON.parse(added.text ?? "").statusLine.command : "";
      const [program = "", ...argv] = shell.argv;
      const env = { ...machine.env, ...PANE };
      const ran = spawnSync(program, [...argv, "-c", words], { env, input: status(1), encoding: "utf8" });
      expect(ran).toMatchObject({ status: code, stdout });
    }
    await untilKept(machine, 1);
  });
});

it.skipIf(!canNetns() || process.getuid?.() !== 0)("[UG20] a full disk keeps nothing from the user's command", () => {
  const machine = prepared(SHELLS[0] as Shell);
  // a disk that is mounted for this process alone, full but for a part of the entry
  const script = `mount -t tmpfs -o size=1m none spool && mkdir spool/tmp spool/new &&
    dd if=/dev/zero of=spool/full bs=4096 2>/dev/null
    "$AGTMUX_HOME/bin/agtmux" statusline wrap claude; sleep 0.2; ls spool/new`;
  const options = { cwd: machine.home, env: { ...machine.env, ...PANE }, input: status(1), encoding: "utf8" } as const;
  const ran = spawnSync("unshare", ["-m", "sh", "-c", script], options);
  expect(ran).toMatchObject({ stdout: status(1), stderr: "" });
});

it("[UG21, UG22, UG7] 'integrate claude --usage' has its status line tell the limits, and takes it back to the byte", async () => {
  const box = sandbox();
  const person = join(box.dir, "person");
  mkdirSync(join(person, ".claude"), { recursive: true });
  Object.assign(box.env, { HOME: person });
  delete box.env.CLAUDE_CONFIG_DIR;
  const path = join(person, ".claude", "settings.json");
  const own = '{"statusLine": {"type": "command", "command": "cat >/dev/null; echo \\u006dine"}}\n';
  writeFileSync(path, own);
  await box.startDaemon();
  expect((await box.agtmux(["integrate", "claude", "--usage"])).stdout).toContain("cost, context and limits");
  expect((await box.agtmux(["integrate", "claude"])).stdout).toContain("up to date");
  const { command } = JSON.parse(readFileSync(path, "utf8")).statusLine;
  writeFileSync(join(box.dir, "line.sh"), command);
  writeFileSync(join(box.dir, "status.json"), status(0.5));
  const pane = box.session("work", "exec sh");
  box.type(pane, `sh ${box.dir}/line.sh <${box.dir}/status.json`);
  await until(() => /^mine$/m.test(box.screen(pane)));
  const limits = async () => (JSON.parse((await box.agtmux(["usage", "--json"])).stdout) as UsageList).limits;
  await until(async () => (await limits()).length === 2);
  expect(await limits()).toMatchObject([
    { agent: "claude", window: "5h", used_percent: 42, resets_at: 1_794_820_343_000 },
    { agent: "claude", window: "7d", used_percent: 13 },
  ]);
  expect((await box.agtmux(["integrate", "claude", "--usage", "--remove"])).stdout).toContain("removed");
  expect(readFileSync(path, "utf8")).toContain('"command": "cat >/dev/null; echo \\u006dine"');
  await box.agtmux(["integrate", "claude", "--usage"]);
  await box.agtmux(["integrate", "claude", "--remove"]);
  expect(readFileSync(path, "utf8")).toBe(own);
  expect(await box.agtmux(["integrate", "claude", "--usage", "--project"])).toMatchObject({ code: 2 });
});

function prepared(shell: Shell): WatcherMachine {
  const machine = new WatcherMachine(shell);
  machine.bootstrap();
  return machine;
}

function wrap(machine: WatcherMachine, input: string) {
  return machine.agtmux(["statusline", "wrap", "claude"], { env: PANE, input });
}

/** Nothing is under way any more, and so many entries wait. */
async function untilKept(machine: WatcherMachine, count: number): Promise<void> {
  await until(() => readdirSync(machine.spool("tmp")).length === 0);
  expect(readdirSync(machine.spool("new"))).toHaveLength(count);
}
