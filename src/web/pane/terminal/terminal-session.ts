import type { ErrorBody } from "../../../core/protocol/base/errors.ts";
import type { Holder, TerminalClientMessage, TerminalServerMessage } from "../../../core/protocol/terminal/terminal.ts";
import { encodePaste, encodeTyped, type ServerFrame } from "../../../core/protocol/terminal/terminal-frames.ts";
import { watchAttendance } from "../../live/attendance.ts";
import type { browser } from "../../live/browser.ts";
import { createStore, type Store } from "../../live/store.ts";
import type { HeldKey } from "../../view/held-keys.ts";
import { drawQueue } from "./draw-queue.ts";
import { drawnBytesAck } from "./drawn-bytes-ack.ts";
import { frameOrder } from "./frame-order.ts";
import { bindKeyboard } from "./keyboard.ts";
import { openScreen, type Screen } from "./screen.ts";
import { hasTears, watchTears } from "./tears.ts";
import { openTerminalLink, type TerminalLink } from "./terminal-link.ts";

export interface TerminalView {
  link: TerminalLink;
  mayType: boolean;
  /** Whether the pane may be resized from here, which is for everybody who looks at it. */
  mayResize: boolean;
  isTyping: boolean;
  size: { cols: number; rows: number } | null;
  /** The last keys were not delivered; if `holder` is set, none will be until it is accepted. */
  refusal: { error: ErrorBody; holder: Holder | null } | null;
}

export interface TerminalSession {
  view: Store<TerminalView>;
  screen: Screen;
  ask(asked: TerminalClientMessage): void;
  /** Types keys that were pressed before the terminal was open, in order. */
  type(keys: readonly HeldKey[]): void;
  /** Reconnects with the current key. */
  reopen(): void;
  close(): void;
}

export interface SessionParts extends Pick<typeof browser, "now" | "random" | "after"> {
  openSocket(): WebSocket;
  fontFamily: string;
  /** The user pressed the key that leaves the terminal. */
  onLeave(): void;
}

/** A pane's terminal in an element: draws output from the daemon, sends input to it. */
export function openTerminalSession(host: HTMLElement, parts: SessionParts): TerminalSession {
  const view = createStore<TerminalView>({
    link: { phase: "connecting" },
    mayType: false,
    mayResize: false,
    isTyping: false,
    size: null,
    refusal: null,
  });
  const change = (part: Partial<TerminalView>) => view.set({ ...view.get(), ...part });
  let tally = drawnBytesAck(() => undefined);
  let order = frameOrder();
  const draw = drawQueue();
  const link = openTerminalLink(parts, {
    onSocket() {
      tally = drawnBytesAck((bytes) => ask({ type: "ack", bytes }));
      order = frameOrder();
    },
    onLink: (next) => change({ link: next }),
    onTold: hear,
    onFrame: take,
  });
  const ask = (asked: TerminalClientMessage) => void link.send(JSON.stringify(asked));
  // while the socket opens
  const screen = openScreen(host, parts.fontFamily);

  const attendance = watchAttendance(window, parts, (is) => ask({ type: "attended", is }));
  const tears = watchTears(
    parts,
    () => hasTears(screen.terminal),
    () => ask({ type: "refresh" }),
  );

  function hear(told: TerminalServerMessage) {
    switch (told.type) {
      case "opened":
        // older daemons do not say
        change({ mayType: told.may_type ?? true, mayResize: told.may_resize ?? false, refusal: null });
        attendance.retell();
        return keyboard.review();
      case "bootstrap":
        return change({ size: { cols: told.cols, rows: told.rows } });
      case "refused":
        return change({ refusal: { error: told.error, holder: told.holder } });
      case "typed":
      case "accepted":
        if (view.get().refusal !== null) change({ refusal: null });
        return;
      case "interrupted":
      case "closed":
        return;
      default:
        return told satisfies never;
    }
  }

  function take(frame: ServerFrame) {
    const { kind, bytes } = frame;
    const { length } = bytes;
    const { size } = view.get();
    const isWhole = kind === "bootstrap";
    const counted = tally;
    counted.came(length);
    const drew = () => counted.drew(length);
    switch (order(frame)) {
      case "draw":
        return draw({
          length,
          isWhole,
          draw: (drawn) => (isWhole && size !== null ? screen.restart(size, bytes, drawn) : screen.draw(bytes, drawn)),
          onOver(isDrawn) {
            drew();
            if (isDrawn && isWhole) tears.restarted(bytes);
            else if (isDrawn) tears.drew(bytes);
          },
        });
      case "ask":
        ask({ type: "refresh" });
        return drew();
      case "skip":
        return drew();
    }
  }

  const type = (bytes: Uint8Array) => encodeTyped(bytes).every((frame) => link.send(frame as Uint8Array<ArrayBuffer>));
  const keyboard = bindKeyboard(screen.terminal, host, {
    type,
    paste: (bytes) => encodePaste(bytes).every((frame) => link.send(frame as Uint8Array<ArrayBuffer>)),
    mayType: () => view.get().mayType,
    onTyping: (isTyping) => change({ isTyping }),
    onLeave: parts.onLeave,
  });
  // for tests and debugging
  Object.assign(host, { terminal: screen.terminal });

  return {
    view,
    screen,
    ask,
    type(keys) {
      for (const held of keys) {
        if ("text" in held) type(new TextEncoder().encode(held.text));
        else ask({ type: "keys", keys: [held.key] });
      }
    },
    reopen: link.reopen,
    close() {
      link.close();
      tears.close();
      attendance.close();
      keyboard.close();
      screen.close();
    },
  };
}
