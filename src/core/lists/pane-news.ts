import type { PaneItem } from "../protocol/lists.ts";
import type { PaneNews } from "../protocol/watch-event.ts";

/** What a change tells whoever follows; null where nothing changed but titles, places in tmux and such. */
export function paneNews(before: PaneItem | null, after: PaneItem): PaneNews | null {
  if (before !== null && isSameStanding(before, after)) return null;
  return newsOf(after, "changed", after.state, before?.state ?? null);
}

export function paneGone(before: PaneItem): PaneNews {
  return newsOf(before, "removed", null, before.state);
}

export function panePresent(item: PaneItem): PaneNews {
  return newsOf(item, "present", item.state, null);
}

function newsOf(
  item: PaneItem,
  change: PaneNews["change"],
  state: PaneNews["state"],
  previous_state: PaneNews["previous_state"],
): PaneNews {
  const { identity, ref, runtime_id, agent, reason_code, since, message, source, attention } = item;
  return {
    type: "pane",
    change,
    identity,
    ref,
    runtime_id,
    agent,
    state,
    previous_state,
    reason_code,
    since,
    message,
    source,
    attention,
  };
}

function isSameStanding(a: PaneItem, b: PaneItem): boolean {
  return (
    a.ref === b.ref &&
    a.runtime_id === b.runtime_id &&
    a.agent === b.agent &&
    a.state === b.state &&
    a.reason_code === b.reason_code &&
    a.message === b.message &&
    a.nudge_seq === b.nudge_seq &&
    a.attention?.attention_id === b.attention?.attention_id &&
    a.attention?.message === b.attention?.message
  );
}
