import { isChannelRefused } from "../../core/ssh/ssh-failure.ts";
import type { Log } from "../log.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import { LookedAtPane } from "./looked-at-pane.ts";
import { OutputClient } from "./output-client.ts";
import type { OutputCarrier, OutputResult } from "./pane-output.ts";
import type { SessionClientDeps } from "./session-client.ts";

export interface RemoteOutputsDeps extends SessionClientDeps {
  scrollback: number;
  log: Log;
}

/** Where there is no end of sessions that come and go, panes are looked at meanwhile. */
const PATIENCE_MS = 5_000;

/**
 * The output of panes on another machine: a control client for each session that has panes to listen to, each on a
 * channel of its own. Where no channel is left, those panes are looked at instead; so are those that stay when their process
 * ends: where tmux (up to 3.6) had something left to tell a client, the next respawn-pane ends the server. Where sessions
 * come in a row, a client waits until they are all there: one that comes while it enters ends the server, too.
 */
export class RemoteOutputs implements OutputCarrier {
  readonly taps = null;
  private readonly deps: RemoteOutputsDeps;
  private readonly clients = new Map<string, OutputClient>();

  constructor(deps: RemoteOutputsDeps) {
    this.deps = deps;
  }

  async open(pane: ObservedPane, { panes }: Topology, control: TmuxControl): Promise<OutputResult> {
    const { scrollback, log } = this.deps;
    if (pane.remains) return LookedAtPane.open(pane, scrollback, control);
    const unrest = this.unrestMs();
    if (unrest > 0 && !this.clients.get(pane.session_id)?.isAlive) {
      if (unrest < PATIENCE_MS) return { status: "later" };
      return LookedAtPane.open(pane, scrollback, control, () => this.unrestMs() === 0);
    }
    const client = this.clientOf(pane.session_id, [...panes.values()]);
    try {
      return await client.open(pane, scrollback);
    } catch (error) {
      client.close();
      if (!isChannelRefused(String(error))) throw error;
      log.info({ session: pane.session_name }, "no channel for its output: looked at instead");
      return LookedAtPane.open(pane, scrollback, control);
    }
  }

  forget(): void {
    for (const client of this.clients.values()) client.close();
    this.clients.clear();
  }

  private unrestMs(): number {
    const { machine, socketName } = this.deps;
    return machine.door(socketName).unrestMs();
  }

  private clientOf(sessionId: string, panes: readonly ObservedPane[]): OutputClient {
    const known = this.clients.get(sessionId);
    if (known?.isAlive) return known;
    const remaining = panes.filter(({ remains, session_id }) => remains && session_id === sessionId);
    const avoided = remaining.map(({ pane_id }) => pane_id);
    const client = new OutputClient(this.deps, sessionId, avoided);
    this.clients.set(sessionId, client);
    return client;
  }
}
