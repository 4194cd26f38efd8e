import type { PaneItem } from "../../core/protocol/lists.ts";

/** What a running agent is at: how far, or with which tool. */
export function Activity({ pane: { activity } }: { pane: PaneItem }) {
  if (activity === null) return null;
  if (activity.progress !== undefined)
    return (
      <progress
        max={100}
        value={activity.progress}
        aria-label={`${activity.kind}, ${Math.round(activity.progress)} %`}
      />
    );
  return activity.tool ?? null;
}
