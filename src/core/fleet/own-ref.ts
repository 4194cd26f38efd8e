import { formatRef } from "../protocol/base/refs.ts";
import type { PaneIdentity } from "../protocol/lists/lists.ts";

/** The ref of another member's pane as that member has it: without its name. */
export function ownRef({ target, session_name, window_id, pane_id }: PaneIdentity): string {
  const own = target.slice(target.indexOf(".") + 1);
  return formatRef({ type: "pane", target: own, session: session_name, window: window_id, pane: pane_id });
}

/** A ref that a member told, as it is here. */
export function memberRef(ref: string, member: string): string {
  return ref.replace(/^pane:/, `pane:${member}.`);
}
