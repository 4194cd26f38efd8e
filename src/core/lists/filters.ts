import type { PaneItem } from "../protocol/lists.ts";
import type { State } from "../protocol/state.ts";

/** Which panes are meant; of each kind any of the values will do, and what is not named says nothing. */
export interface Filters {
  target?: string[];
  /** `target/session`. */
  target_session?: string[];
  session?: string[];
  state?: State[];
  agent?: string[];
  needs_action?: true;
}

/** Whether the pane is where it was asked for. */
export function isThere({ identity }: Pick<PaneItem, "identity">, filters: Filters): boolean {
  const { target, session_name } = identity;
  return (
    (filters.target?.includes(target) ?? true) &&
    (filters.session?.includes(session_name) ?? true) &&
    (filters.target_session?.includes(`${target}/${session_name}`) ?? true)
  );
}

/** Whether the pane does what was asked for. */
export function isSuch(pane: Pick<PaneItem, "state" | "agent" | "attention">, filters: Filters): boolean {
  return (
    (filters.state?.includes(pane.state) ?? true) &&
    (filters.agent === undefined || (pane.agent !== null && filters.agent.includes(pane.agent))) &&
    (filters.needs_action !== true || pane.attention !== null)
  );
}

/** Whether a target is among those asked for: what is wrong with another one is not this list's business. */
export function isAskedFor(target: string, filters: Filters): boolean {
  return (
    (filters.target?.includes(target) ?? true) &&
    (filters.target_session?.some((name) => name.startsWith(`${target}/`)) ?? true)
  );
}
