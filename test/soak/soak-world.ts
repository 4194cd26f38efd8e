import { rmSync } from "node:fs";
import { joinAtStart } from "../support/member.ts";
import { Nats } from "../support/nats.ts";
import { Sandbox, until } from "../support/sandbox.ts";
import { SshClient, SshHost } from "../support/ssh-host.ts";
import { stormCommand } from "../support/storm.ts";
import { type Ground, SoakPlace } from "./soak-place.ts";

export interface WorldOptions {
  panes: number;
  /** Machines over ssh. */
  remotes: number;
  /** Other daemons of the fleet. */
  members: number;
  terminals: number;
}

export type Kind = "here" | "ssh" | "fleet";
export const KINDS: readonly Kind[] = ["here", "ssh", "fleet"];

/** Panes of one tmux server, which the watched daemon shows. */
export interface Part {
  kind: Kind;
  place: SoakPlace;
  /** The one whose daemon has the events of these panes in its log. */
  owner: Sandbox;
}

/** A pane with output all the time. */
export interface StormPane {
  kind: Kind;
  ref: string;
}

const STORM = { kind: "lines", seed: 7, kilobytes: 10_000_000, pauseMs: 300 } as const;
const NAMES = ["one", "two", "three", "four", "five", "six"];
const SHARE_HERE = 0.4;
const READY_MS = 180_000;

/** The watched daemon, the machines over ssh, and the other members on a nats-server. */
export class SoakWorld {
  readonly watched: Sandbox;
  readonly hosts: SshHost[] = [];
  readonly members: Sandbox[] = [];
  readonly nats = new Nats("");
  readonly parts: Part[] = [];
  readonly storms: StormPane[] = [];
  private readonly ssh = new SshClient();
  private daemonPid = 0;

  static async start(options: WorldOptions): Promise<SoakWorld> {
    const world = new SoakWorld();
    try {
      await world.begin(options);
      return world;
    } catch (error) {
      await world.dispose();
      throw error;
    }
  }

  private constructor() {
    this.watched = new Sandbox({ AGTMUX_SSH_CONFIG: this.ssh.config, AGTMUX_HEARTBEAT: "2s" });
  }

  /** Of the watched daemon. */
  get pid(): number {
    return this.daemonPid;
  }

  /** Ends everything, also if one of them does not end. */
  async dispose(): Promise<void> {
    const ended = await Promise.allSettled(
      [this.watched, ...this.members, ...this.hosts, this.nats].map((each) => each.dispose()),
    );
    rmSync(this.ssh.dir, { recursive: true, force: true });
    const failures = ended.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    if (failures.length > 0) throw new AggregateError(failures, "not everything has ended");
  }

  private async begin({ panes, remotes, members, terminals }: WorldOptions): Promise<void> {
    const counts = spread(panes, remotes + members);
    await this.nats.start();
    const join = (box: Sandbox, name: string) =>
      joinAtStart(box, name, this.nats.url, ['beat = "1s"', 'share = "output"', 'allow = ["look"]']);
    join(this.watched, "watched");
    this.add("here", "host", this.watched, this.watched, counts.here);
    for (let n = 1; n <= remotes; n += 1) {
      const host = await SshHost.start(`vm${n}`, this.ssh, {});
      this.hosts.push(host);
      this.add("ssh", host.alias, host, this.watched, counts.elsewhere[n - 1]);
    }
    for (let n = 0; n < members; n += 1) {
      const box = new Sandbox();
      this.members.push(box);
      const name = NAMES[n] ?? `member${n + 1}`;
      join(box, name);
      this.add("fleet", `${name}.host`, box, box, counts.elsewhere[remotes + n]);
    }
    this.makeStorms(terminals);
    const started = await Promise.all([this.watched, ...this.members].map((box) => box.startDaemon()));
    this.daemonPid = started[0]?.pid as number;
    for (const { alias } of this.hosts) {
      const added = await this.watched.agtmux(["target", "add", alias, "--kind", "ssh"]);
      if (added.code !== 0) throw new Error(`the target is not added: ${added.stderr}`);
    }
    for (const { place } of this.parts) place.register();
    let seen = 0;
    await until(
      async () => {
        seen = (await this.watched.panes()).summary.agents;
        return seen >= panes;
      },
      () => `${seen} of ${panes} panes are registered\n${this.watched.log()}`,
      READY_MS,
    );
  }

  private add(kind: Kind, target: string, ground: Ground, owner: Sandbox, count = 0): void {
    this.parts.push({ kind, owner, place: new SoakPlace(target, ground, count) });
  }

  /** One here, one over ssh, one of a member, and so on. */
  private makeStorms(count: number): void {
    const byKind = KINDS.map((kind) => this.parts.filter((part) => part.kind === kind)).filter(
      (parts) => parts.length > 0,
    );
    for (let n = 0; n < count; n += 1) {
      const parts = byKind[n % byKind.length] as Part[];
      const { kind, place } = parts[Math.floor(n / byKind.length) % parts.length] as Part;
      const { ground, target } = place;
      const [name, size] = [`t${n}`, ["-x", "120", "-y", "40"]];
      ground.tmux("new-session", "-d", "-s", name, ...size, "-c", ground.dir, stormCommand(ground, STORM));
      const format = `pane:${target}/#{session_name}/#{window_id}/#{pane_id}`;
      this.storms.push({ kind, ref: ground.tmux("display-message", "-p", "-t", `${name}:`, format) });
    }
  }
}

/** More panes here than on each of the other machines. */
export function spread(panes: number, others: number): { here: number; elsewhere: number[] } {
  const here = others === 0 ? panes : Math.ceil(panes * SHARE_HERE);
  const elsewhere = Array.from({ length: others }, (_, n) => Math.floor((panes - here + n) / others));
  if (Math.min(here, ...elsewhere) < 1) throw new Error(`${panes} panes are too few for ${others + 1} machines`);
  return { here, elsewhere };
}
