import { useCallback, useSyncExternalStore } from "react";
import { limitWords, resumesWords } from "../../core/lists/limit-words.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { nowStore } from "../live/use-now.ts";
import { formatMoment } from "../view/format-moment.ts";

/** Until when a limit of its account stops an agent, and whether it goes on by itself. */
export function LimitedWords({ pane }: { pane: Pick<PaneItem, "limited"> }) {
  const { limited } = pane;
  const read = useCallback(() => {
    // a list that this browser kept from an older agtmux has no limits
    if (!limited) return "";
    const now = nowStore.get();
    const moment = (at: number) => formatMoment(at, now);
    const words = [limitWords(limited, now, moment), resumesWords(limited, now, moment)];
    return words.filter(Boolean).join(", ");
  }, [limited]);
  const text = useSyncExternalStore(nowStore.subscribe, read, read);
  return text === "" ? null : <span className="quiet-words">{text} </span>;
}
