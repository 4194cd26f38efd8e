import { useCallback, useEffect, useState } from "react";
import type { Explained } from "../../../client/client.ts";
import { asFault, type Fault } from "../../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { backoffMs } from "../../live/backoff.ts";
import { useLive } from "../../live/use-live.ts";
import { useRetry } from "../../live/use-retry.ts";

export interface Explaining {
  /** The last explanation, kept while it is reloaded. */
  explained: Explained | null;
  fault: Fault | null;
  /** When it is asked again by itself after a fault. */
  retryAt: number | null;
  lookAgain(): void;
}

/** Debounce: changes come in bursts. */
const QUIET_MS = 100;

/** Why a pane is in its state; reloaded whenever that may have changed. */
export function useExplained({ ref, state_version, signal }: PaneItem): Explaining {
  const { client } = useLive();
  const [told, setTold] = useState<Pick<Explaining, "explained" | "fault">>({ explained: null, fault: null });
  const [looks, setLooks] = useState(0);
  const signalledAt = signal?.at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads on a new version, signal or look
  useEffect(() => {
    let isLatest = true;
    let failures = 0;
    const read = () =>
      void client.explain(ref).then(
        (explained) => isLatest && setTold({ explained, fault: null }),
        (error: unknown) => {
          if (!isLatest) return;
          setTold((before) => ({ ...before, fault: asFault(error) }));
          failures += 1;
          timer = setTimeout(read, backoffMs(failures, Math.random()));
        },
      );
    let timer = setTimeout(read, QUIET_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [client, ref, state_version, signalledAt, looks]);
  const lookAgain = useCallback(() => setLooks((before) => before + 1), []);
  const retryAt = useRetry(told.fault, lookAgain);
  return { ...told, retryAt, lookAgain };
}
