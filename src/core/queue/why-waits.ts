import type { QueuedPrompt } from "../protocol/actions/queue.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

/**
 * Why an agent takes no queued prompt now, in words; null if it rests. `hasChoices`: it asks by a dialog, whose keys are
 * letters and digits. `isAgents`: the prompt is from another agent, which answers nothing in the place of a person.
 */
export function whyWaits(item: PaneItem | undefined, hasChoices: () => boolean, isAgents = false): string | null {
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
      if (hasChoices()) return "it asks by a dialog";
      return isAgents ? "it asks its person, and the prompt is from another agent" : null;
    case "completed":
    case "idle":
      return null;
    default:
      return item.state satisfies never;
  }
}

/** Whether another agent has left the prompt, or a client that has the tools of agents. */
export function isFromAgent({ added_by }: Pick<QueuedPrompt, "added_by">): boolean {
  return added_by.agent !== undefined || added_by.via === "mcp";
}
