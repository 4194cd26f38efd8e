import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { requirePlainHost, type SshRoute, sshArguments, sshForwardArguments } from "../../../core/ssh/ssh-arguments.ts";
import { explainSshFailure, isChannelLost, isChannelRefused } from "../../../core/ssh/ssh-failure.ts";
import type { Ran, RunOptions } from "../executor/executor.ts";
import { LocalExecutor, ranToItsEnd } from "../executor/local-executor.ts";
import type { Connection } from "../machine/connection.ts";
import { SshChannel } from "./ssh-channel.ts";
import { freeControlPath } from "./ssh-control-path.ts";
import { SshMaster } from "./ssh-master.ts";

export interface SshDestination {
  /** Host name as in the user's ssh config. */
  host: string;
  /** A file for `ssh -F`; null for the user's own config. */
  sshConfig: string | null;
  /** Directory of ours for ssh's control socket. */
  controlDirectory: string;
  signal?: AbortSignal | undefined;
  /** A program there was ended since it writes too much to standard error. */
  onFlood?(fault: Fault): void;
}

/** Longer than ssh's own limits: for a login that waits for a person to touch a key or confirm to the ssh-agent. */
const LOGIN_MS = 40_000;
const LOOK_MS = 15;
const FORWARD_MS = 5_000;
const NOTICE_MS = 200;
/** Exit codes of ssh itself, which a program may return as well. */
const SSH_FAILED = 255;
const KILLED = 137;

/** One login to a host, shared by all its channels. */
export class SshConnection implements Connection {
  /** Resolves when the connection has ended: with the reason, or null if we closed it. */
  readonly closed: Promise<Fault | null>;
  private readonly route: SshRoute;
  private readonly onFlood: (fault: Fault) => void;
  private readonly master: SshMaster;
  private readonly channels = new Set<SshChannel>();
  private phase: "open" | "closing" | "closed" = "open";

  /** Resolves when channels can be opened; rejects with a Fault for people to read. */
  static async open(destination: SshDestination): Promise<SshConnection> {
    const { host, sshConfig, controlDirectory, signal, onFlood = () => {} } = destination;
    signal?.throwIfAborted();
    requirePlainHost(host);
    const { controlPath, release } = await freeControlPath(controlDirectory);
    const connection = new SshConnection({ host, sshConfig, controlPath }, release, onFlood);
    try {
      await connection.ready(signal);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  private constructor(route: SshRoute, release: () => void, onFlood: (fault: Fault) => void) {
    this.route = route;
    this.onFlood = onFlood;
    this.master = new SshMaster(sshArguments(route, null));
    this.closed = this.master.ended.then((said) => {
      const fault = this.phase === "closing" ? null : explainSshFailure(said, route.host, route.sshConfig);
      this.phase = "closed";
      for (const channel of this.channels) channel.kill("SIGKILL");
      release();
      return fault;
    });
  }

  /**
   * Rejects if the program could not be started; `details.channel` is "refused" if the host allows no more channels.
   */
  async run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const channel = this.start(argv);
    const ran = await ranToItsEnd(channel, `${argv[0]} on ${this.route.host}`, options);
    if (channel.flood !== null) throw channel.flood;
    if (ran.code === SSH_FAILED || ran.code === KILLED) await this.requireChannel(ran.stderr);
    const start = await channel.begun;
    if (start instanceof Fault) throw start;
    return ran;
  }

  /** A refused channel ends with code 255 and a message for `isChannelRefused`. */
  start(argv: readonly string[]): SshChannel {
    if (this.phase !== "open") throw this.noConnection();
    const channel = new SshChannel(this.route.host, argv, (command) => sshArguments(this.route, command));
    this.channels.add(channel);
    channel.once("exit", () => this.channels.delete(channel));
    channel.once("error", () => this.channels.delete(channel));
    channel.once("flood", this.onFlood);
    return channel;
  }

  /** Through ssh's forwarding of sockets; where the host does not allow that, the socket closes at once. */
  async openSocket(path: string): Promise<Socket> {
    const { controlPath: local, release } = await freeControlPath(dirname(this.route.controlPath));
    const tell = (verb: "forward" | "cancel") =>
      new LocalExecutor().run(["ssh", ...sshForwardArguments(this.route, verb, [local, path])], {
        timeoutMs: FORWARD_MS,
      });
    const { code, stderr } = await tell("forward");
    if (code !== 0) {
      release();
      throw new Fault("E_TARGET_UNUSABLE", `${this.route.host} does not forward a socket: ${stderr.trim()}`);
    }
    const socket = connect(local);
    const end = () =>
      tell("cancel")
        .catch(() => undefined)
        .finally(release);
    socket.once("close", () => void end());
    return socket;
  }

  get openChannels(): number {
    return this.channels.size;
  }

  /** Ends the connection and all its channels. */
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
    // ssh creates its socket after the login
    while (!existsSync(this.route.controlPath)) {
      const ended = await Promise.race([this.closed, sleep(LOOK_MS, "opening" as const)]);
      if (ended !== "opening") throw ended ?? this.noConnection();
      signal?.throwIfAborted();
      if (tooLate.aborted) throw loginHangs(this.route.host);
    }
  }

  /** Rejects if ssh itself failed: the channel's end may be noticed a little before the connection's. */
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
