import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { shellLine, shellQuote } from "../../core/provision/shell-words.ts";
import type { AnswerOption } from "./answer-options.ts";
import { type Look, stateOf } from "./state-look.ts";

/** The `agtmux` command equal to the button; `revision` is that of the shown question, null if there is none. */
export function answerAsCommand(
  { ref, runtime_id, state }: PaneItem,
  option: AnswerOption,
  revision: string | null,
): string {
  const shown = ` --if-revision ${shellQuote(revision ?? "")}`;
  switch (option.type) {
    case "approve":
    case "deny":
    case "option":
      return `agtmux answer ${ref} ${shellQuote(option.answer)}${shown}`;
    case "send-picks":
      return `agtmux answer ${ref} --choice 1 --choice 2${shown}`;
    case "reply": {
      if (revision !== null) return `agtmux answer ${ref} --text "…"${shown}`;
      const guard = runtime_id === null ? "" : ` --if-runtime ${shellQuote(runtime_id)}`;
      return `agtmux send ${ref} --text "…" --if-state ${state}${guard}`;
    }
    case "seen":
      return `agtmux seen ${ref}`;
    default:
      return option satisfies never;
  }
}

export function snoozeCommand({ ref }: PaneItem): string {
  return `agtmux snooze ${ref}`;
}

export function attachCommand({ ref }: PaneItem): string {
  return `agtmux attach ${ref}`;
}

export function explainCommand({ ref }: PaneItem): string {
  return `agtmux explain ${ref}`;
}

/** Shows what is not committed in a working tree. */
export function gitStatusCommand(path: string): string {
  return shellLine(["git", "-C", path, "status"]);
}

/** The command for the fleet's list, filtered by state. */
export function fleetCommand(looks: readonly Look[]): string {
  const states = [...new Set(looks.map(stateOf))];
  return states.length === 0 ? "agtmux list panes" : `agtmux list panes --state ${states.join(",")}`;
}
