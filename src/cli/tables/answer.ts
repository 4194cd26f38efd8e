import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS, WAIT_OPTIONS } from "./shared-options.ts";

export const ANSWER = {
  name: "answer",
  summary: "answer what an agent asks",
  usage: [
    "agtmux answer <ref|question-id> <answer> [options]",
    "agtmux answer <ref|question-id> --choice CHOICE|--text TEXT|--text-file FILE|--close [options]",
    "agtmux answer <ref|question-id>",
  ],
  about: `Answers what an agent asks. The answer is the number of a choice, its label or the beginning of its label; yes, no or always for an
approval (yes approves once); or your own words if the agent takes them. Your own words as an answer to an approval mean no, with
these words as the reason. The answer - reads your own words from standard input. Without an answer, the command shows the question
with its id and choices; if there is no terminal, it then fails with E_NO_ANSWER.

If the agent shows a dialog, agtmux presses exactly the keys of your choice, and only while it is the same dialog. If the agent waits at
its prompt, agtmux types the answer there. If the answer is not one of the choices, agtmux lists the choices and presses nothing.

${REFS}`,
  arguments: [{ completes: "ref" }, { repeated: true }],
  options: {
    choice: {
      value: "CHOICE",
      multiple: true,
      does: "Pick this choice. Repeat it to pick several, or to answer each part of a question.",
    },
    text: { value: "TEXT", does: "Answer with these words, even if they look like a choice." },
    close: {
      does: "Close the question and press nothing: you have answered it elsewhere, or nobody needs to. Only for a question that a program has reported by itself, such as a shell by a marker or a status file.",
    },
    "text-file": { value: "FILE", does: "Answer with the words in this file; - is standard input." },
    ...WAIT_OPTIONS,
    "idempotency-key": {
      value: "KEY",
      does: "If a call with this key was made within a day, do nothing and report what that call did.",
    },
    "if-revision": {
      value: "REVISION",
      does: "Answer only if the question is still the same as in this revision, which 'agtmux questions --json' shows. Otherwise the command fails with E_QUESTION_CHANGED.",
    },
    ...GUARD_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    "agtmux answer claude yes",
    "agtmux answer vm1/api 2",
    'agtmux answer codex "No, take the other folder"',
    "agtmux answer %12 --choice 1 --choice 3",
  ],
} as const satisfies CommandTable;
