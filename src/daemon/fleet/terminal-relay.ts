import { randomBytes } from "node:crypto";
import { memberError } from "../../core/fleet/member-error.ts";
import { parseJson } from "../../core/fleet/member-row.ts";
import { ownRef } from "../../core/fleet/own-ref.ts";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { SessionEnd } from "../../core/protocol/fleet/member-frames.ts";
import type { MemberResponse } from "../../core/protocol/fleet/member-request.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { TerminalServerMessage } from "../../core/protocol/terminal/terminal.ts";
import type { ViewerMessages, ViewerSocket } from "../terminal/viewer-socket.ts";
import type { AskedHere } from "./asked-here.ts";
import type { TerminalExchange } from "./terminal-exchange.ts";
import { TERMINAL_PATH } from "./terminal-host.ts";
import type { TerminalSession } from "./terminal-session.ts";

const ASK_MS = 15_000;
/** Of a message of the pane's member: a screen with its scrollback. */
const MAX_MESSAGE = 16 * 1024 * 1024;
/** Of what a page has not read; more than a member sends that minds the acknowledgements. */
const MAX_UNREAD = 32 * 1024 * 1024;
/** Asking again would not help. */
const LASTING: readonly string[] = ["E_NOT_ALLOWED", "E_INVALID_INPUT", "E_REF_NOT_FOUND", "E_REF_AMBIGUOUS"];
const [NORMAL_CLOSURE, TRY_AGAIN_LATER] = [1000, 1013];

export interface RelaySocket extends ViewerSocket {
  readonly bufferedAmount: number;
}

export interface RelayDeps {
  exchange: TerminalExchange;
  /** Throws if the member does not answer. */
  ask(member: string, asked: AskedHere): Promise<MemberResponse>;
}

export interface RelayViewer {
  user: string;
  /** Calls `listener` when the viewer has lost its access; returns how to unsubscribe. */
  onRevoked(listener: () => void): () => void;
}

/** Shows a pane of another member over one of our sockets: passes on what that member and the viewer tell each other. */
export class TerminalRelay implements ViewerMessages {
  private readonly pane: PaneItem;
  private readonly socket: RelaySocket;
  private readonly deps: RelayDeps;
  private readonly forget: () => void;
  private session: TerminalSession | null = null;
  private isOver = false;

  constructor(pane: PaneItem, socket: RelaySocket, viewer: RelayViewer, deps: RelayDeps) {
    this.pane = pane;
    this.socket = socket;
    this.deps = deps;
    this.forget = viewer.onRevoked(() => this.end({ why: "revoked", words: "" }));
    // until there is somebody to pass it on to
    socket.pause();
    this.open(viewer.user).then(
      () => socket.resume(),
      (error) => this.fail(asFault(error)),
    );
  }

  hear(data: Uint8Array, isBinary: boolean): void {
    this.session?.send(isBinary ? data : Buffer.from(data).toString());
  }

  leave(): void {
    this.end({ why: "left", words: "" });
  }

  private async open(user: string): Promise<void> {
    const { exchange, ask } = this.deps;
    const { identity } = this.pane;
    const member = identity.member ?? "";
    const id = randomBytes(16).toString("hex");
    this.session = await exchange.begin(
      { member, id, maxMessage: MAX_MESSAGE },
      {
        message: (data, isBinary) => (isBinary ? this.show(data) : this.tell(data)),
        paused: (isPaused) => (isPaused ? this.socket.pause() : this.socket.resume()),
        ended: (end) => this.ended(end),
      },
    );
    // the viewer may have gone meanwhile
    if (this.isOver) return this.session.end({ why: "left", words: "" });
    const body = JSON.stringify({ ref: ownRef(identity), session: id });
    const answer = await ask(member, { method: "POST", path: TERMINAL_PATH, body, user, timeoutMs: ASK_MS });
    if (answer.status === 200) return;
    const refusal = ErrorBody.safeParse(parseJson(answer.body));
    if (!refusal.success) throw new Fault("E_INTERNAL", `the answer of ${member} cannot be read`);
    const { code, message, details } = memberError(refusal.data, member);
    throw new Fault(code, message, details);
  }

  private show(message: Uint8Array | string): void {
    this.socket.send(message);
    if (this.socket.bufferedAmount > MAX_UNREAD) this.fail(new Fault("E_INTERNAL", "the page reads too slowly"));
  }

  /** Passes a message on to the viewer, with the pane's target under the member's name, as it is known here. */
  private tell(data: Uint8Array): void {
    const message = TerminalServerMessage.safeParse(parseJson(Buffer.from(data).toString()));
    if (!message.success) return;
    const { ref, identity } = this.pane;
    const told = message.data.type === "opened" ? { ...message.data, ref, identity } : message.data;
    this.show(JSON.stringify(told));
  }

  private ended({ why, words }: SessionEnd): void {
    if (this.isOver) return;
    if (why === "closed") this.close(NORMAL_CLOSURE);
    else this.fail(new Fault("E_TARGET_UNREACHABLE", `the terminal on ${this.pane.identity.member}: ${words}`));
  }

  private fail(fault: Fault): void {
    if (this.isOver) return;
    const isLasting = LASTING.includes(fault.code);
    this.socket.send(JSON.stringify({ type: isLasting ? "closed" : "interrupted", error: fault.toBody() }));
    this.close(isLasting ? NORMAL_CLOSURE : TRY_AGAIN_LATER);
  }

  private close(code: number): void {
    this.end({ why: "left", words: "" });
    // so that the answer to the closing is read
    this.socket.resume();
    this.socket.close(code);
  }

  private end(end: SessionEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.forget();
    this.session?.end(end);
  }
}
