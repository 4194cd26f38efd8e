import { Fault } from "../core/protocol/base/fault.ts";
import type { State } from "../core/protocol/base/state.ts";
import type { PaneItem } from "../core/protocol/lists/lists.ts";
import type { PaneEvent, WatchEvent } from "../core/protocol/lists/watch-event.ts";
import { visibleText } from "../core/text/visible-text.ts";
import { type Following, follow } from "./follow.ts";
import type { OpensSockets } from "./web-socket.ts";

/** The change that brought a pane into a state. */
export type PaneLine = Omit<WatchEvent, "items"> & { items: [PaneEvent] };

/** Ends when the agent reaches a wanted state, or `signal` aborts. Reads the log, so that no short-lived state is missed. */
export async function untilState(
  daemon: { openSocket: OpensSockets },
  pane: PaneItem,
  wanted: readonly State[],
  { signal, onLink }: Pick<Following, "onLink"> & { signal: AbortSignal },
): Promise<PaneLine> {
  const { target, pane_id } = pane.identity;
  const done = new AbortController();
  let runtime = pane.runtime_id;
  let last: string = pane.state;
  let hasSpoken = pane.reason_code !== "no_signal";
  let since: string | null = null;
  let reached: PaneLine | null = null;
  const handle = (line: PaneLine) => {
    const [event] = line.items;
    if (event.identity.target !== target || event.identity.pane_id !== pane_id) return;
    // one that has said nothing may be the launcher of the agent, which takes its place
    const isSame = runtime === null || event.runtime_id === runtime || !hasSpoken;
    if (event.change === "removed" || !isSame) throw ended(pane.ref, last);
    runtime = event.runtime_id;
    last = event.state ?? last;
    hasSpoken = event.reason_code !== "no_signal";
    if (event.state !== null && wanted.includes(event.state)) {
      reached = line;
      done.abort();
    } else if (event.reason_code === "runtime_ended") throw ended(pane.ref, last);
  };
  await follow(
    daemon,
    {
      path: () => `/v1/events${since === null ? "" : `?since=${since}`}`,
      onMessage(text) {
        const line = JSON.parse(text) as PaneLine;
        since = line.cursor;
        if (reached === null) handle(line);
      },
      ...(onLink !== undefined && { onLink }),
    },
    AbortSignal.any([done.signal, signal]),
  );
  if (reached !== null) return reached;
  throw new Fault("E_TIMEOUT", `${visibleText(pane.ref)} is ${last}, and was not ${wanted.join(" or ")} in time`, {
    ref: pane.ref,
    state: last,
    wanted,
  });
}

function ended(ref: string, last: string): Fault {
  return new Fault("E_RUNTIME_ENDED", `the agent in ${visibleText(ref)} has ended; it was ${last} last`, {
    ref,
    state: last,
  });
}
