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

/**
 * The output of panes on another machine: a control client for each session that has panes to listen to, each on a
 * channel of its own. Where no channel is left, those panes are looked at instead.
 */
export class RemoteOutputs implements OutputCarrier {
  private readonly deps: RemoteOutputsDeps;
  private readonly clients = new Map<string, OutputClient>();

  constructor(deps: RemoteOutputsDeps) {
    this.deps = deps;
  }

  async open(pane: ObservedPane, _topology: Topology, control: TmuxControl): Promise<OutputResult> {
    const { scrollback, log } = this.deps;
    const client = this.clientOf(pane.session_id);
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

  private clientOf(sessionId: string): OutputClient {
    const known = this.clients.get(sessionId);
    if (known?.isAlive) return known;
    const client = new OutputClient(this.deps, sessionId);
    this.clients.set(sessionId, client);
    return client;
  }
}
