import type { Share } from "../protocol/fleet/fleet.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

/** Fields that say how a pane is, without a word of what it is about. */
const STATE_FIELDS = [
  ...["identity", "ref", "window_index", "pane_index", "runtime_id", "agent", "state", "reason_code"],
  ...["confidence", "since", "source", "shelf", "label", "snoozed_until", "nothing_new_since", "nudge_seq"],
  ...["state_version", "updated_at"],
] as const;

/** A pane as its member tells the others of it. Fields that panes gain later are shared, unless only states are. */
export function sharedItem(item: PaneItem, share: Share): object {
  if (share !== "state") return item;
  const { attention, activity } = item;
  const kept = Object.fromEntries(STATE_FIELDS.map((field) => [field, item[field as keyof PaneItem]]));
  return {
    ...kept,
    window_name: "",
    title: "",
    command: "",
    cwd: "",
    message: "",
    because: "",
    activity: activity && { kind: activity.kind },
    attention: attention && { ...attention, message: "" },
    signal: null,
    doing: null,
    usage: null,
  };
}
