import { useEffect, useState } from "react";
import type { QueueItem } from "../../../core/protocol/actions/queue.ts";
import { asFault } from "../../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { backoffMs } from "../../live/backoff.ts";
import { useLive } from "../../live/use-live.ts";

/** The queue of a pane's agent, read again whenever the stream says that it or its pane has changed; null before it is known, and for those who may only look. */
export function useQueue({ ref, runtime_id, state_version, queue }: PaneItem): QueueItem | null {
  const { client } = useLive();
  const [known, setKnown] = useState<QueueItem | null>(null);
  const version = queue?.version ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also reads again when the pane has changed, which may be why prompts wait
  useEffect(() => {
    if (version === null) return setKnown(null);
    let isLatest = true;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () =>
      void client.queues([["ref", ref]]).then(
        ({ items }) => isLatest && setKnown(items.find((each) => each.runtime_id === runtime_id) ?? null),
        (error: unknown) => {
          if (!isLatest || asFault(error).code === "E_UNAUTHORIZED") return;
          failures += 1;
          timer = setTimeout(read, backoffMs(failures, Math.random()));
        },
      );
    read();
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [client, ref, runtime_id, state_version, version]);
  return known;
}
