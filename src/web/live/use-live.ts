import { createContext, use, useCallback } from "react";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ActionProgress } from "./acting.ts";
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

/** Changes with every pane, so use it for lists. Rows use `usePane`. */
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

/** Whether the pane is printing now. */
export function usePrinting({ identity }: PaneItem): boolean {
  const key = paneKey(identity);
  const select = useCallback((printing: Printing) => printing.has(key), [key]);
  return useStorePart(useLive().feed.printing, select);
}

export function useQuestion(pane: PaneItem): Question | null {
  const select = useCallback((questions: Questions) => questionOf(questions, pane), [pane]);
  return useStorePart(useLive().asked.questions, select);
}

/** The last action on a pane, whatever it was about, and its id. */
export function useLastAction({ identity }: PaneItem): { id: string; progress: ActionProgress | null } {
  const key = paneKey(identity);
  const select = useCallback((lastByPane: ReadonlyMap<string, string>) => lastByPane.get(key) ?? "", [key]);
  const id = useStorePart(useLive().acting.lastByPane, select);
  return { id, progress: useActionProgress(id) };
}

/** The last action on a question or attention, and its result. */
export function useActionProgress(id: string): ActionProgress | null {
  const select = useCallback((progressById: ReadonlyMap<string, ActionProgress>) => progressById.get(id) ?? null, [id]);
  return useStorePart(useLive().acting.progressById, select);
}
