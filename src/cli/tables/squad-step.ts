import type { SquadStep } from "../../core/protocol/squad/squad.ts";
import type { CommandTable } from "./command-table.ts";

export const SQUAD_STEP = {
  name: "squad-step",
  summary: "report how far an agent is with finishing its task",
  usage: ["agtmux squad-step <step> [options]", "squad-step <step> [options]"],
  about: `Sends the squad signal 'completing' with the progress of this step.`,
  arguments: [
    {
      words: {
        verifying: "progress 0",
        committing: "progress 25",
        closing: "progress 50",
        releasing: "progress 75",
        complete: "progress 100",
      } satisfies Record<SquadStep, string>,
    },
  ],
  options: {
    task: {
      value: "ID",
      does: "Name the task (default: SQUAD_TASK_ID, or else the task of the last signal of this session or pane).",
    },
  },
  examples: ["squad-step verifying --task t-1"],
} as const satisfies CommandTable;
