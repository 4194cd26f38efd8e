import { createContext, use, useCallback } from "react";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Question } from "../../core/protocol/questions.ts";
import type { Deed } from "./acting.ts";
import type { KeyState } from "./device-key.ts";
import { type Fleet, paneKey } from "./fleet.ts";
import type { Live } from "./live.ts";
import type { Printing } from "./printing.ts";
import { type Questions, questionOf } from "./questions-feed.ts";
import { useStore, useStorePart } from "./store.ts";
import type { Link } from "./stream.ts";

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error("no LiveContext around");
  return live;
}

/** Another one with every change of any pane: for lists. A row wants `usePane`. */
export function useFleet(): Fleet | null {
  return useStore(useLive().feed.fleet);
}

export function useLink(): Link {
  return useStore(useLive().feed.link);
}

export function useKeyState(): KeyState {
  return useStore(useLive().key.state);
}

export function usePane(target: string, paneId: string): PaneItem | null {
  const key = paneKey({ target, pane_id: paneId });
  const select = useCallback((fleet: Fleet | null) => fleet?.panes.get(key) ?? null, [key]);
  return useStorePart(useLive().feed.fleet, select);
}

/** Whether something is printed in it now. */
export function usePrinting({ identity }: PaneItem): boolean {
  const key = paneKey(identity);
  const select = useCallback((printing: Printing) => printing.has(key), [key]);
  return useStorePart(useLive().feed.printing, select);
}

export function useQuestion(pane: PaneItem): Question | null {
  const select = useCallback((questions: Questions) => questionOf(questions, pane), [pane]);
  return useStorePart(useLive().asked.questions, select);
}

/** What was last done about a question or a call for attention, and what came of it. */
export function useDeed(id: string): Deed | null {
  const select = useCallback((deeds: ReadonlyMap<string, Deed>) => deeds.get(id) ?? null, [id]);
  return useStorePart(useLive().acting.deeds, select);
}
