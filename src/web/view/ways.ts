import { type AttentionKind, isGuess } from "../../core/protocol/attention.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Question, QuestionOption } from "../../core/protocol/questions.ts";

/** One way to deal with a call for attention, and the key for it. */
export type Way =
  | { type: "approve" | "deny"; label: string; key: string; answer: string }
  | { type: "option"; label: string; description: string; key: string | null; answer: string }
  /** Where several options may be picked, they are sent together. */
  | { type: "send-picks"; label: string; key: string }
  | { type: "reply"; label: string; key: string }
  | { type: "seen"; label: string; key: string };

/** As the daemon reads them: `yes` and `no` then pick the right ones. */
const YES = /^(yes|approve)\b/i;
const NO = /^(no|deny)\b/i;

/** What can be done in the row itself; to open the pane is always possible. */
export function waysOf({ attention, state }: Pick<PaneItem, "attention" | "state">, question: Question | null): Way[] {
  if (attention === null) return [];
  // what was only read off a screen may be no call at all: it can always be put away
  const ways = question !== null ? waysToAnswer(question) : waysOfKind(attention.kind, state);
  return isGuess(attention) && !ways.includes(SEEN) ? [...ways, SEEN] : ways;
}

function waysOfKind(kind: AttentionKind, state: PaneItem["state"]): Way[] {
  switch (kind) {
    case "approval":
      // words typed into a menu would pick something: only who sees the screen can tell what
      return [];
    case "input":
      return state === "waiting_approval" ? [] : [REPLY];
    case "done":
    case "testing":
    case "review":
    case "error":
    case "stalled":
      return state === "waiting_approval" ? [SEEN] : [REPLY, SEEN];
    default:
      return kind satisfies never;
  }
}

const REPLY: Way = { type: "reply", label: "Reply", key: "r" };
const SEND_PICKS: Way = { type: "send-picks", label: "Send picks", key: "p" };
const SEEN: Way = { type: "seen", label: "Mark as seen", key: "e" };

function waysToAnswer({ kind, options = [], free = false, multiple = false }: Question): Way[] {
  const reply = free || kind === "text" ? [REPLY] : [];
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

/** The plain yes and the plain no get keys of their own; what lies between, such as "always", stays a numbered option. */
function yesAndNo(kind: "approval" | "confirm", options: QuestionOption[]): Way[] {
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

function asOption({ label, value, description = "" }: QuestionOption, n: number): Way {
  return { type: "option", label, description, key: n < 9 ? String(n + 1) : null, answer: value };
}
