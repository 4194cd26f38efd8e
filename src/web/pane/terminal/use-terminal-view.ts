import { useCallback, useSyncExternalStore } from "react";
import type { TerminalSession, TerminalView } from "./terminal-session.ts";

/** The terminal's state; null until it is opened. */
export function useTerminalView(session: TerminalSession | null): TerminalView | null {
  const subscribe = useCallback((listener: () => void) => session?.view.subscribe(listener) ?? (() => {}), [session]);
  return useSyncExternalStore(subscribe, () => session?.view.get() ?? null);
}
