import { Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Refuses while an agent works in one of these directories, since both would write the same files. */
export function requireRest(item: PaneItem, panes: readonly PaneItem[], directories: readonly string[]): void {
  const busy = [item, ...agentsIn(item, panes, directories)].find(
    ({ agent, state }) => agent !== null && phaseOf(state) !== "rest",
  );
  if (busy === undefined) return;
  const elsewhere = busy === item ? "" : `, which works in ${busy.doing?.directory?.path},`;
  const who = `${busy.agent} in ${busy.ref}${elsewhere}`;
  const words =
    phaseOf(busy.state) === null
      ? `it is not known whether ${who} still works: end it, or have it signal ('agtmux signal completed')`
      : `${who} has not finished: interrupt it first`;
  throw new Fault("E_WORKSPACE", words);
}

/** The agents that work in one of these directories of its machine. */
export function agentsIn(
  { identity }: Pick<PaneItem, "identity">,
  panes: readonly PaneItem[],
  directories: readonly string[],
): PaneItem[] {
  const isIn = (path: string) =>
    directories.some((each) => each !== "" && (path === each || path.startsWith(`${each}/`)));
  return panes.filter(
    (pane) =>
      pane.agent !== null && pane.identity.target === identity.target && isIn(pane.doing?.directory?.path ?? ""),
  );
}
