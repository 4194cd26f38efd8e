import type { Api, PaneItem } from "./api.d.ts";

export type * from "./api.d.ts";

/** How to reach the daemon. By default over its socket on this machine, which needs no key. */
export interface ConnectOptions {
  /** The folder of the daemon's files; by default AGTMUX_HOME, or ~/.agtmux. */
  home?: string | undefined;
  /** The daemon's address, such as http://127.0.0.1:8484, instead of its socket. */
  url?: string | undefined;
  /** For `url`: the daemon's token, or a device's key. By default the token in `home`. */
  token?: string | undefined;
  /**
   * How long a call goes on while the daemon is away, such as for its restart: 10 s by default. Only what cannot have
   * reached the daemon is asked again, and what changes nothing: an action is never done twice.
   */
  patienceMs?: number | undefined;
}

export type State = PaneItem["state"];

/** All panes as they are now, and those that have changed since the picture before. */
export interface PanesPicture {
  panes: readonly PaneItem[];
  changed: readonly PaneItem[];
  /** `lost` while the daemon does not answer: the panes are as they were last known. */
  link: "live" | "lost";
}

export interface WaitOptions {
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Agtmux extends Api {
  /**
   * A picture of all panes now and after every change, across restarts of the daemon. A slow reader gets the newest
   * picture, and misses no changed pane.
   */
  watch(options?: { signal?: AbortSignal }): AsyncGenerator<PanesPicture, void, void>;

  /**
   * Waits until an agent is in one of these states; returns at once if it is. Rejects with `E_TIMEOUT`, or with
   * `E_RUNTIME_ENDED` if the agent ends first.
   */
  waitFor(ref: string, states: State | readonly State[], options?: WaitOptions): Promise<PaneItem>;

  /**
   * The last words of an agent in its conversation, in Markdown; "" if it has said nothing yet. Of an agent without a
   * conversation that can be read, the message of its state.
   */
  lastWords(ref: string): Promise<string>;
}

/** Every error of the daemon and of the client. docs/api.md lists the codes. */
export class Fault extends Error {
  readonly name: "Fault";
  readonly code: string;
  readonly details: Record<string, unknown>;
}

/** Rejects if no daemon answers. */
export function connect(options?: ConnectOptions): Promise<Agtmux>;
