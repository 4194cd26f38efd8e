import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { daemonPid, isRunning } from "../support/daemon-life.ts";
import { SettableClock } from "../support/fake-clock.ts";
import { AGTMUX, Sandbox } from "../support/sandbox.ts";
import type { Machine } from "./network.ts";

const run = promisify(execFile);

/** A daemon on a machine of the suite's network. */
export class MemberDaemon {
  readonly name: string;
  readonly machine: Machine;
  readonly box: Sandbox;
  /** Null if its clock is the true one. */
  readonly clock: SettableClock | null;
  readonly isHub: boolean;

  constructor(machine: Machine, urls: readonly string[], { isHub = false, hasOwnClock = false } = {}) {
    this.name = machine.name;
    this.machine = machine;
    this.isHub = isHub;
    this.box = new Sandbox(isHub ? { AGTMUX_HUB: "on" } : {});
    mkdirSync(this.box.home, { recursive: true, mode: 0o700 });
    this.clock = hasOwnClock ? new SettableClock(this.box.dir) : null;
    const lines = [
      'log_level = "debug"',
      "[fleet]",
      `url = ${JSON.stringify(urls)}`,
      `name = "${machine.name}"`,
      'share = "output"',
      'allow = ["look", "answer", "send"]',
      // the hub has the beat that people have
      ...(isHub ? [] : ['beat = "1s"']),
    ];
    writeFileSync(join(this.box.home, "config.toml"), `${lines.join("\n")}\n`);
  }

  async start(): Promise<void> {
    const [program = "", ...args] = [...this.machine.enter, AGTMUX, "daemon", "start", "--json"];
    await run(program, args, { env: { ...this.box.env, ...this.clock?.env }, cwd: this.box.dir });
  }

  async kill(): Promise<void> {
    const pid = daemonPid(this.box);
    process.kill(pid, "SIGKILL");
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  now(): number {
    return this.clock?.now() ?? Date.now();
  }

  /** All rows that it shows, each as its owner has it. */
  async rows(): Promise<Map<string, PaneItem>> {
    const { items } = await this.box.panes();
    return new Map(items.map((item) => [`${item.identity.member} ${item.identity.pane_id}`, this.asOwned(item)]));
  }

  private asOwned(item: PaneItem): PaneItem {
    const { identity } = item;
    const prefix = `${identity.member}.`;
    if (identity.member === this.name) return item;
    const target = identity.target.startsWith(prefix) ? identity.target.slice(prefix.length) : identity.target;
    return { ...item, ref: item.ref.replace(`pane:${prefix}`, "pane:"), identity: { ...identity, target } };
  }
}
