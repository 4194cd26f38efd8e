import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS, WAIT_OPTIONS } from "./shared-options.ts";

export const SEND = {
  name: "send",
  summary: "type a text or keys for an agent",
  usage: ["agtmux send <ref> --text TEXT|--file FILE|--keys 'KEY …' [options]", "agtmux send <ref> [options] < text"],
  about: `Types for an agent, and reports how far the text came (typed, submitted, accepted) and how agtmux knows. A text of several lines is
sent as one paste.

Before each step, agtmux checks that the same agent is still in the same pane; if not, it types nothing more. It refuses to type in
these cases: the pane is in copy mode; a shell has taken the agent's place; somebody has typed something and not sent it; panes are
synchronised; or a text is sent while a dialog is open (an approval, a list of choices), which would take its letters for keys.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    text: { value: "TEXT", does: "Send this text." },
    file: { value: "FILE", does: "Send the text in this file; - is standard input." },
    keys: {
      value: "'KEY …'",
      does: "Press these keys, with tmux's names for them (C-c Up Enter y). Enter is not added.",
    },
    "no-enter": { does: "Leave the text in the input box, and do not press Enter." },
    when: {
      oneOf: ["idle"],
      does: "Add the text to the agent's queue: it is sent when the agent rests ('agtmux help queue').",
    },
    after: {
      value: "REF",
      completes: "ref",
      does: "Add the text to the agent's queue: it is sent when that other agent's turn has ended, and this one rests.",
    },
    ...WAIT_OPTIONS,
    "idempotency-key": {
      value: "KEY",
      does: "If a call with this key was made within a day, send nothing and report what that call did.",
    },
    "over-draft": { does: "Send even if somebody has typed something there; the text is added after it." },
    "into-dialog": { does: "Send a text even if a dialog is open there, which takes its letters for keys." },
    "allow-changes": {
      does: "Send even if the agent is known to change the text (Claude Code and Copilot turn tabs into spaces).",
    },
    ...GUARD_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    'agtmux send claude --text "go on"',
    "agtmux send vm1/api --keys '1' --if-state waiting_approval",
    "git diff | agtmux send codex --wait",
    'agtmux send claude --when idle --text "now run the tests"',
  ],
} as const satisfies CommandTable;
