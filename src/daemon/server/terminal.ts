import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import type { Actor } from "../../core/protocol/actions.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import { type Holder, TerminalAsked, TerminalTold } from "../../core/protocol/terminal.ts";
import { type AskedFrame, decodeAsked } from "../../core/protocol/terminal-frames.ts";
import type { AuditBook } from "../actions/audit-book.ts";
import type { AttentionBook } from "../attention-book.ts";
import type { Clock } from "../clock.ts";
import type { Devices } from "../devices.ts";
import type { Fleet } from "../fleet.ts";
import { Keyboard } from "../terminal/keyboard.ts";
import { PasteParts } from "../terminal/paste-parts.ts";
import type { ShownPane, Terminals } from "../terminal/terminals.ts";
import { TypingRecord } from "../terminal/typing-record.ts";
import type { Viewer } from "../terminal/viewer.ts";
import { WindowSize } from "../terminal/window-size.ts";
import { actorWith } from "./actor-of.ts";
import type { Visit } from "./gate.ts";
import { watchPulse } from "./pulse.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

export interface TerminalDeps {
  terminals: Terminals;
  attention: Pick<AttentionBook, "see">;
  fleet: Pick<Fleet, "item">;
  audit: Pick<AuditBook, "begin" | "save">;
  devices: Pick<Devices, "nameOf" | "onRemove">;
  clock: Clock;
  /** Whether a viewer may resize the pane's window, for everybody. */
  mayResize: boolean;
}

export const TERMINAL_ROUTES = {
  terminal: route({
    method: "get",
    path: "/v1/terminal/:ref",
    summary: "A pane's live terminal",
    answer: null,
    faults: [...REF_FAULTS, "E_UNAUTHORIZED"],
    socket: {
      says: "Texts are these messages, binary messages are frames: one byte of kind, eight of offset (a double), bytes. First `opened`, then a `bootstrap` and its frame (kind 1), then output (kind 2). A viewer acknowledges what it has drawn; who falls behind is bootstrapped again, never shown a gap. It sends what is typed (kind 3, bytes) or pasted (kinds 4 and 5). It is for whoever may act: the cookie alone does not open it.",
      sends: TerminalTold,
    },
  }),
};

/** Finds the pane, then shows it to whoever comes. */
export function openTerminal(ref: string, visit: Visit, deps: TerminalDeps): (socket: WebSocket) => void {
  // a cookie goes to every server of this host, and a terminal shows more than lists do
  if (visit.may !== "act")
    throw new Fault("E_UNAUTHORIZED", "a terminal is shown to whoever may act: to a device key or the token");
  const shown = deps.terminals.find(ref);
  const { device } = visit;
  const actor = actorWith("api", device, deps.devices.nameOf(device));
  return (socket) => new TerminalSocket(socket, shown, { actor, device }, deps);
}

interface Typist {
  actor: Actor;
  /** Null for the user's own socket and token. */
  device: string | null;
}

/** One viewer's socket: what it asks goes to the pane's source, to the keyboard, or is refused. */
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
        onTyped: (bytes) => viewer.tell({ type: "typed", bytes }),
        onRefused: (fault, bytes, now) => viewer.tell({ type: "refused", error: fault.toBody(), bytes, holder: now }),
        onAnswer: () => this.noteAnswer(),
        onPressure: (isFull) => (isFull ? socket.pause() : socket.resume()),
      },
      holder,
    );
    this.size = new WindowSize(target, item.identity.pane_id);
    const forget = deps.devices.onRemove((id) => {
      if (id === device) this.keyboard.stop(new Fault("E_UNAUTHORIZED", "this device was removed"));
    });
    watchPulse(socket, () => {
      deps.terminals.leave(viewer);
      void this.size.restore();
      // whoever closes the page has still typed what waits, until the device is removed
      void this.keyboard.drained().then(() => {
        forget();
        record.close();
      });
    });
    socket.on("message", (data, isBinary) => this.hear(data as Buffer, isBinary));
    const { ref, identity } = item;
    viewer.tell({ type: "opened", ref, identity, holder });
    viewer.open();
  }

  private hear(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      const frame = decodeAsked(data);
      if (frame === null) this.refuse(new Fault("E_INVALID_INPUT", "no frame that is known"));
      else this.type(frame);
      return;
    }
    const asked = TerminalAsked.safeParse(parseJson(data));
    if (asked.success) this.obey(asked.data);
    else this.refuse(new Fault("E_INVALID_INPUT", "no message that is known"));
  }

  private type({ kind, bytes }: AskedFrame): void {
    if (kind === "type") this.keyboard.type(bytes);
    else this.pasted.add(bytes);
    if (kind === "paste-end") this.paste();
  }

  private paste(): void {
    const pasted = this.pasted.end();
    if ("bytes" in pasted) this.keyboard.paste(pasted.bytes);
    else this.refuse(new Fault("E_INVALID_INPUT", `a paste of ${pasted.tooLong} bytes is too long`), pasted.tooLong);
  }

  private obey(asked: TerminalAsked): void {
    if (asked.type === "ack") this.viewer.acknowledge(asked.bytes);
    else if (asked.type === "refresh") this.viewer.refresh();
    else this.act(asked);
  }

  private act(asked: Exclude<TerminalAsked, { type: "ack" | "refresh" }>): void {
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
    if (offered !== null && this.keyboard.accept(holderId)) this.viewer.tell({ type: "accepted", holder: offered });
    else this.refuse(new Fault("E_STALE_SNAPSHOT", "somebody else is there by now"), 0, offered);
  }

  private async resize(cols: number, rows: number): Promise<void> {
    if (!this.deps.mayResize) {
      const words = "a viewer resizes nothing here: that would resize it for everybody (setting terminal_resize)";
      return this.refuse(new Fault("E_INVALID_INPUT", words));
    }
    await this.size.set(cols, rows).catch((error: Error) => this.refuse(new Fault("E_TMUX", error.message)));
  }

  private refuse(fault: Fault, bytes = 0, holder: Holder | null = null): void {
    this.viewer.tell({ type: "refused", error: fault.toBody(), bytes, holder });
  }

  /** The agent has been answered, or sent on its way: it calls for nobody any more. */
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
      // what was typed is typed; that nothing can be stored is a problem of which people are told elsewhere
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
