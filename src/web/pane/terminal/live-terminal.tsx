import { type ReactNode, useCallback, useEffect, useRef } from "react";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { layout } from "../../common/layout.ts";
import { preferences } from "../../common/preferences.ts";
import { dropKeys, holdKeys, takeKeys, typingAhead } from "../../common/typing-ahead.ts";
import { useKeys } from "../../common/use-keys.ts";
import { useMedia, WIDE } from "../../common/use-media.ts";
import { paneKey } from "../../live/fleet.ts";
import { useStore } from "../../live/store.ts";
import { KeyRow } from "./key-row.tsx";
import { TerminalBar } from "./terminal-bar.tsx";
import { TerminalNotice } from "./terminal-notice.tsx";
import { useTerminal } from "./use-terminal.ts";
import { useTerminalView } from "./use-terminal-view.ts";
import { useTouchScroll } from "./use-touch-scroll.ts";

interface Props {
  pane: PaneItem;
  /** Whether `t` types into it. */
  hasKeys: boolean;
  about: ReactNode;
  /** In the place of a terminal that was closed. */
  ifClosed?: ((why: string) => ReactNode) | undefined;
}

/** The live terminal of a pane, with keyboard input for pages that may act. */
export default function LiveTerminal({ pane, hasKeys, about, ifClosed }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const entry = useRef<HTMLButtonElement>(null);
  const leave = useCallback(() => entry.current?.focus(), []);
  const session = useTerminal(host, pane.ref, leave);
  const view = useTerminalView(session);
  const screen = session?.screen ?? null;

  const isDark = useMedia("(prefers-color-scheme: dark)");
  const theme = useStore(preferences.theme);
  useEffect(() => screen?.wear(theme === "system" ? (isDark ? "dark" : "light") : theme), [screen, theme, isDark]);
  const font = useStore(layout.terminalFont);
  const isWide = useMedia(WIDE);
  useEffect(() => {
    if (screen === null || host.current === null) return;
    screen.size({ own: font, byHeight: isWide });
    const observer = new ResizeObserver(screen.fit);
    // on a narrow page the height follows from the font
    observer.observe(isWide ? (host.current.parentElement ?? host.current) : host.current);
    return () => observer.disconnect();
  }, [screen, font, isWide]);
  useTouchScroll(host, screen?.terminal ?? null);

  const enter = () => screen?.terminal.focus();
  const isOpen = view?.mayType === true && view.link.phase === "live";
  useKeys(hasKeys ? { t: () => (isOpen ? enter() : holdKeys(pane)) } : NO_KEYS);
  const ahead = useStore(typingAhead);
  useEffect(() => {
    if (ahead?.phase !== "held" || ahead.pane !== paneKey(pane.identity) || session === null) return;
    if (view?.link.phase === "closed") return dropKeys(view.link.message);
    if (view?.link.phase === "live" && !view.mayType)
      return dropKeys(`${pane.identity.member} lets us look, and not type`);
    const keys = isOpen ? takeKeys(pane) : null;
    if (keys === null) return;
    session.screen.terminal.focus();
    session.type(keys);
  }, [ahead, pane, session, view, isOpen]);
  const instead = view?.link.phase === "closed" ? ifClosed?.(view.link.message) : undefined;
  return (
    <section
      className="terminal-box"
      aria-label={`Live terminal of ${pane.identity.target} ${pane.identity.pane_id}`}
      data-typing={view?.isTyping ?? false}
    >
      <TerminalBar session={session} view={view} host={host} entry={entry} hasKeys={hasKeys} onType={enter}>
        {about}
      </TerminalBar>
      <div className="terminal-view">
        <TerminalNotice session={session} view={view} onType={enter} />
        {instead}
        <div className="terminal-scroll" hidden={instead !== undefined}>
          <div ref={host} className="pane-terminal" data-keys="own" data-stale={view?.link.phase !== "live"} />
        </div>
      </div>
      {view?.mayType === true && session !== null && (
        <KeyRow onKey={(name) => session.ask({ type: "keys", keys: [name] })} />
      )}
    </section>
  );
}

const NO_KEYS = {};
