import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const RESUME = {
  name: "resume",
  summary: "start ended agents again, each with its own conversation",
  usage: ["agtmux resume <ref> [options]", "agtmux resume --all [options]"],
  about: `Starts an ended agent again with its own conversation (claude --resume ID, codex resume ID, …), in the directory where it was started.
Flags for its model, mode, profile and permissions are repeated, others are not. The ref is runtime:<id>, or a pane; a pane means the last agent that ended there.

The agent starts at the prompt of its old pane if nothing runs there; a text that was typed there and not sent is deleted. Otherwise it
starts in a new window of its old session, or in a new session of that name.

'agtmux resume --all --dry-run' lists what can be resumed, also after a reboot (start tmux first): the last agent of each conversation,
if it was not resumed already. Agents whose directory is gone, such as a worktree that was removed, are skipped. agtmux knows agents from
what their hooks reported.`,
  arguments: [{ completes: "ref" }],
  options: {
    all: { does: "Resume every agent that can be resumed." },
    agent: { value: "NAME,…", multiple: true, completes: "agent", does: "With --all: only these agents." },
    target: { value: "NAME", multiple: true, completes: "target", does: "With --all: only on this target." },
    session: { value: "NAME", multiple: true, does: "With --all: only those of tmux sessions of this name." },
    "new-window": { does: "Start the agent in a new window, not in its old pane." },
    "dry-run": { does: "Show what would be done, and do nothing." },
    ...JSON_OPTION,
  },
  examples: [
    "agtmux resume claude",
    "agtmux resume --all --dry-run",
    "agtmux resume --all --agent codex --session shop",
  ],
} as const satisfies CommandTable;
