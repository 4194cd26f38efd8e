import { useCallback, useEffect, useRef } from "react";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { useStore } from "../../live/store.ts";
import { preferences } from "../../shell/preferences.ts";
import { useKeys } from "../../shell/use-keys.ts";
import { useMedia } from "../../shell/use-media.ts";
import { KeyRow } from "./key-row.tsx";
import { TerminalBar } from "./terminal-bar.tsx";
import { TerminalNotice } from "./terminal-notice.tsx";
import { useTerminal } from "./use-terminal.ts";
import { useTerminalView } from "./use-terminal-view.ts";
import { useTouchScroll } from "./use-touch-scroll.ts";

/** The pane itself: what it shows, as it shows it, and a keyboard for whoever may act. */
export default function LiveTerminal({ pane }: { pane: PaneItem }) {
  const host = useRef<HTMLDivElement>(null);
  const entry = useRef<HTMLButtonElement>(null);
  const leave = useCallback(() => entry.current?.focus(), []);
  const session = useTerminal(host, pane.ref, leave);
  const view = useTerminalView(session);
  const screen = session?.screen ?? null;

  const isDark = useMedia("(prefers-color-scheme: dark)");
  const theme = useStore(preferences.theme);
  useEffect(() => screen?.wear(theme === "system" ? (isDark ? "dark" : "light") : theme), [screen, theme, isDark]);
  useEffect(() => {
    if (screen === null || host.current === null) return;
    const observer = new ResizeObserver(screen.fit);
    observer.observe(host.current);
    return () => observer.disconnect();
  }, [screen]);
  useTouchScroll(host, screen?.terminal ?? null);

  const enter = () => screen?.terminal.focus();
  useKeys({ t: () => (view?.mayType === true ? enter() : false) });
  return (
    <section className="terminal-box" aria-label="Live terminal" data-typing={view?.isTyping ?? false}>
      <TerminalBar pane={pane} session={session} view={view} host={host} entry={entry} onType={enter} />
      <TerminalNotice session={session} view={view} onType={enter} />
      <div className="terminal-scroll">
        <div ref={host} className="pane-terminal" data-keys="own" data-stale={view?.link.phase !== "live"} />
      </div>
      {view?.mayType === true && session !== null && (
        <KeyRow onKey={(name) => session.ask({ type: "keys", keys: [name] })} />
      )}
    </section>
  );
}
