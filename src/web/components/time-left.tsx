import { useCallback, useSyncExternalStore } from "react";
import { nowStore } from "../live/use-now.ts";
import { timeLeft } from "../view/time-left.ts";

/** Counts down to when an answer is no longer wanted. */
export function TimeLeft({ until }: { until: number }) {
  const read = useCallback(() => timeLeft(until, nowStore.get()), [until]);
  const text = useSyncExternalStore(nowStore.subscribe, read);
  return (
    <span className="time-left" title={`An answer is wanted until ${new Date(until).toLocaleString()}`}>
      {text}
    </span>
  );
}
