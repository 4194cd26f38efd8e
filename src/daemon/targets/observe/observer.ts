import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { Fault, messageOf } from "../../../core/protocol/base/fault.ts";
import { backoff } from "../../../core/retry/backoff.ts";
import { isChannelRefused } from "../../../core/ssh/ssh-failure.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { checkedVersion, controlArgs } from "../executor/tmux-command.ts";
import type { Machine } from "../machine/machine.ts";
import { whenChannelIsFree } from "../machine/when-channel-is-free.ts";
import { TmuxControl } from "../tmux/tmux-control.ts";
import { parseServer, SERVER_FORMAT, type ServerIdentity, type Topology } from "../tmux/topology.ts";
import { pickSession } from "./pick-session.ts";
import { ProcessWatch, type WantedAgents } from "./process-watch.ts";
import { TmuxWatch } from "./tmux-watch.ts";

export interface ObserverOptions {
  machine: Machine;
  socketName: string;
  /** Host name for messages; null for this machine. */
  host: string | null;
  /** Interval for looking for a missing tmux server, and for scanning active panes, in milliseconds. */
  retryMs: number;
  heartbeatMs: number;
  /** Longest wait after failures, in milliseconds. */
  longestWaitMs: number;
  /** Agents to look for; all by default. */
  agents?: WantedAgents;
  /** Whether the agent in that pane works or asks, so that being stopped or continued matters soon. */
  isActive(paneId: string): boolean;
  clock: Clock;
  log: Log;
  onTopology(topology: Topology, control: TmuxControl): void | Promise<void>;
  /** The machine is connected, but no tmux server runs there. */
  onNoServer(boot: string): void;
  onAnswer(): void;
  onFailure(fault: Fault): void;
  /** Somebody turns to that window, or to another pane in it. */
  onTurn(windowId: string): void;
}

const RECONNECT_MS = 50;
const GREETING_MS = 10_000;

/**
 * Keeps one connection to a tmux server while there is one, and reports its topology. Never starts a server: without
 * one it waits.
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
    this.processes = new ProcessWatch(options.machine, options.agents);
  }

  /** Runs until aborted. Calls `ready` after the first attempt, whether or not there was a server. */
  async run(signal: AbortSignal, ready: () => void): Promise<void> {
    const { retryMs, longestWaitMs, onFailure } = this.options;
    while (!signal.aborted) {
      let wait = retryMs;
      try {
        // reconnect at once when a connection ended, for example because its session was closed
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

  /** Retries now instead of after the current wait. */
  wake(): void {
    this.failures = 0;
    this.resting?.abort();
  }

  /** Resolves after a read of tmux that began no earlier than this call. */
  async refresh(): Promise<void> {
    await this.watch?.refresh();
  }

  private async rest(ms: number, signal: AbortSignal): Promise<void> {
    this.resting = new AbortController();
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, this.resting.signal]) }).catch(() => undefined);
    this.resting = null;
  }

  /** True after a connection has ended, false when there was no server to connect to. */
  private async observeOnce(signal: AbortSignal, ready: () => void): Promise<boolean> {
    const { machine, socketName, host } = this.options;
    const { boot, tmuxVersion } = await machine.connect(signal);
    checkedVersion(tmuxVersion, host);
    const picked = await pickSession(machine, socketName, signal);
    if (picked.status !== "found") {
      await this.noticeNoServer(boot, picked.status);
      return false;
    }
    await whenChannelIsFree(
      () => this.observeSession(boot, picked.id, signal, ready),
      (error) => !signal.aborted && isChannelRefused(messageOf(error)),
    );
    if (signal.aborted) return true;
    // the session may be gone while the server lives: panes end only with the server
    const { status } = await pickSession(machine, socketName, signal);
    if (status !== "found") await this.noticeNoServer(boot, status);
    return true;
  }

  private async observeSession(boot: string, session: string, signal: AbortSignal, ready: () => void): Promise<void> {
    const { machine, socketName } = this.options;
    const control: TmuxControl = new TmuxControl(
      () => machine.startTmux(controlArgs(socketName, session)),
      (notification) => {
        machine.handle(notification, control);
        this.watch?.handle(notification);
        if (notification.type === "session-window-changed" || notification.type === "window-pane-changed")
          this.options.onTurn(notification.window);
      },
    );
    const abort = () => void machine.detachControl(control).finally(() => control.close());
    signal.addEventListener("abort", abort, { once: true });
    try {
      await this.follow(boot, control, ready);
    } finally {
      signal.removeEventListener("abort", abort);
      this.watch?.stop();
      this.watch = null;
      control.close();
    }
    if (!signal.aborted && control.fault !== null) throw control.fault;
  }

  /** Runs for as long as the connection lasts. */
  private async follow(boot: string, control: TmuxControl, ready: () => void): Promise<void> {
    const { machine, retryMs, heartbeatMs, isActive, clock, log, onTopology, onFailure } = this.options;
    const server = await this.identify(control);
    this.lastServer = { ...server, boot };
    log.info({ server }, "observing tmux");
    await machine.attachControl(control);
    this.watch = new TmuxWatch({
      boot,
      server,
      control,
      processes: this.processes,
      scanMs: retryMs,
      isActive,
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

  private async identify(control: TmuxControl): Promise<ServerIdentity> {
    await Promise.race([control.started, control.done]);
    // a hanging server still accepts connections
    const late = setTimeout(() => control.kill(), GREETING_MS);
    try {
      const server = parseServer((await control.run(`display-message -p '${SERVER_FORMAT}'`))[0] ?? "");
      if (server === null) throw new Fault("E_TMUX", "tmux did not report its server");
      return server;
    } finally {
      clearTimeout(late);
    }
  }

  /** Also reported after the first attempt: the server may have gone while the daemon was stopped. */
  private async noticeNoServer(boot: string, why: "empty" | "gone" | "no socket"): Promise<void> {
    const { machine, onNoServer, onAnswer } = this.options;
    // after a reboot the pid belongs to another process
    const pid = why === "no socket" && this.lastServer?.boot === boot ? this.lastServer.pid : undefined;
    const isTmux = (process: ProcessFacts) => process.pid === pid && process.command.startsWith("tmux");
    if (pid !== undefined && (await machine.processes([pid])).some(isTmux))
      throw new Fault("E_TMUX", `tmux (pid ${pid}) runs, but its socket is gone: nothing is known about its panes`);
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
