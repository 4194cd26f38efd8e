import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/daemon/base/clock.ts";
import { homeAt, prepareHome } from "../../src/daemon/base/home.ts";
import { NotedFailures } from "../../src/daemon/base/test-failures.ts";
import { silentLog } from "../../src/daemon/base/test-log.ts";
import type { FollowedLine } from "../../src/daemon/targets/machine/machine.ts";
import { RemoteMachine } from "../../src/daemon/targets/remote/remote-machine.ts";
import { SshConnection } from "../../src/daemon/targets/ssh/ssh-connection.ts";
import { until } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHost } from "../support/ssh-host.ts";

const LONG = { timeout: 180_000 };
/** How many lines are appended one by one. */
const LINES = 5;

describe.runIf(canNetns())("files that only grow, on another machine", () => {
  it("[SR27, TG12, TG14] each line comes without a scan, and a cut loses and repeats none", LONG, async () => {
    const vm = await sshHost();
    const machine = await machineOn(vm);
    const path = join(vm.dir, "transcripts", "it's one.jsonl");
    mkdirSync(join(vm.dir, "transcripts"));
    writeFileSync(path, "one\nhal");
    const told = followed(machine, path);
    await until(() => told.lines.length === 1);
    for (let number = 0; number < LINES; number += 1) {
      appendFileSync(path, `${number === 0 ? "f" : number}\n`);
      await until(() => told.lines.length === number + 2);
    }

    scanRegularly(machine);
    vm.cut();
    appendFileSync(path, "said while nobody hears it\nhalf");
    await sleep(1_000);
    vm.restore();
    await vm.killConnections();
    appendFileSync(path, " a line\n");
    await until(() => told.lines.length === LINES + 3);
    const numbers = Array.from({ length: LINES - 1 }, (_, index) => String(index + 1));
    expect(told.lines.map(({ text }) => text)).toEqual([
      "one",
      "half",
      ...numbers,
      "said while nobody hears it",
      "half a line",
    ]);
    expect(new Set(told.lines.map(({ at }) => `${at.file} ${at.offset}`)).size).toBe(LINES + 3);
  });

  it("[SR27, TG12] connections killed in the middle of many pieces lose no line and repeat none", LONG, async () => {
    const vm = await sshHost({ without: ["inotifywait"] });
    const machine = await machineOn(vm);
    scanRegularly(machine);
    const paths = ["a", "b"].map((name) => join(vm.dir, `${name}.jsonl`));
    const wanted = Array.from({ length: 20_000 }, (_, number) => `${number} ${"_".repeat(80)}`);
    for (const path of paths) writeFileSync(path, "");
    const told = paths.map((path) => followed(machine, path));
    const count = () => told.reduce((sum, { lines }) => sum + lines.length, 0);
    await until(() => told.every(({ isKnown }) => isKnown));
    // so slow that not all has come before the third kill
    vm.slow("5mbit");
    for (const path of paths) appendFileSync(path, `${wanted.join("\n")}\n`);
    for (let round = 0; round < 3; round += 1) {
      const before = count();
      await until(() => count() > before);
      await vm.killConnections();
    }
    vm.slow("1gbit");
    await until(() => told.every(({ lines }) => lines.length >= wanted.length));
    for (const { lines } of told) expect(lines.map(({ text }) => text)).toEqual(wanted);
  });
});

async function machineOn(vm: SshHost): Promise<RemoteMachine> {
  const home = homeAt(mkdtempSync(join(tmpdir(), "agtmux-lines-")));
  prepareHome(home);
  const machine = new RemoteMachine({
    host: vm.alias,
    daemonId: "laptop-0123-vm1",
    logIn: (options) =>
      SshConnection.open({ host: vm.alias, sshConfig: vm.sshConfig, controlDirectory: home.ssh, ...options }),
    problems: { raise: () => true, clear: () => true },
    failures: new NotedFailures(),
    clock: systemClock(),
    log: silentLog(),
  });
  onTestFinished(async () => {
    await machine.close();
    rmSync(home.dir, { recursive: true, force: true });
  });
  const { signal } = new AbortController();
  await machine.connect(signal);
  // as the daemon does
  const timer = setInterval(() => void machine.connect(signal).catch(() => undefined), 200);
  onTestFinished(() => clearInterval(timer));
  return machine;
}

/** As the daemon does too. */
function scanRegularly(machine: RemoteMachine): void {
  const timer = setInterval(() => machine.lines.scan(), 2_000);
  onTestFinished(() => clearInterval(timer));
}

/** Collects the lines of a file; accepts every batch at once. */
function followed(machine: RemoteMachine, path: string) {
  const told = { lines: [] as FollowedLine[], isKnown: false };
  machine.lines.follow(path, null, (lines) => {
    told.isKnown = true;
    told.lines.push(...lines);
    return true;
  });
  return told;
}
