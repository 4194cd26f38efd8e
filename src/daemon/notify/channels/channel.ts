import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import type { ChannelKind, Delivery, Notification } from "../../../core/protocol/notify/notify.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";

/** A way to reach one person or device. Sends once; retries are the caller's. */
export interface Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  /** Resolves when the other side has accepted it; rejects with a ChannelFault otherwise. */
  send(notification: Notification, signal: AbortSignal): Promise<void>;
  /** Removes everything that the channel has left elsewhere; called once, when the daemon stops. */
  close?(): Promise<void>;
}

export interface ChannelFaultFacts {
  /** A retry cannot help: permanently refused, or wrong settings. */
  lasting?: boolean;
  /** The device has unsubscribed (404, 410): the channel no longer exists. */
  gone?: boolean;
  /** Delay that the other side asked for. */
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** Why a notification was not accepted. The message is stored and shown: no secret may be in it. */
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

/** The part of the daemon that channels use. */
export interface ChannelDeps {
  /** The secret that `env:NAME` or `file:PATH` names, read anew each time; throws a lasting ChannelFault if missing. */
  secret(reference: string): string;
  clock: Clock;
  log: Log;
  /** Runs one tmux command on a target's server; resolves to its output, rejects if it cannot run or tmux refuses. */
  runTmux(target: string, args: readonly string[], signal: AbortSignal): Promise<string>;
  /** Names of the targets on this machine, whose tmux clients people sit at. */
  localTargets(): readonly string[];
  /** All panes now; `onChange` calls the listener after every change. */
  panes(): readonly PaneItem[];
  onChange(listener: () => void): () => void;
  /** A notification's stored outcome, which survives a restart of the daemon. */
  delivery(key: string): Delivery | null;
  /** File with this daemon's Web Push signing key, private to the user. */
  vapidPath: string;
}
