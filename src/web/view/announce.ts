import { callName } from "../../core/notify/same-call.ts";
import { noShelves, shelfWords } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { longestWaiting, targetSession } from "./arrange.ts";
import { askWords } from "./ask-words.ts";

/** The announcement for new calls; `known` has the names of those announced before. */
export function announce(panes: Iterable<PaneItem>, known: ReadonlySet<string>): { words: string; open: Set<string> } {
  const waiting = longestWaiting(panes);
  const open = new Set(waiting.map(({ attention }) => callName(attention)));
  const fresh = waiting.filter(({ attention }) => !known.has(callName(attention)));
  const [only] = fresh;
  if (only === undefined) return { words: "", open };
  if (fresh.length > 1) {
    const shelves = noShelves();
    for (const { shelf } of fresh) if (shelf !== null) shelves[shelf] += 1;
    return { words: `New: ${shelfWords(shelves)}`, open };
  }
  return { words: `${only.agent ?? only.command} in ${targetSession(only)}: ${askWords(only, null)}`, open };
}
