import type { QuestionKind } from "../protocol/actions/questions.ts";

/** A choice that can be picked. */
export interface Choice {
  label: string;
  value: string;
  means?: "yes" | "no" | "always" | undefined;
}

export interface Choosing<C extends Choice = Choice> {
  kind: QuestionKind;
  choices: readonly C[];
  /** Free text is accepted. */
  free: boolean;
}

export type Chosen<C extends Choice = Choice> =
  | { type: "choice"; choice: C }
  | { type: "words"; text: string }
  /** No choice, or more than one, matches. */
  | { type: "fault"; fault: string };

const SAYS: Record<NonNullable<Choice["means"]>, RegExp> = {
  yes: /^(?:y|yes|ok|approve|allow)$/,
  no: /^(?:n|no|deny|reject)$/,
  always: /^always$/,
};
const SAYS_SO = /^(?:y|yes|yep|yeah|ok|okay|sure|approve|allow|always|go ahead|n|no|nope|deny|reject)\b/;
/** Where free text is accepted too, a shorter prefix could begin anything. */
const MIN_PREFIX = 3;

/** The one choice that is meant, by number, value, label or its prefix; else free text, if accepted. */
export function choose<C extends Choice>(said: string, { kind, choices, free }: Choosing<C>): Chosen<C> {
  const word = said.trim().toLowerCase();
  const number = /^(\d+)\.?$/.exec(word)?.[1];
  if (number !== undefined && choices.length > 0) {
    const choice = choices[Number(number) - 1];
    if (choice !== undefined) return { type: "choice", choice };
    if (!free || kind === "approval") return { type: "fault", fault: `there is no choice ${number}` };
  }
  // before labels: "allow" must not match "Allow for this session"
  const meaning = (["yes", "no", "always"] as const).find((means) => SAYS[means].test(word));
  if (meaning !== undefined && choices.some(({ means }) => means !== undefined))
    return theOne(
      said,
      choices.filter(({ means }) => means === meaning),
    );
  const exact = choices.filter(({ label, value }) => label.toLowerCase() === word || value.toLowerCase() === word);
  if (exact.length > 0) return theOne(said, exact);
  const isLong = !free || word.length >= MIN_PREFIX;
  const begun = word === "" || !isLong ? [] : choices.filter(({ label }) => label.toLowerCase().startsWith(word));
  if (begun.length > 0) return theOne(said, begun);
  if (!free) return { type: "fault", fault: `"${said}" is none of the choices` };
  // at a yes/no question one unknown word is a typo, not a message, and so is a yes with more behind it: text is sent
  // with a no
  if (kind === "approval" && choices.length > 0 && (!/\s/.test(said.trim()) || SAYS_SO.test(word)))
    return { type: "fault", fault: `"${said}" is none of the choices` };
  return { type: "words", text: said };
}

function theOne<C extends Choice>(said: string, found: readonly C[]): Chosen<C> {
  const [choice, ...others] = found;
  if (choice === undefined) return { type: "fault", fault: `none of the choices is a plain "${said}"` };
  if (others.length > 0)
    return { type: "fault", fault: `"${said}" may be ${found.map(({ label }) => `"${label}"`).join(" or ")}` };
  return { type: "choice", choice };
}

/** The choices as a numbered list, for error messages. */
export function listed(choices: readonly Choice[]): string {
  return choices.map(({ label }, index) => `  ${index + 1}. ${label}`).join("\n");
}
