import type { PaneItem } from "../protocol/lists/lists.ts";
import type { PaneNews } from "../protocol/lists/watch-event.ts";

/** The change as sent to followers; null if only titles, tmux positions and the like changed. */
export function paneChange(before: PaneItem | null, after: PaneItem): PaneNews | null {
  if (before !== null && isSameVisibleState(before, after)) return null;
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
  const { identity, ref, runtime_id, agent, reason_code, since, message, source, attention, nothing_new_since } = item;
  const { shelf, label, snoozed_until, limited } = item;
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
    shelf,
    label,
    snoozed_until,
    limited,
    nothing_new_since,
  };
}

function isSameVisibleState(a: PaneItem, b: PaneItem): boolean {
  return (
    a.ref === b.ref &&
    a.runtime_id === b.runtime_id &&
    a.agent === b.agent &&
    a.state === b.state &&
    a.reason_code === b.reason_code &&
    a.message === b.message &&
    a.nudge_seq === b.nudge_seq &&
    a.shelf === b.shelf &&
    a.snoozed_until === b.snoozed_until &&
    a.nothing_new_since === b.nothing_new_since &&
    a.limited?.until === b.limited?.until &&
    a.attention?.attention_id === b.attention?.attention_id &&
    a.attention?.message === b.attention?.message
  );
}
