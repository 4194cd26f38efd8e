import type { ResumeOutcome } from "../../../core/protocol/actions/resume.ts";

const PLACES = { same_pane: "in its pane", new_window: "in a new window", new_session: "in a new session" };

/** The result of resuming in words. */
export function resumeWords({ item, place, pane_id, started, error }: ResumeOutcome): string {
  if (error !== null) return `${item.agent}: ${error.message}`;
  const where = `${place === null ? "" : ` ${PLACES[place]}`}${pane_id === null ? "" : ` (${pane_id})`}`;
  if (started === false) return `${item.agent}: its command was typed${where}, and no process of it was seen yet.`;
  return `${item.agent} runs again${where}.`;
}
