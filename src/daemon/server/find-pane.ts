import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { parseRef, type Ref } from "../../core/protocol/refs.ts";

/** The one pane a ref names; anything else is an error that says what there is instead. */
export function findPane(text: string, items: readonly PaneItem[]): PaneItem {
  const parsed = parseRef(text);
  if (!parsed.ok) throw new Fault("E_REF_INVALID", parsed.fault, { ref: text });
  const matches = items.filter((item) => matchesRef(item, parsed.ref));
  const [only] = matches;
  if (only === undefined)
    throw new Fault("E_REF_NOT_FOUND", `nothing matches ${text}; 'agtmux list panes' shows what there is`, {
      ref: text,
    });
  if (matches.length > 1) {
    throw new Fault("E_REF_AMBIGUOUS", `${text} matches ${matches.length} panes`, {
      ref: text,
      candidates: matches.map((item) => item.ref),
    });
  }
  return only;
}

function matchesRef(item: PaneItem, ref: Ref): boolean {
  if (ref.type === "runtime") return item.runtime_id === ref.runtime_id;
  const { identity } = item;
  return (
    identity.target === ref.target &&
    identity.session_name === ref.session &&
    (ref.window === identity.window_id || ref.window === String(item.window_index)) &&
    (ref.pane === identity.pane_id || ref.pane === String(item.pane_index))
  );
}
