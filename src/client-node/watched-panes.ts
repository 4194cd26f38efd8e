import type { PaneItem } from "../core/protocol/lists/lists.ts";
import type { StreamMessage } from "../core/protocol/lists/stream.ts";
import { follow } from "./follow.ts";
import { KnownPanes } from "./known-panes.ts";
import type { OpensSockets } from "./web-socket.ts";

/** All panes as they are now, and those that have changed since the picture before. */
export interface PanesPicture {
  panes: readonly PaneItem[];
  changed: readonly PaneItem[];
  /** `lost` while the daemon does not answer: the panes are as they were last known. */
  link: "live" | "lost";
}

/** A picture after every change, across restarts of the daemon. Who reads slowly gets the newest picture, and misses no changed pane. */
export async function* watchPanes(
  daemon: { openSocket: OpensSockets },
  signal: AbortSignal,
): AsyncGenerator<PanesPicture, void, void> {
  const known = new KnownPanes();
  const changed = new Map<string, PaneItem>();
  const over = new AbortController();
  let link: PanesPicture["link"] = "live";
  let isFresh = false;
  let isOver = false;
  let wake = () => {};
  const tell = () => {
    isFresh = true;
    wake();
  };
  const following = follow(
    daemon,
    {
      path: () => (known.cursor === "" ? "/v1/stream" : `/v1/stream?since=${known.cursor}`),
      onMessage(text) {
        const message = JSON.parse(text) as StreamMessage;
        known.apply(message);
        for (const pane of message.type === "snapshot" ? message.items : message.changed)
          changed.set(`${pane.identity.target}/${pane.identity.pane_id}`, pane);
        tell();
      },
      onLink(next) {
        link = next === "lost" ? "lost" : "live";
        tell();
      },
    },
    AbortSignal.any([over.signal, signal]),
  ).finally(() => {
    isOver = true;
    wake();
  });
  // awaited below; a refusal must not count as unhandled while the reader is busy
  following.catch(() => {});
  try {
    for (;;) {
      if (!isFresh && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      if (!isFresh) break;
      isFresh = false;
      const picture = { panes: known.source(0, 0).panes, changed: [...changed.values()], link };
      changed.clear();
      yield picture;
    }
    await following;
  } finally {
    over.abort();
  }
}
