import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { daemonPid, killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { untilNothingHere } from "../support/leavings-here.ts";
import { isLong } from "../support/long.ts";
import { NumberedSenders, WAYS } from "../support/numbered-senders.ts";
import { descendants } from "../support/process-tree.ts";
import {
  daemonWith,
  registeredOn,
  sshPids,
  untilAlone,
  untilGone,
  untilPaneOf,
  watcherPids,
} from "../support/remote-target.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHost } from "../support/ssh-host.ts";

const ROUNDS = isLong ? Number(process.env.AGTMUX_TEST_KILLS ?? 200) : 10;
const SEED = Number(process.env.AGTMUX_TEST_SEED ?? Date.now() % 100_000);
const PAUSE_MS = 40;
const PATIENCE_MS = 90_000;

describe.skipIf(!canNetns())("a machine on which anything may be killed at any time", () => {
  it(`[FT1, SR1, TG12, TX5] ${ROUNDS} kills under load: nothing is lost or applied twice, states are right, nothing is left (seed ${SEED})`, {
    timeout: 180_000 + ROUNDS * 6_000,
  }, async () => {
    const vm = await sshHost();
    vm.session("first");
    const box = await daemonWith([vm]);
    box.session("first");
    const stage = await Stage.set(box, vm);
    const random = generator(SEED);
    const load = stage.talk(random);
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(random() * 300);
      // killing the server loses everything in its panes: do it only now and then
      const victim = round % 20 === 9 ? "tmux server" : VICTIMS[Math.floor(random() * VICTIMS.length)];
      await stage.kill(victim as Victim, random);
    }
    stage.hush();
    await load;
    await stage.settle();
    await stage.leave();
  });
});

const VICTIMS = ["daemon", "daemon", "tmux client", "ssh", "watcher", "remote tmux client", "sshd"] as const;
type Victim = (typeof VICTIMS)[number] | "tmux server";

/** A daemon, a machine over ssh, and panes that signal on both. */
class Stage {
  private readonly box: Sandbox;
  private readonly vm: SshHost;
  private local: NumberedSenders;
  private readonly remote: NumberedSenders;
  /** Speakers on tmux servers that were killed. */
  private readonly former: NumberedSenders[] = [];
  private talking = true;
  /** There are no panes to signal from. */
  private paused = false;

  static async set(box: Sandbox, vm: SshHost): Promise<Stage> {
    const local = await NumberedSenders.begin("here0", box, (name) => box.registered(name));
    const remote = await NumberedSenders.begin("there", vm, (name) => registeredOn(vm, name));
    return new Stage(box, vm, local, remote);
  }

  private constructor(box: Sandbox, vm: SshHost, local: NumberedSenders, remote: NumberedSenders) {
    this.box = box;
    this.vm = vm;
    this.local = local;
    this.remote = remote;
  }

  async talk(random: () => number): Promise<void> {
    while (this.talking) {
      await sleep(random() * PAUSE_MS);
      const senders = random() < 0.7 ? this.local : this.remote;
      const way = WAYS[Math.floor(random() * WAYS.length)] ?? "spool";
      if (!this.paused) senders.say(way, random() < 0.5 ? "working" : "needs_input");
    }
  }

  hush(): void {
    this.talking = false;
  }

  async kill(victim: Victim, random: () => number): Promise<void> {
    const { box, vm } = this;
    const one = (pids: readonly number[]) => pids[Math.floor(random() * pids.length)];
    const killOne = (pids: readonly number[]) => {
      const pid = one(pids);
      if (pid !== undefined) endQuietly(pid);
    };
    switch (victim) {
      case "daemon":
        await killDaemon(box);
        await sleep(random() * 300);
        await box.startDaemon();
        return;
      case "tmux client":
        return killOne(
          descendants(daemonPid(box))
            .filter(({ name }) => name.startsWith("tmux"))
            .map(({ pid }) => pid),
        );
      case "ssh":
        return killOne(sshPids(vm));
      case "watcher": {
        const pid = one(watcherPids(vm));
        if (pid !== undefined) vm.run(`kill -9 ${pid} 2>/dev/null || :`);
        return;
      }
      case "remote tmux client": {
        const pids = vm.tmux("list-clients", "-F", "#{client_pid}").split("\n").filter(Boolean).map(Number);
        const pid = one(pids);
        if (pid !== undefined) vm.run(`kill -9 ${pid} 2>/dev/null || :`);
        return;
      }
      case "sshd":
        return vm.killConnections();
      case "tmux server":
        return this.killServer();
      default:
        victim satisfies never;
    }
  }

  private async killServer(): Promise<void> {
    const { box } = this;
    this.paused = true;
    const pid = Number(box.tmux("display-message", "-p", "#{pid}"));
    this.former.push(this.local);
    endQuietly(pid);
    await until(() => !isThere(pid));
    box.session("first");
    this.local = await NumberedSenders.begin(`here${this.former.length}`, box, (name) => box.registered(name));
    this.paused = false;
  }

  /** Sends a last message from every sender and waits for it; all earlier ones have arrived by then. */
  async settle(): Promise<void> {
    const { box } = this;
    for (const [target, senders] of [["host", this.local] as const, ["vm1", this.remote] as const]) {
      for (const way of WAYS) {
        const word = senders.say(way, "error");
        const last = await untilPaneOf(box, target, senders.panes[way], ({ message }) => message === word);
        expect(last.state).toBe("error");
      }
    }
    const { items } = await box.panes();
    const known = new Set([...Object.values(this.local.panes), ...Object.values(this.remote.panes)]);
    // no pane of a killed server is shown
    expect(items.filter(({ identity, agent }) => agent !== null && !known.has(identity.pane_id))).toEqual([]);
    await until(
      () => {
        this.expectOnce();
        return true;
      },
      () => "",
      PATIENCE_MS,
    );
  }

  private expectOnce(): void {
    this.local.expectOnce(this.box, true);
    this.remote.expectOnce(this.box, true);
    for (const senders of this.former) senders.expectOnce(this.box, false);
  }

  async leave(): Promise<void> {
    const { box, vm } = this;
    await untilAlone(vm);
    await stopDaemon(box);
    await untilGone(vm);
    expect(sshPids(vm)).toEqual([]);
    await untilNothingHere(box, ["first", ...WAYS.map((way) => `${this.local.name}-${way}`)]);
    const sessions = vm.tmux("list-sessions", "-F", "#{session_name}").split("\n");
    expect(sessions.toSorted()).toEqual(["first", ...WAYS.map((way) => `there-${way}`)].toSorted());
  }
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has just exited
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A random generator, deterministic for a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
