import type { Question } from "../../core/protocol/actions/questions.ts";
import { plain } from "../render/words.ts";
import type { Row } from "./rows.ts";

/** A key that answers a question, and what it says. */
export interface KeyAnswer {
  key: string;
  label: string;
  answer: string;
}

/** The same patterns as the daemon's, so that `yes` and `no` pick the right options. */
const YES = /^(yes|approve)\b/i;
const NO = /^(no|deny)\b/i;
const DIGITS = 9;

export function answersOf({ kind, options = [] }: Question): KeyAnswer[] {
  const digits = options
    .slice(0, DIGITS)
    .map(({ label, value }, index) => ({ key: String(index + 1), label: plain(label), answer: value }));
  return kind === "approval" || kind === "confirm" ? [...yesAndNo(options), ...digits] : digits;
}

/** Only where it is plain which choice is the yes and which the no. */
function yesAndNo(options: NonNullable<Question["options"]>): KeyAnswer[] {
  const yes = options.find(({ label }) => YES.test(label));
  const no = options.find(({ label }) => NO.test(label));
  if (options.length > 0 && (yes === undefined || no === undefined)) return [];
  return [
    { key: "y", label: plain(yes?.label ?? "Yes"), answer: "yes" },
    { key: "n", label: plain(no?.label ?? "No"), answer: "no" },
  ];
}

/**
 * Whether words of one's own can be sent: not into a menu that only the screen shows, where they would pick something.
 */
export function mayReply({ item, question }: Row): boolean {
  if (question !== null) return question.free === true || question.kind === "text";
  return item.runtime_id !== null && item.state !== "waiting_approval" && item.attention?.kind !== "approval";
}
