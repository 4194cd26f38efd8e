import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
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
import { WindowSize } from "../terminal/window-size.ts";
import { actorWith } from "./actor-of.ts";
import { closeDeadSocket } from "./close-dead-socket.ts";
import type { Principal } from "./gate.ts";

export interface TerminalDeps {
  terminals: Terminals;
  /** The pane of another member of the fleet that a ref names; null if it names none. */
  findOther(ref: string): PaneItem | null;
  attention: Pick<AttentionStore, "see">;
  fleet: Pick<Fleet, "item">;
  audit: Pick<AuditLog, "begin" | "save">;
  devices: Pick<Devices, "nameOf" | "onRemove">;
  clock: Clock;
  /** Whether a viewer may resize the pane's window, which affects everybody. */
  mayResize: boolean;
}

/** Finds the pane; the returned function serves it to a socket. */
export function openTerminal(ref: string, principal: Principal, deps: TerminalDeps): (socket: WebSocket) => void {
  // browsers send the cookie to every server on this host, and a terminal shows more than lists do
  if (principal.may !== "act")
    throw new Fault("E_UNAUTHORIZED", "showing a terminal needs the right to act: a device key or the token");
  const other = deps.findOther(ref)?.identity.member;
  if (other !== undefined)
    throw new Fault(
      "E_NOT_ALLOWED",
      `that pane is on ${other}, and so is its live terminal: view-output shows it here`,
      {
        member: other,
      },
    );
  const shown = deps.terminals.find(ref);
  const { device } = principal;
  const actor = actorWith("api", device, deps.devices.nameOf(device));
  return (socket) => new TerminalSocket(socket, shown, { actor, device }, deps);
}

interface Typist {
  actor: Actor;
  /** Null for the user's own socket and token. */
  device: string | null;
}

/** One viewer's socket: dispatches its messages to the pane's source or the keyboard, or refuses them. */
class TerminalSocket {
  private readonly viewer: Viewer;
  private readonly keyboard: Keyboard;
  private readonly size: WindowSize;
  private readonly shown: ShownPane;
  private readonly deps: TerminalDeps;
  private readonly pasted = new PasteParts();

  constructor(socket: WebSocket, shown: ShownPane, { actor, device }: Typist, deps: TerminalDeps) {
    const { item, target, holder } = shown;
    this.shown = shown;
    this.deps = deps;
    this.viewer = shown.look(socket);
    const { viewer } = this;
    const record = new TypingRecord({ audit: deps.audit, clock: deps.clock, actor, item });
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
    const forget = deps.devices.onRemove((id) => {
      if (id === device) this.keyboard.stop(new Fault("E_UNAUTHORIZED", "this device was removed"));
    });
    closeDeadSocket(socket, () => {
      deps.terminals.leave(viewer);
      void this.size.restore();
      // keys already sent are still typed after the page closes, unless the device is removed
      void this.keyboard.drained().then(() => {
        forget();
        record.close();
      });
    });
    socket.on("message", (data, isBinary) => this.hear(data as Buffer, isBinary));
    const { ref, identity } = item;
    viewer.sendMessage({ type: "opened", ref, identity, holder, may_resize: deps.mayResize });
    viewer.open();
  }

  private hear(data: Buffer, isBinary: boolean): void {
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
    this.viewer.isAttended = isAttended;
    if (isAttended) this.shown.turnedTo();
  }

  private act(asked: Exclude<TerminalClientMessage, { type: "ack" | "refresh" | "attended" }>): void {
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

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return null;
  }
}
