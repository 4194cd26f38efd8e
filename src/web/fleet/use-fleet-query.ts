import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { keptStore } from "../common/kept-store.ts";
import { useQuery } from "../common/router.ts";
import { useStore } from "../live/store.ts";
import { GROUPINGS, type Grouping } from "../view/arrange.ts";
import { type FleetQuery, WITHOUT_AGENT } from "../view/fleet-entries.ts";
import { LOOKS, type Look } from "../view/state-look.ts";

export interface QueryChange {
  group(grouping: Grouping): void;
  toggleLook(look: Look): void;
  search(text: string): void;
  fold(name: string): void;
}

/** The last filters: they stay while a pane is open, and for the next visit. */
const keptQuery = keptStore("agtmux:fleet-query", "");
const NAMES = ["group", "state", "q"];

/** The fleet's filters, kept in the URL, so that a filtered list can be bookmarked and shared. */
export function useFleetQuery(isInAddress: boolean): [FleetQuery, QueryChange] {
  const [address, changeAddress] = useQuery();
  const kept = useStore(keptQuery);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set([WITHOUT_AGENT]));
  const isTold = isInAddress && NAMES.some((name) => address.has(name));
  const words = useMemo(() => (isTold ? address : new URLSearchParams(kept)), [isTold, address, kept]);
  const wasOpen = useRef(false);
  useEffect(() => {
    const comesBack = wasOpen.current && isInAddress;
    wasOpen.current = !isInAddress;
    // what was changed beside an open pane holds, whatever address the browser goes back to
    if (isTold && !comesBack) keptQuery.set(String(address));
    else if (isInAddress) changeAddress(allOf(new URLSearchParams(kept)));
  }, [isTold, isInAddress, address, kept, changeAddress]);
  const query = useMemo<FleetQuery>(() => {
    const wanted = (words.get("state") ?? "").split(",").filter((name) => Object.hasOwn(LOOKS, name));
    return {
      grouping: GROUPINGS.find((name) => name === words.get("group")) ?? "target-session",
      looks: new Set(wanted as Look[]),
      search: words.get("q") ?? "",
      folded,
    };
  }, [words, folded]);
  const change = useCallback(
    (name: string, value: string) => {
      const next = new URLSearchParams(words);
      if (value === "") next.delete(name);
      else next.set(name, value);
      keptQuery.set(String(next));
      if (isInAddress) changeAddress({ [name]: value });
    },
    [words, isInAddress, changeAddress],
  );
  const fold = useCallback((name: string) => setFolded((names) => toggled(names, name)), []);
  const changes = useMemo<QueryChange>(
    () => ({
      group: (grouping) => change("group", grouping === "target-session" ? "" : grouping),
      search: (text) => change("q", text),
      toggleLook: (look) => change("state", [...toggled(query.looks, look)].join(",")),
      fold,
    }),
    [change, query.looks, fold],
  );
  return [query, changes];
}

function allOf(words: URLSearchParams): Record<string, string | null> {
  return Object.fromEntries(NAMES.map((name) => [name, words.get(name)]));
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
