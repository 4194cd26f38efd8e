import { type RefObject, useEffect, useRef, useState } from "react";
import type { TERMINAL_PROTOCOL } from "../../../core/protocol/terminal/terminal.ts";
import { browser } from "../../live/browser.ts";
import { ProvenSocket } from "../../live/proven-socket.ts";
import { useLink, useLive } from "../../live/use-live.ts";
import { openTerminalSession, type TerminalSession } from "./terminal-session.ts";

const PROTOCOL = "agtmux.terminal.1" satisfies typeof TERMINAL_PROTOCOL;
/** At least this long between two: stepping through a list shows each pane for less, and opens only the last one. */
const APART_MS = 150;
/** When the page last opened or was about to open a terminal. */
let lastAt = Number.NEGATIVE_INFINITY;

/** Opens a pane's terminal in `host`, at once unless the one before was opened just now, and closes it on unmount. */
export function useTerminal(
  host: RefObject<HTMLElement | null>,
  ref: string,
  onLeave: () => void,
): TerminalSession | null {
  const { key } = useLive();
  const [session, setSession] = useState<TerminalSession | null>(null);
  const latest = useRef({ ref, onLeave });
  latest.current = { ref, onLeave };

  useEffect(() => {
    let opened: TerminalSession | null = null;
    const now = browser.now();
    const wait = now - lastAt < APART_MS ? APART_MS : 0;
    lastAt = now;
    const timer = setTimeout(() => {
      const element = host.current;
      if (element === null) return;
      opened = openTerminalSession(element, {
        ...browser,
        fontFamily: getComputedStyle(element).fontFamily,
        onLeave: () => latest.current.onLeave(),
        openSocket() {
          const path = `/v1/terminal/${encodeURIComponent(latest.current.ref)}`;
          return new ProvenSocket(path, [PROTOCOL], key.pass) as unknown as WebSocket;
        },
      });
      setSession(opened);
    }, wait);
    // another key may allow more, or less
    const forget = key.state.subscribe(() => opened?.reopen());
    return () => {
      clearTimeout(timer);
      forget();
      opened?.close();
      setSession(null);
    };
  }, [host, key]);

  useReopening(session);
  return session;
}

/** Reopens the terminal after the page's own link was lost: a socket does not notice a lost network. */
function useReopening(session: TerminalSession | null): void {
  const { phase } = useLink();
  const wasLost = useRef(false);
  useEffect(() => {
    if (phase === "lost") wasLost.current = true;
    if (phase !== "live" || !wasLost.current) return;
    wasLost.current = false;
    session?.reopen();
  }, [phase, session]);
}
