import { useCallback, useMemo, useState } from "react";
import type { State } from "../../core/protocol/state.ts";
import { useQuery } from "../shell/router.ts";
import { GROUPINGS, type Grouping } from "../view/arrange.ts";
import { type FleetQuery, WITHOUT_AGENT } from "../view/fleet-entries.ts";
import { STATE_LOOKS } from "../view/state-look.ts";

export interface QueryChange {
  group(grouping: Grouping): void;
  toggleState(state: State): void;
  search(text: string): void;
  fold(name: string): void;
}

/** What the fleet shows; kept in the address, so that a filtered list can be bookmarked and shared. */
export function useFleetQuery(): [FleetQuery, QueryChange] {
  const [address, change] = useQuery();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set([WITHOUT_AGENT]));
  const query = useMemo<FleetQuery>(() => {
    const wanted = (address.get("state") ?? "").split(",").filter((name) => Object.hasOwn(STATE_LOOKS, name));
    return {
      grouping: GROUPINGS.find((name) => name === address.get("group")) ?? "target-session",
      states: new Set(wanted as State[]),
      search: address.get("q") ?? "",
      folded,
    };
  }, [address, folded]);
  const toggleState = useCallback(
    (state: State) => change({ state: [...toggled(query.states, state)].join(",") }),
    [change, query.states],
  );
  const fold = useCallback((name: string) => setFolded((names) => toggled(names, name)), []);
  const changes = useMemo<QueryChange>(
    () => ({
      group: (grouping) => change({ group: grouping === "target-session" ? null : grouping }),
      search: (text) => change({ q: text }),
      toggleState,
      fold,
    }),
    [change, toggleState, fold],
  );
  return [query, changes];
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
