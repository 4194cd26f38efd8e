import { useEffect, useRef, useState } from "react";
import type { Fault } from "../../core/protocol/base/fault.ts";
import { backoffMs } from "./backoff.ts";
import { daemonTime } from "./daemon-time.ts";
import { useLink } from "./use-live.ts";

/** Calls `again` by itself after a fault, waiting longer each time. Returns when; null if it does not. */
export function useRetry(fault: Fault | null, again: () => void): number | null {
  const isLive = useLink().phase === "live";
  const failures = useRef(0);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    failures.current = fault === null ? 0 : failures.current + 1;
    // a page without the right asks in vain, and the link's return asks by itself
    if (fault === null || fault.code === "E_UNAUTHORIZED" || !isLive) return setAt(null);
    const wait = backoffMs(failures.current, Math.random());
    setAt(daemonTime.now() + wait);
    const timer = setTimeout(again, wait);
    return () => clearTimeout(timer);
  }, [fault, isLive, again]);
  return at;
}
