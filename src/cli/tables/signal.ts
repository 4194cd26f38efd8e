import type { SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import type { CommandTable } from "./command-table.ts";

export const SIGNAL = {
  name: "signal",
  summary: "report the state of the program in this pane",
  usage: ["agtmux signal completed|needs_input|needs_testing|error|working [message]"],
  about: `Reports the state of the program in this pane. It also works while the daemon is down: the signal is kept, and counts when the daemon
starts.`,
  arguments: [
    {
      words: {
        completed: "the task is done",
        needs_input: "a person must answer something",
        needs_testing: "a person must test something",
        error: "the task has failed",
        working: "the program works again",
      } satisfies Record<(typeof SCHMUX_STATES)[number], string>,
    },
    { repeated: true },
  ],
  examples: ['make || agtmux signal error "Build failed"'],
} as const satisfies CommandTable;
