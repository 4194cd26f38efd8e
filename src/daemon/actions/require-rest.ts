import { Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Refuses while an agent works in one of these directories, since both would write the same files. */
export function requireRest(item: PaneItem, panes: readonly PaneItem[], directories: readonly string[]): void {
  const isIn = (path: string) =>
    directories.some((each) => each !== "" && (path === each || path.startsWith(`${each}/`)));
  const there = panes.filter(
    ({ identity, doing }) => identity.target === item.identity.target && isIn(doing?.directory?.path ?? ""),
  );
  const busy = [item, ...there].find(({ agent, state }) => agent !== null && phaseOf(state) !== "rest");
  if (busy === undefined) return;
  const elsewhere = busy === item ? "" : `, which works in ${busy.doing?.directory?.path},`;
  const who = `${busy.agent} in ${busy.ref}${elsewhere}`;
  const words =
    phaseOf(busy.state) === null
      ? `it is not known whether ${who} still works: end it, or have it signal ('agtmux signal completed')`
      : `${who} has not finished: interrupt it first`;
  throw new Fault("E_WORKSPACE", words);
}
