import { useCallback, useEffect, useRef, useState } from "react";
import type { Client } from "../../../client/client.ts";
import { asFault, type Fault } from "../../../core/protocol/base/fault.ts";
import { useLink, useLive } from "../../live/use-live.ts";
import { useRetry } from "../../live/use-retry.ts";

/** The last value loaded from the daemon, and the fault if the last request failed. */
export interface Asked<T> {
  value: T | null;
  fault: Fault | null;
  /** When it is asked again by itself after a fault. */
  retryAt: number | null;
  /** Loads again; resolves when the result is shown. */
  again(): Promise<void>;
}

/**
 * Loads when the view opens, when the link is live again, every `everyMs`, and after a fault by itself, waiting longer
 * each time. `ask` must be a stable function; it can show a part of the answer, and learns whether that is still wanted.
 */
export function useLoaded<T>(
  ask: (client: Client, show: (part: T) => boolean) => Promise<T>,
  everyMs: number | null = null,
): Asked<T> {
  const { client } = useLive();
  const isLive = useLink().phase === "live";
  const [state, setState] = useState<{ value: T | null; fault: Fault | null }>({ value: null, fault: null });
  const latest = useRef(0);
  const again = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    const show = (value: T) => {
      if (mine === latest.current) setState({ value, fault: null });
      return mine === latest.current;
    };
    const answer = await ask(client, show).then(
      (value) => ({ value, fault: null }),
      (error: unknown) => ({ value: null, fault: asFault(error) }),
    );
    // ignore the answer to a superseded request
    if (mine !== latest.current) return;
    setState((before) => ({ value: answer.value ?? before.value, fault: answer.fault }));
  }, [client, ask]);
  useEffect(() => {
    if (isLive) void again();
  }, [again, isLive]);
  const retryAt = useRetry(state.fault, again);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void again(), everyMs);
    return () => clearInterval(timer);
  }, [again, everyMs]);
  return { ...state, retryAt, again };
}
