import type { PaneItem } from "../../core/protocol/lists.ts";
import type { ChannelKind, Delivery, Notification } from "../../core/protocol/notify.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/** A way to one person or one device. It tells once what it is given; retries are not its business. */
export interface Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  /** Resolves when the other side has taken it; throws a ChannelFault where it has not. */
  send(notification: Notification, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing that it has put anywhere is left there; called once, when the daemon stops. */
  close?(): Promise<void>;
}

export interface ChannelFaultFacts {
  /** No retry helps: refused for good, or the settings are wrong. */
  lasting?: boolean;
  /** The device has unsubscribed (404, 410): the channel itself is over. */
  gone?: boolean;
  /** When the other side wants to be asked again. */
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** Why a channel has not taken a notification. The message is kept and shown: no secret may be in it. */
export class ChannelFault extends Error {
  readonly lasting: boolean;
  readonly gone: boolean;
  readonly retryAfterMs: number | null;

  constructor(message: string, { lasting = false, gone = false, retryAfterMs = null, cause }: ChannelFaultFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ChannelFault";
    this.lasting = lasting || gone;
    this.gone = gone;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What channels need of the daemon. */
export interface ChannelDeps {
  /** The secret that `env:NAME` or `file:PATH` names, read anew each time; a lasting ChannelFault where there is none. */
  secret(reference: string): string;
  clock: Clock;
  log: Log;
  /** Runs one tmux command on a target's server and gives what it printed; rejects where it cannot or tmux refuses. */
  runTmux(target: string, args: readonly string[], signal: AbortSignal): Promise<string>;
  /** Names of the targets on this machine: people sit at their clients. */
  localTargets(): readonly string[];
  /** Every pane as it is now, and a call after every change. */
  panes(): readonly PaneItem[];
  onChange(listener: () => void): () => void;
  /** What became of a notification: what is to be seen of it outlives the daemon. */
  delivery(key: string): Delivery | null;
  /** The keys with which this daemon signs for Web Push are in this file, private to the user. */
  vapidPath: string;
}
