import { matchRef } from "../../core/actions/match-ref.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";

/** The one pane a ref names; anything else is an error that says what there is instead. */
export function findPane(text: string, items: readonly PaneItem[]): PaneItem {
  const match = matchRef(text, items);
  switch (match.status) {
    case "found":
      return match.item;
    case "invalid":
      throw new Fault("E_REF_INVALID", match.fault, { ref: text });
    case "missing":
      throw new Fault("E_REF_NOT_FOUND", `nothing matches ${text}; 'agtmux list panes' shows what there is`, {
        ref: text,
      });
    case "ambiguous": {
      const { candidates } = match;
      const shown = candidates.map(({ ref, what }) => `  ${ref}  ${what}`).join("\n");
      const message = `${text} matches ${candidates.length} panes, nothing was done; say which:\n${shown}\n`;
      throw new Fault("E_REF_AMBIGUOUS", message, { ref: text, candidates });
    }
    default:
      return match satisfies never;
  }
}
