import { useMemo, useSyncExternalStore } from "react";
import { parseRoute, type Route } from "./route.ts";

const listeners = new Set<() => void>();

export function navigate(to: string, { replace = false } = {}): void {
  if (to === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  tell();
}

export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  return useMemo(() => parseRoute(path), [path]);
}

/** The query string, and a function that changes it: null removes a name. */
export function useQuery(): [URLSearchParams, (changes: Record<string, string | null>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => [new URLSearchParams(search), changeQuery], [search]);
}

function changeQuery(changes: Record<string, string | null>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  // replace: the back button should not step through filters
  navigate(query.size === 0 ? location.pathname : `${location.pathname}?${query}`, { replace: true });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener("popstate", tell);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", tell);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
