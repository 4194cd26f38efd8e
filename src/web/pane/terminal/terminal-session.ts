import type { ErrorBody } from "../../../core/protocol/errors.ts";
import type { Holder, TerminalAsked, TerminalTold } from "../../../core/protocol/terminal.ts";
import { encodePaste, encodeTyped, type ToldFrame } from "../../../core/protocol/terminal-frames.ts";
import type { browser } from "../../live/browser.ts";
import { createStore, type Store } from "../../live/store.ts";
import { drawnTally } from "./drawn-tally.ts";
import { frameOrder } from "./frame-order.ts";
import { bindKeyboard } from "./keyboard.ts";
import { openScreen, type Screen } from "./screen.ts";
import { hasTears, watchTears } from "./tears.ts";
import { openTerminalLink, type TerminalLink } from "./terminal-link.ts";

export interface TerminalView {
  link: TerminalLink;
  mayType: boolean;
  isTyping: boolean;
  size: { cols: number; rows: number } | null;
  /** What was typed last did not reach the pane; with a holder, nothing will until it is accepted. */
  refusal: { error: ErrorBody; holder: Holder | null } | null;
}

export interface TerminalSession {
  view: Store<TerminalView>;
  screen: Screen;
  ask(asked: TerminalAsked): void;
  /** With the key that there is now. */
  reopen(): void;
  close(): void;
}

export interface SessionParts extends Pick<typeof browser, "now" | "random" | "after"> {
  openSocket(): WebSocket;
  fontFamily: string;
  /** Somebody has had enough of typing. */
  onLeave(): void;
}

/** A pane's terminal in an element: what the daemon tells is drawn there, what is typed there goes to the daemon. */
export function openTerminalSession(host: HTMLElement, parts: SessionParts): TerminalSession {
  const view = createStore<TerminalView>({
    link: { phase: "connecting" },
    mayType: false,
    isTyping: false,
    size: null,
    refusal: null,
  });
  const change = (part: Partial<TerminalView>) => view.set({ ...view.get(), ...part });
  const screen = openScreen(host, parts.fontFamily);
  let tally = drawnTally(() => undefined);
  let order = frameOrder();
  const link = openTerminalLink(parts, {
    onSocket() {
      tally = drawnTally((bytes) => ask({ type: "ack", bytes }));
      order = frameOrder();
    },
    onLink: (next) => change({ link: next }),
    onTold: hear,
    onFrame: take,
  });
  const ask = (asked: TerminalAsked) => void link.send(JSON.stringify(asked));

  const tears = watchTears(
    parts,
    () => hasTears(screen.terminal),
    () => ask({ type: "refresh" }),
  );

  function hear(told: TerminalTold) {
    switch (told.type) {
      case "opened":
        change({ mayType: true, refusal: null });
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

  function take(frame: ToldFrame) {
    const { length } = frame.bytes;
    const counted = tally;
    counted.came(length);
    const drew = () => counted.drew(length);
    switch (order(frame)) {
      case "draw": {
        const { size } = view.get();
        if (frame.kind === "bootstrap" && size !== null) {
          screen.restart(size, frame.bytes, () => {
            drew();
            tears.restarted(frame.bytes);
          });
        } else
          screen.draw(frame.bytes, () => {
            drew();
            tears.drew(frame.bytes);
          });
        return;
      }
      case "ask":
        ask({ type: "refresh" });
        return drew();
      case "skip":
        return drew();
    }
  }

  const keyboard = bindKeyboard(screen.terminal, host, {
    type: (bytes) => encodeTyped(bytes).every((frame) => link.send(frame as Uint8Array<ArrayBuffer>)),
    paste: (bytes) => encodePaste(bytes).every((frame) => link.send(frame as Uint8Array<ArrayBuffer>)),
    mayType: () => view.get().mayType,
    onTyping: (isTyping) => change({ isTyping }),
    onLeave: parts.onLeave,
  });
  // tests, and the curious, read what is shown from here
  Object.assign(host, { terminal: screen.terminal });

  return {
    view,
    screen,
    ask,
    reopen: link.reopen,
    close() {
      link.close();
      tears.close();
      keyboard.close();
      screen.close();
    },
  };
}
