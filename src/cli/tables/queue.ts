import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

const PROMPT_OPTIONS = {
  text: { value: "TEXT", does: "The prompt." },
  file: { value: "FILE", does: "The prompt is in this file; - is standard input." },
} as const;

export const QUEUE = {
  name: "queue",
  summary: "let prompts wait until an agent rests",
  usage: [
    "agtmux queue [list] [<ref>] [--json]",
    "agtmux queue add <ref> --text TEXT|--file FILE [options]",
    "agtmux queue edit <id> --text TEXT|--file FILE",
    "agtmux queue move <id> <place>",
    "agtmux queue remove <id>",
    "agtmux queue retry <id>",
    "agtmux queue pause|resume <ref>",
  ],
  about: `Each agent has a queue of prompts. The first one is sent when the agent rests: it is idle, has completed its turn, or waits for an input
without a dialog. It is not sent while the agent works or waits for an approval, after an error, at a limit, while somebody has typed
something there, or while the queue is paused. Each prompt is sent once, with all checks of 'agtmux send', and the next one when its turn
has ended.

Queues are kept when the daemon restarts, and when it is killed. If it was killed while it typed, the next one finds out from the agent
itself whether the prompt has arrived. Where that cannot be known, the prompt is held: 'retry' sends it again, 'remove' drops it.

If an agent ends, its prompts are cancelled; those that were added with --keep go to the next agent in the same pane.`,
  subcommands: {
    list: {
      name: "queue list",
      does: "show the prompts that wait, and why",
      arguments: [{ completes: "ref" }],
      options: JSON_OPTION,
    },
    add: {
      name: "queue add",
      does: "add a prompt; without --text and --file it is read from standard input",
      arguments: [{ completes: "ref" }],
      options: {
        ...PROMPT_OPTIONS,
        after: { value: "REF", completes: "ref", does: "It also waits until this other agent's turn has ended." },
        keep: { does: "If the agent ends, give it to the next agent in the same pane." },
        place: { value: "N", does: "Its place in the queue: 1 is the next one (default: the last)." },
        "allow-changes": { does: "Send it even if the agent is known to change the text." },
        ...JSON_OPTION,
      },
    },
    edit: {
      name: "queue edit",
      does: "change the text of a prompt",
      arguments: [{}],
      options: {
        ...PROMPT_OPTIONS,
        ...JSON_OPTION,
      },
    },
    move: {
      name: "queue move",
      does: "move a prompt to another place: 1 is the next one",
      arguments: [{}, {}],
      options: JSON_OPTION,
    },
    remove: { name: "queue remove", does: "remove a prompt", arguments: [{}], options: JSON_OPTION },
    retry: {
      name: "queue retry",
      does: "send a prompt again that is held",
      arguments: [{}],
      options: JSON_OPTION,
    },
    pause: {
      name: "queue pause",
      does: "send nothing from an agent's queue",
      arguments: [{ completes: "ref" }],
      options: JSON_OPTION,
    },
    resume: {
      name: "queue resume",
      does: "let a paused queue go on",
      arguments: [{ completes: "ref" }],
      options: JSON_OPTION,
    },
  },
  examples: [
    'agtmux queue add claude --text "now run the tests"',
    'agtmux queue add codex --after claude --text "review what claude did"',
    "agtmux queue list",
    "agtmux queue move 1f0c2a9b 1",
    "agtmux queue pause claude",
  ],
} as const satisfies CommandTable;
