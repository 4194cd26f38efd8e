import { toolOf } from "../../core/lists/who.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Progress or current tool of a running agent. */
export function Activity({ pane }: { pane: PaneItem }) {
  const { activity } = pane;
  if (activity?.progress !== undefined)
    return (
      <progress
        max={100}
        value={activity.progress}
        aria-label={`${activity.kind}, ${Math.round(activity.progress)} %`}
      />
    );
  return toolOf(pane) || null;
}
