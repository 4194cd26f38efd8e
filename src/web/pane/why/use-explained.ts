import { useCallback, useEffect, useState } from "react";
import type { Explained } from "../../../client/client.ts";
import { asFault, type Fault } from "../../../core/protocol/fault.ts";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { useLive } from "../../live/use-live.ts";

export interface Explaining {
  /** What was said last, also while it is asked for again. */
  explained: Explained | null;
  fault: Fault | null;
  lookAgain(): void;
}

/** Changes come in bursts. */
const QUIET_MS = 100;

/** Why a pane is in its state; asked for anew whenever that may be another. */
export function useExplained({ ref, state_version, signal }: PaneItem): Explaining {
  const { client } = useLive();
  const [told, setTold] = useState<Omit<Explaining, "lookAgain">>({ explained: null, fault: null });
  const [looks, setLooks] = useState(0);
  const signalledAt = signal?.at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version, signal or look is the reason to ask
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => {
      client.explain(ref).then(
        (explained) => isLatest && setTold({ explained, fault: null }),
        (error: unknown) => isLatest && setTold((before) => ({ ...before, fault: asFault(error) })),
      );
    }, QUIET_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [client, ref, state_version, signalledAt, looks]);
  const lookAgain = useCallback(() => setLooks((before) => before + 1), []);
  return { ...told, lookAgain };
}
