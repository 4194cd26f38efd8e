import type { State } from "../protocol/base/state.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

/** Which panes a list includes: any value of a filter may match; an absent filter matches all. */
export interface Filters {
  /** Members of the fleet. */
  member?: string[];
  target?: string[];
  /** `target/session`. */
  target_session?: string[];
  session?: string[];
  state?: State[];
  agent?: string[];
  needs_action?: true;
  agents_only?: true;
}

/** A plain shell: no agent, no open attention, no signal waiting to be bound. Lists leave it out by default. */
export function isPlain(pane: Pick<PaneItem, "runtime_id" | "attention" | "reason_code">): boolean {
  return pane.runtime_id === null && pane.attention === null && pane.reason_code !== "unbound";
}

/** Whether the pane matches the filters by place: target and session. */
export function isThere({ identity }: Pick<PaneItem, "identity">, filters: Filters): boolean {
  const { target, session_name, member } = identity;
  return (
    (filters.member === undefined || (member !== undefined && filters.member.includes(member))) &&
    (filters.target?.includes(target) ?? true) &&
    (filters.session?.includes(session_name) ?? true) &&
    (filters.target_session?.includes(`${target}/${session_name}`) ?? true)
  );
}

/** Whether the pane matches the filters by state, agent and attention. */
export function isSuch(
  pane: Pick<PaneItem, "state" | "agent" | "attention" | "shelf" | "runtime_id" | "reason_code">,
  filters: Filters,
): boolean {
  return (
    (filters.agents_only !== true || !isPlain(pane)) &&
    (filters.state?.includes(pane.state) ?? true) &&
    (filters.agent === undefined || (pane.agent !== null && filters.agent.includes(pane.agent))) &&
    (filters.needs_action !== true || pane.shelf !== null)
  );
}

/** Whether a list covers this target of our own. Errors of other targets are left out of it. */
export function isAskedFor(target: string, filters: Filters, member: string | null): boolean {
  return (
    (filters.member === undefined || (member !== null && filters.member.includes(member))) &&
    (filters.target?.includes(target) ?? true) &&
    (filters.target_session?.some((name) => name.startsWith(`${target}/`)) ?? true)
  );
}
