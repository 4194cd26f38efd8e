import { setTimeout as sleep } from "node:timers/promises";
import { killDaemon } from "../support/daemon-life.ts";
import type { SoakWorld } from "./soak-world.ts";

/** Mean time between two faults of a kind, in seconds. */
export interface FaultPauses {
  /** Losses of the connection to one of the machines over ssh. */
  drops: number;
  /** SIGKILLs of a member's daemon. */
  kills: number;
  /** Restarts of the nats-server. */
  restarts: number;
}

/** Faults that befall machines, members and the server, each in turn, until the run is over. */
export class SoakFaults {
  readonly played = { killed: 0, cut: 0, kills: 0, restarts: 0 };
  private readonly world: SoakWorld;
  private readonly pauses: FaultPauses;
  private readonly isOver: () => boolean;

  constructor(world: SoakWorld, pauses: FaultPauses, isOver: () => boolean) {
    this.world = world;
    this.pauses = pauses;
    this.isOver = isOver;
  }

  /** Resolves when everything works again. */
  async work(): Promise<void> {
    const { hosts, members } = this.world;
    await Promise.all([
      hosts.length > 0 && this.every(this.pauses.drops, (n) => this.drop(n)),
      members.length > 0 && this.every(this.pauses.kills, (n) => this.killMember(n)),
      members.length > 0 && this.every(this.pauses.restarts, (n) => this.restartServer(n)),
    ]);
  }

  private async every(seconds: number, fault: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; ; n += 1) {
      await this.pause(seconds * 0.5, seconds * 1.5);
      if (this.isOver()) return;
      await fault(n);
    }
  }

  /** Kills a machine's connections, or cuts its network for a while: each machine in turn, and the other way in the next turn. */
  private async drop(n: number): Promise<void> {
    const { hosts } = this.world;
    const host = hosts[n % hosts.length];
    const turn = Math.floor(n / hosts.length);
    if ((n % hosts.length) % 2 === turn % 2) {
      this.played.killed += 1;
      await host?.killConnections();
      return;
    }
    this.played.cut += 1;
    host?.cut();
    await this.pause(3, 8);
    host?.restore();
  }

  private async killMember(n: number): Promise<void> {
    const { members } = this.world;
    const member = members[n % members.length];
    if (member === undefined) return;
    this.played.kills += 1;
    await killDaemon(member);
    // longer than three beats, or shorter: the others hear of it, or do not
    await this.pause(0.2, 6);
    await member.startDaemon();
  }

  /** With what it had stored; it is told to end, or killed. */
  private async restartServer(n: number): Promise<void> {
    const { nats } = this.world;
    this.played.restarts += 1;
    await nats.kill(n % 2 === 0 ? "SIGTERM" : "SIGKILL");
    await this.pause(0.2, 4);
    await nats.start();
  }

  private async pause(least: number, most: number): Promise<void> {
    const end = performance.now() + (least + Math.random() * (most - least)) * 1_000;
    while (!this.isOver() && performance.now() < end) await sleep(100);
  }
}
