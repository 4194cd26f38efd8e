import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Way } from "./ways.ts";

/** The `agtmux` command that does the same as the button. */
export function wayAsCommand({ ref, runtime_id, state }: PaneItem, way: Way, answers: boolean): string {
  switch (way.type) {
    case "approve":
    case "deny":
    case "option":
      return `agtmux answer ${ref} ${quoted(way.answer)}`;
    case "send-picks":
      return `agtmux answer ${ref} --choice 1 --choice 2`;
    case "reply": {
      if (answers) return `agtmux answer ${ref} --text "…"`;
      const guard = runtime_id === null ? "" : ` --if-runtime ${runtime_id}`;
      return `agtmux send ${ref} --text "…" --if-state ${state}${guard}`;
    }
    case "seen":
      return `agtmux seen ${ref}`;
    default:
      return way satisfies never;
  }
}

export function attachCommand({ ref }: PaneItem): string {
  return `agtmux attach ${ref}`;
}

export function explainCommand({ ref }: PaneItem): string {
  return `agtmux explain ${ref}`;
}

/** The list that the fleet shows, filtered by state. */
export function fleetCommand(states: readonly string[]): string {
  return states.length === 0 ? "agtmux list panes" : `agtmux list panes --state ${states.join(",")}`;
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
