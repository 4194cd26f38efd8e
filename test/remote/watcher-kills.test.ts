import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { processStart } from "../../src/daemon/targets/processes/processes.ts";
import { takeSpoolLock } from "../../src/daemon/targets/watcher/spool-lock.ts";
import { descendants } from "../support/process-tree.ts";
import { until } from "../support/sandbox.ts";
import { type RunningWatcher, SHELLS, WatcherMachine } from "../support/watcher-machine.ts";

const ROUNDS = 25;
/** Within this time a watcher starts all its helper processes. */
const SPAN_MS = 16;

describe.each(SHELLS)("a watcher under $name that is killed", (shell) => {
  it("[TG26] at any moment leaves nothing behind once the next one has started", { timeout: 180_000 }, async () => {
    const machine = new WatcherMachine(shell);
    let watcher = await watch(machine);
    for (let round = 0; round < ROUNDS; round += 1) {
      const begin = performance.now();
      startEverything(machine, watcher);
      const moment = (round * SPAN_MS) / ROUNDS;
      while (performance.now() - begin < moment) await sleep(0);
      process.kill(pidOf(watcher), "SIGKILL");
      watcher = await watch(machine);
      const [next] = [watcher];
      // a `sleep` of the keeper that has just begun ends by itself within a second
      await until(
        () => foreignTo(next, machine).length === 0,
        () => `killed after ${moment} ms: ${foreignTo(next, machine).join("\n")}`,
      );
    }
    await watcher.end();
    expect(machine.leftovers()).toEqual([]);
  });

  it("[TG26] leaves nothing behind when no other one comes: its keeper sees to that", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await watchEverything(machine);
    killWith(watcher, "all but the keeper");
    await untilNothingOf(machine);
  });

  it("[TG26] leaves nothing behind with its link when its keeper was killed before it", async () => {
    const machine = new WatcherMachine(shell);
    const watcher = await watchEverything(machine);
    killWith(watcher, "the keeper");
    watcher.child.stdin.end();
    await untilNothingOf(machine);
  });

  it("[TG15] does not keep the next one from the lock that is cleared away at the same moment", async () => {
    const machine = new WatcherMachine(shell);
    const first = `${machine.dir}/first-mkdir`;
    mkdirSync(first);
    // this mkdir reports an existing lock once, which is gone when the watcher looks for its owner
    writeFileSync(`${first}/mkdir`, `#!/bin/sh\n[ -e "$0.called" ] && exec /bin/mkdir "$@"\n: >"$0.called"\nexit 1\n`, {
      mode: 0o755,
    });
    const watcher = await watch(machine, { PATH: `${first}:${machine.env.PATH}` });
    expect({ byes: watcher.byes, greeted: watcher.greeted }).toEqual({ byes: [], greeted: true });
  });

  it("[TG26] leaves nothing behind when the machine's own daemon reads the spool from now on", async () => {
    const machine = new WatcherMachine(shell);
    // too long for its keeper to notice during this test
    const watcher = await watchEverything(machine, { AGTMUX_WATCHER_TICK: "60", AGTMUX_WATCHER_QUIET: "120" });
    killWith(watcher, "all but the keeper");
    await until(() => startOf(pidOf(watcher)) === null);
    const lock = takeSpoolLock(machine.spool(), "daemon-2", { pid: process.pid, startOf });
    expect(lock.ok).toBe(true);
    await until(() => machine.leftovers().length === 0);
  });
});

/** A watcher that has started all its helper processes. */
async function watchEverything(machine: WatcherMachine, env: NodeJS.ProcessEnv = {}): Promise<RunningWatcher> {
  const watcher = await watch(machine, env);
  startEverything(machine, watcher);
  await watcher.client.clock();
  await until(() => keeperOf(watcher) !== undefined);
  return watcher;
}

/** Kills the watcher together with subshells of its own; what these have started stays alive. */
function killWith(watcher: RunningWatcher, which: "the keeper" | "all but the keeper"): void {
  const pid = pidOf(watcher);
  const keeper = keeperOf(watcher);
  const copies = descendants(pid).filter(({ parent, name }) => parent === pid && name !== "inotifywait");
  const doomed = copies.filter((copy) => (copy.pid === keeper) === (which === "the keeper"));
  for (const each of [pid, ...doomed.map((copy) => copy.pid)]) process.kill(each, "SIGKILL");
}

/** The subshell that sleeps between two ticks. */
function keeperOf(watcher: RunningWatcher): number | undefined {
  return descendants(pidOf(watcher)).find(({ name }) => name === "sleep")?.parent;
}

async function untilNothingOf(machine: WatcherMachine): Promise<void> {
  await until(
    () => machine.leftovers().length === 0 && readdirSync(machine.spool()).length === 3,
    () => `still there: ${[...machine.leftovers(), ...readdirSync(machine.spool())].join("\n")}`,
  );
}

function watch(machine: WatcherMachine, env: NodeJS.ProcessEnv = {}): Promise<RunningWatcher> {
  return machine.watch("daemon-1", { SQUAD_SIGNAL_DIR: machine.dir, ...env });
}

/** Makes the watcher start all helpers: each of these has one or two processes. */
function startEverything(machine: WatcherMachine, { client }: RunningWatcher): void {
  client.signals();
  client.watchFile(`${machine.dir}/status`);
  client.followLines(1, `${machine.dir}/transcript`, null);
}

/** Processes of this machine that do not belong to the watcher. */
function foreignTo(watcher: RunningWatcher, machine: WatcherMachine): string[] {
  const own = new Set([pidOf(watcher), ...descendants(pidOf(watcher)).map(({ pid }) => pid)]);
  return machine.leftovers().filter((line) => !own.has(Number.parseInt(line, 10)));
}

function startOf(pid: number): string | null {
  return processStart(pid, Date.now())?.start ?? null;
}

function pidOf(watcher: RunningWatcher): number {
  // a pid of 0 would mean our own process group
  if (watcher.hello === null) throw new Error(`no hello, but ${watcher.byes.join()}${watcher.errors}`);
  return watcher.hello.pid;
}
