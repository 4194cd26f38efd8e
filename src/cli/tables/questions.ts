import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const QUESTIONS = {
  name: "questions",
  summary: "list what agents ask you, with the choices",
  usage: ["agtmux questions [options]"],
  about: `Lists what agents ask you, oldest first: approvals, choices and plain questions. agtmux knows them from hooks, from squad signals
or from the agent's screen. The choices have the numbers that 'agtmux answer' takes.`,
  options: {
    all: { does: "Also list questions that are over: answered, expired, or replaced by another question." },
    target: { value: "NAME", completes: "target", does: "List only questions of this target." },
    ...JSON_OPTION,
  },
  examples: ["agtmux questions", `agtmux questions --json | jq -r '.items[] | .ref + " " + .text'`],
} as const satisfies CommandTable;
