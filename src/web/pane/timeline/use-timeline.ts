import { useCallback, useEffect, useState } from "react";
import { asFault, type Fault } from "../../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import type { SignalTimeline } from "../../../core/protocol/lists/signals.ts";
import type { PaneEvent } from "../../../core/protocol/lists/watch-event.ts";
import { daemonTime } from "../../live/daemon-time.ts";
import { useLive } from "../../live/use-live.ts";
import { useRetry } from "../../live/use-retry.ts";

export interface Timeline {
  /** Start of the covered period, in ms. */
  from: number;
  cursor: string | null;
  events: readonly PaneEvent[];
  signals: SignalTimeline["items"];
  fault: Fault | null;
}

const SPAN_MS = 24 * 3_600_000;
const QUIET_MS = 150;
/** How much of the log one request reads; the rest follows in further requests. */
const PART = 1_000;
const MAX_KEPT = 500;

/** Events of a pane within a day; after the first load only new ones are requested. `retryAt` is when, after a fault. */
export function useTimeline(pane: PaneItem): Timeline & { retryAt: number | null } {
  const { client } = useLive();
  const { identity, state_version, signal, runtime_id, ref } = pane;
  const { target, pane_id } = identity;
  // from the ref, since the displayed name has hidden characters written out
  const session = decodeURIComponent(ref.split("/")[1] ?? "");
  const [timeline, setTimeline] = useState<Timeline>(() => ({
    from: daemonTime.now() - SPAN_MS,
    cursor: null,
    events: [],
    signals: [],
    fault: null,
  }));
  const [looks, setLooks] = useState(0);
  const retryAt = useRetry(
    timeline.fault,
    useCallback(() => setLooks((before) => before + 1), []),
  );
  const signalledAt = signal?.at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads on a new version, signal or look
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(readAll, QUIET_MS);
    function readAll() {
      void begin().catch((error: unknown) => {
        if (!left.signal.aborted) setTimeline((before) => afterFault(before, asFault(error)));
      });
    }
    async function begin(): Promise<void> {
      const { items } = await client.signalTimeline(target, session);
      const signals = items.filter(
        (item) => item.at >= timeline.from && (item.runtime_id ?? runtime_id) === runtime_id,
      );
      await read({ ...timeline, signals });
    }
    /** Shows each part as it comes. */
    async function read(before: Timeline): Promise<void> {
      const { from, cursor } = before;
      const since = cursor === null ? (["since_at", String(from)] as const) : (["since", cursor] as const);
      const page = await client.events([["target_session", `${target}/${session}`], since, ["limit", String(PART)]]);
      if (left.signal.aborted) return;
      const mine = page.items.filter((event) => event.identity.pane_id === pane_id);
      const events = [...before.events, ...mine].slice(-MAX_KEPT);
      const next: Timeline = { ...before, cursor: page.cursor, events, fault: null };
      setTimeline(next);
      // the limit counts what other panes did as well
      if (page.cursor !== cursor) await read(next);
    }
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [client, target, session, pane_id, runtime_id, state_version, signalledAt, looks]);
  return { ...timeline, retryAt };
}

/** An expired cursor makes the next load start from the beginning. */
function afterFault(before: Timeline, fault: Fault): Timeline {
  return fault.code === "E_CURSOR_EXPIRED" ? { ...before, cursor: null, events: [], fault } : { ...before, fault };
}
