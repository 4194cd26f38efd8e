import { type Fits, matchRef } from "../../core/actions/match-ref.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** The one pane that a ref names; otherwise an error that lists the candidates. `fits` prefers one of several. */
export function findPane(text: string, items: readonly PaneItem[], fits?: Fits): PaneItem {
  const match = matchRef(text, items, fits);
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
      const message = `${text} matches ${candidates.length} panes, nothing was done; say which:\n${shown}`;
      throw new Fault("E_REF_AMBIGUOUS", message, { ref: text, candidates });
    }
    default:
      return match satisfies never;
  }
}
