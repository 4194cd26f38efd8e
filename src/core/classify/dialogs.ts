import type { Line } from "../adapter/screen.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";
import { shownChoices } from "./choices.ts";
import { verdict } from "./verdicts.ts";

const YES = /^(?:[✓✔] )?(?:yes|allow|approve|accept|trust|proceed|ok|okay|run)\b/i;
const NO = /^(?:[✗✘✕×] )?(?:no|reject|deny|decline|don'?t|do not|cancel|abort|exit|quit)\b/i;
const PERMISSION =
  /\b(?:do you want to|would you like to (?:run|proceed|make|apply|allow|continue)|allow|permission|permit|approve|approval|trust|proceed|wants to)\b/i;
const GRANT = /\b(?:trust|allow|approve|permit|always)\b/i;
const STANDING = /\b(?:always|don'?t ask again|(?:for|in) this (?:session|folder|repo)|allow once)\b/i;

/** A dialog at the end of the screen: a cursor on one of several choices. */
export function dialogAtEnd(rows: readonly Line[]): Verdict | null {
  const shown = shownChoices(rows);
  if (shown === null) return null;
  const { options, chosen, question, tellsKeys } = shown;
  const labels = options.map(({ label }) => label);
  const isYesNo = labels.some((label) => YES.test(label)) && labels.some((label) => NO.test(label));
  const asked = question.map(({ text }) => text).join(" ");
  const grants = PERMISSION.test(asked) || labels.some((label) => STANDING.test(label));
  const quoted = [...question.slice(-2), chosen];
  if (isYesNo && grants) return verdict("waiting_approval", "medium", quoted, "A dialog asks for an approval.");
  // without key hints it may be a list with a mark; a grant may be an input or an approval
  if (!tellsKeys || isYesNo || labels.some((label) => GRANT.test(label))) return null;
  return verdict("waiting_input", "medium", quoted, "A dialog offers choices.");
}
