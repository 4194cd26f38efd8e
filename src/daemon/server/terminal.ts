import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { type Holder, TerminalClientMessage } from "../../core/protocol/terminal/terminal.ts";
import { type ClientFrame, decodeClientFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import type { Devices } from "../access/devices.ts";
import type { AuditLog } from "../actions/audit-log.ts";
import type { AttentionStore } from "../attention/attention-store.ts";
import type { Clock } from "../base/clock.ts";
import type { Fleet } from "../publish/fleet.ts";
import { Keyboard } from "../terminal/keyboard.ts";
import { PasteParts } from "../terminal/paste-parts.ts";
import type { ShownPane, Terminals } from "../terminal/terminals.ts";
import { TypingRecord } from "../terminal/typing-record.ts";
import type { Viewer } from "../terminal/viewer.ts";
import type { Typist, ViewerMessages, ViewerSocket } from "../terminal/viewer-socket.ts";
import { WindowSize } from "../terminal/window-size.ts";
import { actorWith } from "./actor-of.ts";
import { closeDeadSocket } from "./close-dead-socket.ts";
import type { Principal } from "./gate.ts";

export interface OwnTerminalDeps {
  terminals: Terminals;
  attention: Pick<AttentionStore, "see">;
  fleet: Pick<Fleet, "item">;
  audit: Pick<AuditLog, "begin" | "save">;
  clock: Clock;
  /** Whether a viewer may resize the pane's window, which affects everybody. */
  mayResize: boolean;
}

export interface TerminalDeps extends OwnTerminalDeps {
  /** Null if the ref names no pane of another member of the fleet; else what shows it over a socket. */
  openOther(
    ref: string,
  ): ((socket: WebSocket, viewer: { user: string } & Pick<Typist, "onRevoked">) => ViewerMessages) | null;
  devices: Pick<Devices, "nameOf" | "onRemove">;
}

/** Finds the pane; the returned function serves it to a socket. */
export function openTerminal(ref: string, principal: Principal, deps: TerminalDeps): (socket: WebSocket) => void {
  // browsers send the cookie to every server on this host, and a terminal shows more than lists do
  if (principal.may !== "act")
    throw new Fault("E_UNAUTHORIZED", "showing a terminal needs the right to act: a device key or the token");
  const { device } = principal;
  const actor = actorWith("api", device, deps.devices.nameOf(device));
  const onRevoked = (listener: () => void) => deps.devices.onRemove((id) => id === device && listener());
  const showOther = deps.openOther(ref);
  const show =
    showOther === null
      ? openOwnTerminal(ref, { actor, refusal: null, mayAttend: true, onRevoked }, deps)
      : (socket: WebSocket) => notingUse(showOther(socket, { user: actor.user, onRevoked }), deps.terminals);
  return (socket) => {
    const viewer = show(socket);
    closeDeadSocket(socket, () => viewer.leave());
    socket.on("message", (data, isBinary) => viewer.hear(data as Buffer, isBinary));
  };
}

/** Passes a viewer's messages on, and tells our terminals when somebody uses a tab with another member's pane: that person is at this daemon. */
function notingUse(viewer: ViewerMessages, terminals: Pick<Terminals, "attendElsewhere">): ViewerMessages {
  return {
    hear(data, isBinary) {
      const asked = isBinary ? null : TerminalClientMessage.safeParse(parseJson(data));
      if (asked?.data?.type === "attended") terminals.attendElsewhere(viewer, asked.data.is);
      viewer.hear(data, isBinary);
    },
    leave() {
      terminals.attendElsewhere(viewer, false);
      viewer.leave();
    },
  };
}

/** Finds one of our panes; the returned function shows it over any connection. */
export function openOwnTerminal(
  ref: string,
  typist: Typist,
  deps: OwnTerminalDeps,
): (socket: ViewerSocket) => ViewerMessages {
  const shown = deps.terminals.find(ref);
  return (socket) => new TerminalSocket(socket, shown, typist, deps);
}

/** One viewer's socket: dispatches its messages to the pane's source or the keyboard, or refuses them. */
class TerminalSocket implements ViewerMessages {
  private readonly viewer: Viewer;
  private readonly typist: Typist;
  private readonly record: TypingRecord;
  private readonly forget: () => void;
  private readonly keyboard: Keyboard;
  private readonly size: WindowSize;
  private readonly shown: ShownPane;
  private readonly deps: OwnTerminalDeps;
  private readonly pasted = new PasteParts();

  constructor(socket: ViewerSocket, shown: ShownPane, typist: Typist, deps: OwnTerminalDeps) {
    const { item, target, holder } = shown;
    this.shown = shown;
    this.typist = typist;
    this.deps = deps;
    this.viewer = shown.look(socket);
    this.viewer.isHere = typist.actor.member === undefined;
    const { viewer } = this;
    const record = new TypingRecord({ audit: deps.audit, clock: deps.clock, actor: typist.actor, item });
    this.record = record;
    this.keyboard = new Keyboard(
      {
        target,
        paneId: item.identity.pane_id,
        clock: deps.clock,
        holder: shown.holderNow,
        record,
        onTyped: (bytes) => viewer.sendMessage({ type: "typed", bytes }),
        onRefused: (fault, bytes, now) =>
          viewer.sendMessage({ type: "refused", error: fault.toBody(), bytes, holder: now }),
        onAnswer: () => this.noteAnswer(),
        onPressure: (isFull) => (isFull ? socket.pause() : socket.resume()),
      },
      holder,
    );
    this.size = new WindowSize(target, item.identity.pane_id);
    this.forget = typist.onRevoked(() => this.keyboard.stop(new Fault("E_UNAUTHORIZED", "this device was removed")));
    const { ref, identity } = item;
    viewer.sendMessage({
      ...{ type: "opened", ref, identity, holder },
      ...{ may_type: typist.refusal === null, may_resize: deps.mayResize && typist.refusal === null },
    });
    viewer.open();
  }

  leave(): void {
    this.deps.terminals.leave(this.viewer);
    void this.size.restore();
    // keys already sent are still typed after the page closes, unless the device is removed
    void this.keyboard.drained().then(() => {
      this.forget();
      this.record.close();
    });
  }

  hear(data: Uint8Array, isBinary: boolean): void {
    if (isBinary) {
      const frame = decodeClientFrame(data);
      if (frame === null) this.refuse(new Fault("E_INVALID_INPUT", "unknown frame"));
      else this.type(frame);
      return;
    }
    const asked = TerminalClientMessage.safeParse(parseJson(data));
    if (asked.success) this.obey(asked.data);
    else this.refuse(new Fault("E_INVALID_INPUT", "unknown message"));
  }

  private type({ kind, bytes }: ClientFrame): void {
    const { refusal } = this.typist;
    if (refusal !== null) return void this.refuse(refusal, bytes.length);
    if (kind === "type") this.keyboard.type(bytes);
    else this.pasted.add(bytes);
    if (kind === "paste-end") this.paste();
  }

  private paste(): void {
    const pasted = this.pasted.end();
    if ("bytes" in pasted) this.keyboard.paste(pasted.bytes);
    else this.refuse(new Fault("E_INVALID_INPUT", `a paste of ${pasted.tooLong} bytes is too long`), pasted.tooLong);
  }

  private obey(asked: TerminalClientMessage): void {
    if (asked.type === "ack") this.viewer.acknowledge(asked.bytes);
    else if (asked.type === "refresh") this.viewer.refresh();
    else if (asked.type === "attended") this.attend(asked.is);
    else this.act(asked);
  }

  private attend(isAttended: boolean): void {
    if (!this.typist.mayAttend) return;
    this.viewer.isAttended = isAttended;
    if (isAttended) this.shown.turnedTo();
  }

  private act(asked: Exclude<TerminalClientMessage, { type: "ack" | "refresh" | "attended" }>): void {
    const { refusal } = this.typist;
    if (refusal !== null) return void this.refuse(refusal);
    switch (asked.type) {
      case "keys":
        this.keyboard.keys(asked.keys);
        break;
      case "accept":
        this.accept(asked.holder_id);
        break;
      case "resize":
        void this.resize(asked.cols, asked.rows);
        break;
      default:
        asked satisfies never;
    }
  }

  private accept(holderId: string): void {
    const { offered } = this.keyboard;
    if (offered !== null && this.keyboard.accept(holderId))
      this.viewer.sendMessage({ type: "accepted", holder: offered });
    else this.refuse(new Fault("E_STALE_SNAPSHOT", "another program is there now"), 0, offered);
  }

  private async resize(cols: number, rows: number): Promise<void> {
    if (!this.deps.mayResize) {
      const words = "a viewer resizes nothing here: that would resize it for everybody (setting terminal_resize)";
      return this.refuse(new Fault("E_INVALID_INPUT", words));
    }
    await this.size.set(cols, rows).catch((error: Error) => this.refuse(new Fault("E_TMUX", error.message)));
  }

  private refuse(fault: Fault, bytes = 0, holder: Holder | null = null): void {
    this.viewer.sendMessage({ type: "refused", error: fault.toBody(), bytes, holder });
  }

  /** Typing answers the agent's question: record it and close its attention. */
  private noteAnswer(): void {
    const { fleet, attention, clock } = this.deps;
    const { identity } = this.shown.item;
    const runtimeId = fleet.item(identity.target, identity.pane_id)?.runtime_id ?? null;
    const runtime = runtimeId === null ? null : this.shown.target.runtime(runtimeId);
    if (runtimeId === null || runtime === null) return;
    this.shown.target.noteTyped(runtime, clock.now(), randomUUID());
    try {
      attention.see({ action: "seen", attention_ids: [], runtime_ids: [runtimeId], refs: [], all: false });
    } catch (error) {
      // the keys are typed already; the failing store is reported as a problem of the daemon
      this.refuse(asFault(error));
    }
  }
}

function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString());
  } catch {
    return null;
  }
}
