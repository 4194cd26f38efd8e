import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import type { MemberRequest, MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ViewerMessages } from "../terminal/viewer-socket.ts";
import { type ExchangeDeps, TerminalExchange } from "./terminal-exchange.ts";
import { type HostDeps, hostTerminal, type OpenOwnTerminal } from "./terminal-host.ts";
import { type RelayDeps, type RelaySocket, type RelayViewer, TerminalRelay } from "./terminal-relay.ts";

export interface FleetTerminalsDeps extends ExchangeDeps, Omit<HostDeps, "exchange">, Omit<RelayDeps, "exchange"> {
  findOther(ref: string): PaneItem | null;
}

/** Live terminals of panes of other members, and of ours for them. */
export class FleetTerminals {
  private readonly deps: FleetTerminalsDeps;
  private readonly exchange: TerminalExchange;

  constructor(deps: FleetTerminalsDeps) {
    this.deps = deps;
    this.exchange = new TerminalExchange(deps);
  }

  /** Another member asks for the terminal of one of our panes. */
  host(
    { body }: Pick<MemberRequest, "body">,
    asker: Asker & { user: string },
    open: OpenOwnTerminal,
  ): Promise<MemberResponse> {
    return hostTerminal(body, asker, open, { ...this.deps, exchange: this.exchange });
  }

  /** Null if the ref names no pane of another member; else what shows it over a socket. */
  open(ref: string): ((socket: RelaySocket, viewer: RelayViewer) => ViewerMessages) | null {
    const pane = this.deps.findOther(ref);
    if (pane === null) return null;
    return (socket, viewer) => new TerminalRelay(pane, socket, viewer, { ...this.deps, exchange: this.exchange });
  }

  stop(): Promise<void> {
    return this.exchange.stop();
  }
}
