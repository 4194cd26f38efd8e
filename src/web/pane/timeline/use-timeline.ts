import { useEffect, useState } from "react";
import { asFault, type Fault } from "../../../core/protocol/fault.ts";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import type { SignalTimeline } from "../../../core/protocol/signals.ts";
import type { PaneEvent } from "../../../core/protocol/watch-event.ts";
import { daemonTime } from "../../live/daemon-time.ts";
import { useLive } from "../../live/use-live.ts";

export interface Timeline {
  /** Since when it is told. */
  from: number;
  cursor: string | null;
  events: readonly PaneEvent[];
  signals: SignalTimeline["items"];
  fault: Fault | null;
}

const SPAN_MS = 24 * 3_600_000;
const QUIET_MS = 150;
const AT_ONCE = "2000";
const MOST_KEPT = 500;

/** What happened in a pane within a day; after that only what is new is asked for. */
export function useTimeline(pane: PaneItem): Timeline {
  const { client } = useLive();
  const { identity, state_version, signal, runtime_id } = pane;
  const { target, session_name: session, pane_id } = identity;
  const [timeline, setTimeline] = useState<Timeline>(() => ({
    from: daemonTime.now() - SPAN_MS,
    cursor: null,
    events: [],
    signals: [],
    fault: null,
  }));
  const signalledAt = signal?.at ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or signal is the reason to ask
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => {
      void read().then(
        (next) => !left.signal.aborted && setTimeline(next),
        (error: unknown) => !left.signal.aborted && setTimeline((before) => afterFault(before, asFault(error))),
      );
    }, QUIET_MS);
    async function read(): Promise<Timeline> {
      const { from, cursor } = timeline;
      const since = cursor === null ? (["since_at", String(from)] as const) : (["since", cursor] as const);
      const [page, signals] = await Promise.all([
        client.events([["target_session", `${target}/${session}`], since, ["limit", AT_ONCE]]),
        client.signalTimeline(target, session),
      ]);
      const mine = page.items.filter((event) => event.identity.pane_id === pane_id);
      return {
        from,
        cursor: page.cursor,
        events: [...timeline.events, ...mine].slice(-MOST_KEPT),
        signals: signals.items.filter((item) => item.at >= from && (item.runtime_id ?? runtime_id) === runtime_id),
        fault: null,
      };
    }
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [client, target, session, pane_id, runtime_id, state_version, signalledAt]);
  return timeline;
}

/** What is no longer kept is read again from the beginning. */
function afterFault(before: Timeline, fault: Fault): Timeline {
  return fault.code === "E_CURSOR_EXPIRED" ? { ...before, cursor: null, events: [], fault } : { ...before, fault };
}
