import type { PaneItem } from "../../core/protocol/lists.ts";
import { longestWaiting, targetSession } from "./arrange.ts";
import { askWords } from "./ask-words.ts";

/** What is read out when somebody begins to need a person; `known` has the calls that were told before. */
export function announce(panes: Iterable<PaneItem>, known: ReadonlySet<string>): { words: string; open: Set<string> } {
  const waiting = longestWaiting(panes);
  const open = new Set(waiting.map(({ attention }) => attention.attention_id));
  const fresh = waiting.filter(({ attention }) => !known.has(attention.attention_id));
  const [only] = fresh;
  if (only === undefined) return { words: "", open };
  if (fresh.length > 1) return { words: `${fresh.length} more need you`, open };
  return { words: `${only.agent ?? only.command} in ${targetSession(only)}: ${askWords(only, null)}`, open };
}
