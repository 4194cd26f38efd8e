import { useCallback, useSyncExternalStore } from "react";
import { nowStore } from "../live/use-now.ts";
import { formatAge } from "../view/format-age.ts";

/** A ticking age with the exact time on hover. Re-renders only when its text changes. */
export function Age({ since }: { since: number | null }) {
  const read = useCallback(() => (since === null ? "–" : formatAge(nowStore.get() - since)), [since]);
  const text = useSyncExternalStore(nowStore.subscribe, read);
  if (since === null) return <span className="age">{text}</span>;
  const moment = new Date(since);
  return (
    <time className="age" dateTime={moment.toISOString()} title={moment.toLocaleString()}>
      {text}
    </time>
  );
}
