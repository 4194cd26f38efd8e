import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/fault.ts";
import { requirePlainHost, type SshRoute, sshArguments } from "../../core/ssh/ssh-arguments.ts";
import { explainSshFailure, isChannelLost, isChannelRefused } from "../../core/ssh/ssh-failure.ts";
import type { Executor, Ran, RunOptions } from "./executor.ts";
import { ranToItsEnd } from "./local-executor.ts";
import { SshChannel } from "./ssh-channel.ts";
import { freeControlPath } from "./ssh-control-path.ts";
import { SshMaster } from "./ssh-master.ts";

export interface SshDestination {
  /** As the user's ssh config knows it. */
  host: string;
  /** A file for `ssh -F`; the user's own config where null. */
  sshConfig: string | null;
  /** Where ssh's socket may live: a directory of ours. */
  controlDirectory: string;
  signal?: AbortSignal | undefined;
}

/** ssh's own limits come first. This one is for a login that waits for a person: a touch, a word to the agent. */
const LOGIN_MS = 40_000;
const LOOK_MS = 15;
const NOTICE_MS = 200;
/** Exit codes; a program may end with them as well. */
const SSH_FAILED = 255;
const KILLED = 137;

/** One login to a host, shared by all its channels. */
export class SshConnection implements Executor {
  /** When the connection has ended: why, or null where we ended it. */
  readonly closed: Promise<Fault | null>;
  private readonly route: SshRoute;
  private readonly master: SshMaster;
  private readonly channels = new Set<SshChannel>();
  private phase: "open" | "closing" | "closed" = "open";

  /** Resolves when channels can be opened; rejects with a Fault that a person understands. */
  static async open({ host, sshConfig, controlDirectory, signal }: SshDestination): Promise<SshConnection> {
    signal?.throwIfAborted();
    requirePlainHost(host);
    const { controlPath, release } = await freeControlPath(controlDirectory);
    const connection = new SshConnection({ host, sshConfig, controlPath }, release);
    try {
      await connection.ready(signal);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  private constructor(route: SshRoute, release: () => void) {
    this.route = route;
    this.master = new SshMaster(sshArguments(route, null));
    this.closed = this.master.ended.then((said) => {
      const fault = this.phase === "closing" ? null : explainSshFailure(said, route.host, route.sshConfig);
      this.phase = "closed";
      for (const channel of this.channels) channel.kill("SIGKILL");
      release();
      return fault;
    });
  }

  /** Rejects where the program could not be started; `details.channel` is "refused" where the host takes no more of them. */
  async run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const channel = this.start(argv);
    const ran = await ranToItsEnd(channel, `${argv[0]} on ${this.route.host}`, options);
    if (ran.code === SSH_FAILED || ran.code === KILLED) await this.requireChannel(ran.stderr);
    const start = await channel.begun;
    if (start instanceof Fault) throw start;
    return ran;
  }

  /** A refused channel ends with code 255 and words for `isChannelRefused`. */
  start(argv: readonly string[]): SshChannel {
    if (this.phase !== "open") throw this.noConnection();
    const channel = new SshChannel(this.route.host, argv, (command) => sshArguments(this.route, command));
    this.channels.add(channel);
    channel.once("exit", () => this.channels.delete(channel));
    channel.once("error", () => this.channels.delete(channel));
    return channel;
  }

  get openChannels(): number {
    return this.channels.size;
  }

  /** Ends the connection and everything on it; nothing is left behind. */
  async close(): Promise<void> {
    if (this.phase === "open") this.phase = "closing";
    const channels = [...this.channels].map((channel) => {
      const gone = once(channel, "exit").catch(() => {});
      channel.kill("SIGKILL");
      return gone;
    });
    await this.master.end();
    await Promise.all(channels);
    await this.closed;
  }

  private async ready(signal: AbortSignal | undefined): Promise<void> {
    const tooLate = AbortSignal.timeout(LOGIN_MS);
    // ssh makes its socket after the login
    while (!existsSync(this.route.controlPath)) {
      const ended = await Promise.race([this.closed, sleep(LOOK_MS, "opening" as const)]);
      if (ended !== "opening") throw ended ?? this.noConnection();
      signal?.throwIfAborted();
      if (tooLate.aborted) throw loginHangs(this.route.host);
    }
  }

  /** Rejects where it was ssh that failed: the channel's end may be noticed a little before that of the connection. */
  private async requireChannel(stderr: string): Promise<void> {
    const { host } = this.route;
    if (isChannelRefused(stderr)) {
      const words = `${host} takes no further channel on this connection (MaxSessions in its sshd_config)`;
      throw new Fault("E_TARGET_UNUSABLE", words, { host, channel: "refused" });
    }
    const ended = await Promise.race([this.closed, sleep(NOTICE_MS, "open" as const)]);
    if (ended !== "open") throw ended ?? this.noConnection();
    if (isChannelLost(stderr)) throw this.noConnection();
  }

  private noConnection(): Fault {
    const { host } = this.route;
    return new Fault("E_TARGET_UNREACHABLE", `the ssh connection to ${host} is closed`, { host });
  }
}

function loginHangs(host: string): Fault {
  const words = `the login to ${host} does not come to an end: its key may wait for a touch, or your ssh-agent for a confirmation`;
  return new Fault("E_SSH_LOGIN", words, { host });
}
