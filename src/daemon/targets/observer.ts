import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { backoff } from "./backoff.ts";
import type { Machine } from "./machine.ts";
import { ProcessWatch, type WantedAgents } from "./process-watch.ts";
import { checkedVersion, controlArgs, pickSession } from "./tmux-command.ts";
import { TmuxControl } from "./tmux-control.ts";
import { TmuxWatch } from "./tmux-watch.ts";
import { parseServer, SERVER_FORMAT, type ServerIdentity, type Topology } from "./topology.ts";

export interface ObserverOptions {
  machine: Machine;
  socketName: string;
  /** Where it is, in words for people; null for this machine. */
  host: string | null;
  /** How often a tmux server that is not there is looked for; also how often active panes are looked at. */
  retryMs: number;
  heartbeatMs: number;
  /** The longest wait after failures. */
  longestWaitMs: number;
  /** Which agents are looked for; all that there are, unless it is said. */
  agents?: WantedAgents;
  clock: Clock;
  log: Log;
  onTopology(topology: Topology, control: TmuxControl): void | Promise<void>;
  /** The machine answers, and no tmux server runs there. */
  onNoServer(boot: string): void;
  onAnswer(): void;
  onFailure(fault: Fault): void;
}

const RECONNECT_MS = 50;
const GREETING_MS = 10_000;

/**
 * Keeps one connection to one tmux server for as long as there is one, and reports what it holds.
 * It never starts a server: without one it waits.
 */
export class Observer {
  private readonly options: ObserverOptions;
  private readonly processes: ProcessWatch;
  private resting: AbortController | null = null;
  private lastServer: (ServerIdentity & { boot: string }) | null = null;
  private watch: TmuxWatch | null = null;
  private failures = 0;

  constructor(options: ObserverOptions) {
    this.options = options;
    this.processes = new ProcessWatch((roots) => options.machine.processes(roots), options.agents);
  }

  /** Until aborted. `ready` is called after the first look, whether or not there was a server to look at. */
  async run(signal: AbortSignal, ready: () => void): Promise<void> {
    const { retryMs, longestWaitMs, onFailure } = this.options;
    while (!signal.aborted) {
      let wait = retryMs;
      try {
        // a connection that ended (its session was closed) is replaced at once
        if (await this.observeOnce(signal, ready)) wait = Math.min(retryMs, RECONNECT_MS);
      } catch (error) {
        if (signal.aborted) break;
        wait = Math.min(backoff(this.failures, Math.random()), longestWaitMs);
        this.failures += 1;
        onFailure(faultOf(error));
      }
      ready();
      await this.rest(wait, signal);
    }
  }

  /** Tries now instead of at the next turn. */
  wake(): void {
    this.failures = 0;
    this.resting?.abort();
  }

  /** Resolves after a look at tmux that began no earlier than this call. */
  async refresh(): Promise<void> {
    await this.watch?.refresh();
  }

  private async rest(ms: number, signal: AbortSignal): Promise<void> {
    this.resting = new AbortController();
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, this.resting.signal]) }).catch(() => undefined);
    this.resting = null;
  }

  /** True after a connection that has ended, false where there was no server to connect to. */
  private async observeOnce(signal: AbortSignal, ready: () => void): Promise<boolean> {
    const { machine, socketName, host } = this.options;
    const { boot, tmuxVersion } = await machine.connect(signal);
    checkedVersion(tmuxVersion, host);
    const picked = await pickSession(machine, socketName, signal);
    if (picked.status !== "found") {
      await this.noticeNoServer(boot, picked.status);
      return false;
    }
    const control: TmuxControl = new TmuxControl(
      machine.door(socketName),
      () => machine.startTmux(controlArgs(socketName, picked.id)),
      (notification) => {
        machine.heed(notification, control);
        this.watch?.heed(notification);
      },
    );
    const abort = () => void machine.reclaim(control).finally(() => control.close());
    signal.addEventListener("abort", abort, { once: true });
    try {
      await this.follow(boot, control, ready);
    } finally {
      signal.removeEventListener("abort", abort);
      this.watch?.stop();
      this.watch = null;
      control.close();
    }
    if (signal.aborted) return true;
    if (control.fault !== null) throw control.fault;
    // the session may be gone while the server lives: only a server that is gone takes its panes along
    const { status } = await pickSession(machine, socketName, signal);
    if (status !== "found") await this.noticeNoServer(boot, status);
    return true;
  }

  /** As long as the connection lasts. */
  private async follow(boot: string, control: TmuxControl, ready: () => void): Promise<void> {
    const { machine, retryMs, heartbeatMs, clock, log, onTopology, onFailure } = this.options;
    const server = await this.greet(control);
    this.lastServer = { ...server, boot };
    log.info({ server }, "observing tmux");
    await machine.lend(control);
    this.watch = new TmuxWatch({
      boot,
      server,
      control,
      processes: this.processes,
      scanMs: retryMs,
      heartbeatMs,
      clock,
      log,
      onTopology: (topology) => onTopology(topology, control),
      onAnswer: () => {
        this.failures = 0;
        this.options.onAnswer();
      },
      onSilence: (fault) => {
        onFailure(fault);
        control.kill();
      },
    });
    await this.watch.start();
    ready();
    await control.done;
  }

  private async greet(control: TmuxControl): Promise<ServerIdentity> {
    await Promise.race([control.started, control.done]);
    // a server that hangs takes connections all the same
    const late = setTimeout(() => control.kill(), GREETING_MS);
    try {
      const server = parseServer((await control.run(`display-message -p '${SERVER_FORMAT}'`))[0] ?? "");
      if (server === null) throw new Fault("E_TMUX", "tmux did not say who it is");
      return server;
    } finally {
      clearTimeout(late);
    }
  }

  /** Also on the first look: what lived when the daemon stopped may have gone with its server since. */
  private async noticeNoServer(boot: string, why: "empty" | "gone" | "no socket"): Promise<void> {
    const { machine, onNoServer, onAnswer } = this.options;
    // after a reboot the pid is somebody else's
    const pid = why === "no socket" && this.lastServer?.boot === boot ? this.lastServer.pid : undefined;
    const isTmux = (process: ProcessFacts) => process.pid === pid && process.command.startsWith("tmux");
    if (pid !== undefined && (await machine.processes([pid])).some(isTmux))
      throw new Fault("E_TMUX", `tmux (pid ${pid}) lives, but its socket is gone: nothing is known of its panes`);
    this.lastServer = null;
    onNoServer(boot);
    this.failures = 0;
    onAnswer();
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault("E_TMUX", error instanceof Error ? error.message : String(error), {}, error);
}
