import type { Fault } from "../../core/protocol/base/fault.ts";
import {
  ACK_EVERY,
  type BootstrapReason,
  MAX_UNACKED_BYTES,
  type TerminalServerMessage,
} from "../../core/protocol/terminal/terminal.ts";
import { encodeServerFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import type { FeedSubscriber, Start } from "./feed-subscriber.ts";
import type { PaneSource } from "./pane-source.ts";
import type { ViewerSocket } from "./viewer-socket.ts";

type Pace = { is: "shown" } | { is: "behind"; since: number };

/** One viewer's socket. A slow viewer loses output instead of making others wait. */
export class Viewer implements FeedSubscriber {
  /** Whether its tab is visible and a person uses it; until it says so, no. */
  isAttended = false;
  /** Whether it is in a tab of this daemon; otherwise another member shows it. */
  isHere = true;
  private readonly socket: ViewerSocket;
  private readonly source: Pick<PaneSource, "want" | "leaveOut">;
  private pace: Pace = { is: "shown" };
  /** Bytes of frames sent since the beginning. */
  private sent = 0;
  private drawn = 0;
  /** Length of the longest bootstrap: a viewer may owe that much after it. */
  private bootstrapped = 0;

  constructor(socket: ViewerSocket, source: Pick<PaneSource, "want" | "leaveOut">) {
    this.socket = socket;
    this.source = source;
  }

  open(): void {
    this.source.want(this, "opened");
  }

  refresh(): void {
    if (this.pace.is === "shown") this.source.want(this, "asked");
  }

  leave(): void {
    this.source.leaveOut(this);
  }

  acknowledge(bytes: number): void {
    this.drawn = Math.max(this.drawn, Math.min(bytes, this.sent));
    if (this.pace.is === "behind" && this.sent - this.drawn < ACK_EVERY) this.source.want(this, "behind");
  }

  sendMessage(message: TerminalServerMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  bootstrap(reason: BootstrapReason, { stream, offset, facts, bytes }: Start): void {
    // without this check a client that never acknowledges would get bootstraps forever
    if (this.owesTooMuch) {
      this.fallBehind(offset);
      return;
    }
    const skipped = this.pace.is === "behind" ? Math.max(0, offset - this.pace.since) : 0;
    const { cols, rows, alternate, title } = facts;
    this.pace = { is: "shown" };
    this.bootstrapped = Math.max(this.bootstrapped, bytes.length);
    this.sendMessage({ type: "bootstrap", reason, stream, offset, skipped, cols, rows, alternate, title });
    this.send(encodeServerFrame({ kind: "bootstrap", offset, bytes }), bytes.length);
  }

  output(frame: Uint8Array, offset: number, length: number): void {
    if (this.owesTooMuch) this.fallBehind(offset);
    else this.send(frame, length);
  }

  interrupted(fault: Fault): void {
    this.sendMessage({ type: "interrupted", error: fault.toBody() });
  }

  closed(fault: Fault): void {
    this.sendMessage({ type: "closed", error: fault.toBody() });
    this.socket.close(1000);
  }

  private get owesTooMuch(): boolean {
    return this.sent - this.drawn > MAX_UNACKED_BYTES + this.bootstrapped;
  }

  private fallBehind(since: number): void {
    if (this.pace.is === "shown") this.pace = { is: "behind", since };
    this.source.leaveOut(this);
  }

  private send(frame: Uint8Array, length: number): void {
    this.sent += length;
    this.socket.send(frame);
  }
}
