import type { PaneItem } from "../protocol/lists/lists.ts";

/** Why an agent takes no queued prompt now, in words; null if it rests. `hasChoices`: it asks by a dialog, whose keys are letters and digits. */
export function whyWaits(item: PaneItem | undefined, hasChoices: () => boolean): string | null {
  if (item === undefined) return "its pane is gone";
  if (item.limited !== null) return "a limit of its account stops it";
  switch (item.state) {
    case "running":
      return "it works";
    case "waiting_approval":
      return "it waits for an approval";
    case "error":
      return "its last turn has failed";
    case "unknown":
      return "its state is unknown";
    case "waiting_input":
      return hasChoices() ? "it asks by a dialog" : null;
    case "completed":
    case "idle":
      return null;
    default:
      return item.state satisfies never;
  }
}
