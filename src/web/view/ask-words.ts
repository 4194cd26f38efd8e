import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { spaced } from "./state-look.ts";

/** A pane's question, in the agent's own words if there are any. */
export function askWords({ attention, message, label }: PaneItem, question: Question | null): string {
  return question?.text || attention?.message || message || (attention === null ? "" : label);
}

/** The same over the whole of what it is for, which is not said a second time. */
export function headWords(pane: PaneItem, question: Question | null): string {
  const words = askWords(pane, question);
  const [, tool = "", subject = "", more = ""] = /^([^\s:]+): (.+?)…?( \(with [^()]*\))?$/s.exec(words) ?? [];
  const shown = (question?.detail ?? "").replace(/\s+/g, " ").trimStart();
  return subject !== "" && shown.startsWith(subject.replace(/\s+/g, " ")) ? `${tool}${more}` : words;
}

/** The beginning of what a question is for, where its own words do not say it: the command, or the file. */
export function subjectWords(question: Question | null): string {
  const [first = ""] = (question?.detail ?? "").trimStart().split("\n", 1);
  const subject = question?.is_diff === true ? first.replace(/^(--- |\+\+\+ )(a\/)?/, "") : first;
  return (question?.text ?? "").includes(subject) ? "" : subject;
}

/** Which part of a question this is; empty if it has one part. */
export function partWords(question: Question | null): string {
  const part = question?.part;
  return part === undefined || part.of < 2 ? "" : `Question ${part.n} of ${part.of}`;
}

/** The source of the state, unless `said` ends with it, and its confidence. */
export function knownBy({ source, confidence, attention }: PaneItem, said = ""): string {
  const who = source === null ? attention?.source : spaced(source);
  const by = who === undefined ? "nobody said so" : `by ${who}`;
  return said.endsWith(by) ? `· ${confidence} confidence` : `${by} · ${confidence} confidence`;
}
