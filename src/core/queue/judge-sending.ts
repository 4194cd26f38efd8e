import type { AuditEntry } from "../protocol/actions/actions.ts";

/** The facts about a delivery that ended half-way. */
export interface SendingFacts {
  /** The audit entry of the send; null if it never came to the first key. */
  sent: Pick<AuditEntry, "outcome" | "code"> | null;
  /** Whether the agent has begun a turn since the first key, by its own report. */
  hasBegun: boolean;
  /** Whether the last prompt that the agent reports is this one; null if it reports none. */
  isLastPrompt: boolean | null;
  /** Whether this agent is known to report each prompt it takes. */
  reportsPrompts: boolean;
  isAtRest: boolean;
  /** The content of its input box: nothing, exactly this prompt, something else; null if no box is seen. */
  box: "empty" | "prompt" | "other" | null;
  /** How long it has been looked at in vain. */
  lookedMs: number;
}

export type SendingVerdict =
  | { type: "delivered" }
  /** Nothing was typed, or it has vanished: it is sent as if for the first time. */
  | { type: "untouched" }
  /** It is in the box: only Enter is missing. */
  | { type: "finish" }
  | { type: "wait" }
  | { type: "unsure"; why: string };

/** A report of the agent may take this long to arrive. */
const REPORT_MS = 10_000;
/** A person who types there may be done by then. */
const LONGEST_MS = 60_000;
/** Enter had been pressed; only the wait for the agent failed. */
const AFTER_ENTER: ReadonlySet<string> = new Set(["E_TIMEOUT", "E_RUNTIME_ENDED", "E_OTHER_STATE"]);

/** Decides from the agent's own signals whether a prompt has arrived. What cannot be known is not sent again. */
export function judgeSending(facts: SendingFacts): SendingVerdict {
  const { sent, hasBegun, isLastPrompt, reportsPrompts, isAtRest, box, lookedMs } = facts;
  if (sent === null) return { type: "untouched" };
  if (sent.outcome === "done") return { type: "delivered" };
  if (sent.outcome === "failed" && sent.code !== null && AFTER_ENTER.has(sent.code)) return { type: "delivered" };
  if (hasBegun && isLastPrompt === true) return { type: "delivered" };
  if (hasBegun && box !== "prompt") {
    if (lookedMs < REPORT_MS) return { type: "wait" };
    return { type: "unsure", why: "the agent has begun a turn since, and did not tell whether with this prompt" };
  }
  if (box === "prompt" && isAtRest && sent.outcome === "begun") return { type: "finish" };
  if (box === "prompt" && sent.outcome !== "begun")
    return { type: "unsure", why: "it is typed at the agent's prompt, and Enter did not send it" };
  if (lookedMs < REPORT_MS || !isAtRest) return { type: "wait" };
  if (box === "empty" && reportsPrompts) return { type: "untouched" };
  if (box === "empty")
    return { type: "unsure", why: "this agent does not report its prompts, so it may have been sent" };
  if (lookedMs < LONGEST_MS) return { type: "wait" };
  return { type: "unsure", why: "something else is typed there, or the agent's input is not seen" };
}

/** Whether the prompt that an agent reports, perhaps shortened, is that text. */
export function isReportOf(reported: string, text: string): boolean {
  const told = firstLine(reported).replace(/…$/, "");
  return told !== "" && firstLine(text).startsWith(told);
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replaceAll(/\s+/g, " ").trim();
}
