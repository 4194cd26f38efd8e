import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/fault.ts";
import type { Log } from "../log.ts";
import type { Problems } from "../problems.ts";
import { pickSession, tmuxVersion } from "./tmux-command.ts";
import { type Notification, TmuxControl } from "./tmux-control.ts";
import {
  paneFormat,
  parsePanes,
  parseServer,
  SERVER_FORMAT,
  type ServerIdentity,
  type Topology,
  WATCH_FORMAT,
} from "./topology.ts";

export interface ObserverOptions {
  socketName: string;
  retryMs: number;
  log: Log;
  problems: Problems;
  onTopology(topology: Topology, control: TmuxControl): void | Promise<void>;
  onGone(): void;
}

const RECONNECT_MS = 50;
const PAUSE_MS = 100;

/**
 * Keeps one connection to one tmux server for as long as there is one, and reports what it holds.
 * It never starts a server: without one it waits.
 */
export class Observer {
  private readonly options: ObserverOptions;
  private refreshing: Promise<void> | null = null;
  private stale = false;
  private gone = false;
  private lastServer: ServerIdentity | null = null;
  private pause: NodeJS.Timeout | null = null;
  private heardMeanwhile = false;
  private resting: AbortController | null = null;
  private current: { control: TmuxControl; server: ServerIdentity } | null = null;

  constructor(options: ObserverOptions) {
    this.options = options;
  }

  /** Until aborted. `ready` is called after the first look, whether or not there was a server to look at. */
  async run(signal: AbortSignal, ready: () => void): Promise<void> {
    const { log, problems, retryMs } = this.options;
    while (!signal.aborted) {
      let wait = retryMs;
      try {
        // a connection that ended (its session was closed) is replaced at once
        if (await this.observeOnce(signal, ready)) wait = Math.min(retryMs, RECONNECT_MS);
      } catch (error) {
        const code = error instanceof Fault ? error.code : "E_TMUX";
        const message = error instanceof Error ? error.message : String(error);
        if (problems.raise(code, message)) log.warn({ code, err: message }, "tmux cannot be observed");
      }
      this.current = null;
      ready();
      await this.rest(wait, signal);
    }
  }

  /** Looks for a server now instead of at the next try. */
  wake(): void {
    this.resting?.abort();
  }

  private async rest(ms: number, signal: AbortSignal): Promise<void> {
    this.resting = new AbortController();
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, this.resting.signal]) }).catch(() => undefined);
    this.resting = null;
  }

  /** Resolves after a look that began no earlier than this call; many calls are one look. */
  refresh(): Promise<void> {
    this.stale = true;
    this.refreshing ??= this.lookWhileStale();
    return this.refreshing;
  }

  private async lookWhileStale(): Promise<void> {
    try {
      while (this.stale) {
        this.stale = false;
        await this.look();
      }
    } finally {
      this.refreshing = null;
    }
  }

  /** True after a connection that has ended, false where there was no server to connect to. */
  private async observeOnce(signal: AbortSignal, ready: () => void): Promise<boolean> {
    const { socketName, log, problems } = this.options;
    await tmuxVersion(signal);
    problems.clear("E_TMUX_MISSING");
    problems.clear("E_TMUX_TOO_OLD");
    const session = await pickSession(socketName, signal);
    if (session === null) {
      this.noticeGone();
      return false;
    }
    const control = new TmuxControl(socketName, session, (notification) => this.heed(notification));
    const abort = () => control.close();
    signal.addEventListener("abort", abort, { once: true });
    try {
      const server = parseServer((await control.run(`display-message -p '${SERVER_FORMAT}'`))[0] ?? "");
      if (server === null) throw new Error("tmux did not say who it is");
      this.current = { control, server };
      this.lastServer = server;
      this.gone = false;
      problems.clear("NO_TMUX_SERVER");
      problems.clear("E_TMUX");
      log.info({ server, session }, "observing tmux");
      await control.run(`refresh-client -B 'agtmux::${WATCH_FORMAT}'`);
      await this.refresh();
      ready();
      await control.done;
    } finally {
      signal.removeEventListener("abort", abort);
      control.close();
      this.current = null;
    }
    // the session may be gone while the server lives: only a server that is gone takes its panes along
    if (!signal.aborted && (await pickSession(socketName, signal)) === null) this.noticeGone();
    return true;
  }

  /** Also on the first look: what lived when the daemon stopped may have gone with its server since. */
  private noticeGone(): void {
    const { socketName, problems, onGone } = this.options;
    if (this.gone) return;
    if (this.lastServer !== null && isAlive(this.lastServer.pid)) {
      problems.raise(
        "E_TMUX",
        `tmux (pid ${this.lastServer.pid}) lives, but its socket is gone: nothing is known of its panes`,
      );
      return;
    }
    onGone();
    this.gone = true;
    problems.clear("E_TMUX");
    const name = socketName === "" ? "" : `"${socketName}" `;
    problems.raise("NO_TMUX_SERVER", `no tmux server ${name}is running: it is observed as soon as there is one`);
  }

  private heed(notification: Notification): void {
    switch (notification.type) {
      case "output":
      case "extended-output":
      case "unknown":
        return;
      default:
        this.refreshSoon();
    }
  }

  /** The first notification is heeded at once, a storm of them ten times a second. */
  private refreshSoon(): void {
    if (this.pause !== null) {
      this.heardMeanwhile = true;
      return;
    }
    this.refresh().catch((error: unknown) => this.options.log.debug({ err: String(error) }, "topology not read"));
    this.pause = setTimeout(() => {
      this.pause = null;
      if (this.heardMeanwhile) this.refreshSoon();
    }, PAUSE_MS);
    this.heardMeanwhile = false;
  }

  private async look(): Promise<void> {
    if (this.current === null) return;
    const { control, server } = this.current;
    const word = randomUUID();
    const panes = parsePanes(await control.run(`list-panes -a -F '${paneFormat(word)}'`), word);
    // a server has at least one pane: an empty answer is no answer, and must end nobody
    if (panes.size === 0) throw new Error("tmux listed no panes");
    await this.options.onTopology({ server, panes }, control);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
