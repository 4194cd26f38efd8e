import type { Question, QuestionOption } from "../../core/protocol/actions/questions.ts";
import { type AttentionKind, isGuess } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** One way to answer an attention, with its key. */
export type AnswerOption =
  | { type: "approve" | "deny"; label: string; key: string; answer: string }
  | { type: "option"; label: string; description: string; key: string | null; answer: string }
  /** Sends all picked options, where several may be picked. */
  | { type: "send-picks"; label: string; key: string }
  | { type: "reply"; label: string; key: string }
  | { type: "seen"; label: string; key: string };

/** The same patterns as the daemon's, so that `yes` and `no` pick the right options. */
const YES = /^(yes|approve)\b/i;
const NO = /^(no|deny)\b/i;

/** The actions in the row itself; the pane can always be opened too. */
export function answerOptionsOf(
  { attention, state }: Pick<PaneItem, "attention" | "state">,
  question: Question | null,
): AnswerOption[] {
  if (attention === null) return [];
  // an attention inferred from the screen may be wrong, so it can always be marked as seen
  const answerOptions = question !== null ? optionsFor(question) : optionsOfKind(attention.kind, state);
  return isGuess(attention) && !answerOptions.includes(SEEN) ? [...answerOptions, SEEN] : answerOptions;
}

function optionsOfKind(kind: AttentionKind, state: PaneItem["state"]): AnswerOption[] {
  switch (kind) {
    case "approval":
      // text typed into a menu would pick something, and only the screen shows what
      return [];
    case "input":
      return state === "waiting_approval" ? [] : [REPLY];
    case "done":
    case "testing":
    case "review":
    case "error":
    case "stalled":
    case "limited":
    case "budget":
    case "context":
      return state === "waiting_approval" ? [SEEN] : [REPLY, SEEN];
    default:
      return kind satisfies never;
  }
}

const REPLY: AnswerOption = { type: "reply", label: "Reply", key: "r" };
/** What is said at an approval denies it. */
const DENY_WITH: AnswerOption = { type: "reply", label: "Deny, and say why", key: "r" };
const SEND_PICKS: AnswerOption = { type: "send-picks", label: "Send picks", key: "p" };
const SEEN: AnswerOption = { type: "seen", label: "Mark as seen", key: "e" };

function optionsFor({ kind, options = [], free = false, multiple = false }: Question): AnswerOption[] {
  const reply = !free ? [] : [kind === "approval" ? DENY_WITH : REPLY];
  switch (kind) {
    case "approval":
    case "confirm":
      return [...yesAndNo(kind, options), ...reply];
    case "choice":
      return [...options.map(asOption), ...(multiple ? [SEND_PICKS] : []), ...reply];
    case "text":
      return [...options.map(asOption), REPLY];
    default:
      return kind satisfies never;
  }
}

/** A plain yes and a plain no get their own keys; others, such as "always", stay numbered options. */
function yesAndNo(kind: "approval" | "confirm", options: QuestionOption[]): AnswerOption[] {
  const [yesWord, noWord] = kind === "approval" ? ["Approve", "Deny"] : ["Yes", "No"];
  const yes = options.find(({ label }) => YES.test(label));
  const no = options.find(({ label }) => NO.test(label));
  if (options.length > 0 && (yes === undefined || no === undefined)) return options.map(asOption);
  const others = options.map(asOption).filter((_, n) => options[n] !== yes && options[n] !== no);
  return [
    { type: "approve", label: yesWord, key: "a", answer: "yes" },
    { type: "deny", label: noWord, key: "d", answer: "no" },
    ...others,
  ];
}

function asOption({ label, value, description = "" }: QuestionOption, n: number): AnswerOption {
  return { type: "option", label, description, key: n < 9 ? String(n + 1) : null, answer: value };
}
