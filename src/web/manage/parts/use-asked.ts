import { useCallback, useEffect, useRef, useState } from "react";
import type { Client } from "../../../client/client.ts";
import { asFault, type Fault } from "../../../core/protocol/fault.ts";
import { useLink, useLive } from "../../live/use-live.ts";

/** What the daemon was asked for: as far as it is known, with why it is not newer. */
export interface Asked<T> {
  value: T | null;
  fault: Fault | null;
  /** Asks anew; resolves when that is shown. */
  again(): Promise<void>;
}

/** Asks when the view opens, when the link comes back, and every so often. `ask` must stay the same function. */
export function useAsked<T>(ask: (client: Client) => Promise<T>, everyMs: number | null = null): Asked<T> {
  const { client } = useLive();
  const isLive = useLink().phase === "live";
  const [state, setState] = useState<{ value: T | null; fault: Fault | null }>({ value: null, fault: null });
  const latest = useRef(0);
  const again = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const answer = await ask(client).then(
      (value) => ({ value, fault: null }),
      (error: unknown) => ({ value: null, fault: asFault(error) }),
    );
    // an older answer than the newest one asked for tells nothing
    if (mine !== latest.current) return;
    setState((before) => ({ value: answer.value ?? before.value, fault: answer.fault }));
  }, [client, ask]);
  useEffect(() => {
    if (isLive) void again();
  }, [again, isLive]);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void again(), everyMs);
    return () => clearInterval(timer);
  }, [again, everyMs]);
  return { ...state, again };
}
