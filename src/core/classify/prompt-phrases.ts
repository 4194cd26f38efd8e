/** `[Y/n]`, `(yes/no/[fingerprint])`, `(y or [n])`, `[y,n,q,a,d,e,?]`, with no answer after it. */
const YES_NO =
  /[[(]\[?(?:y|yes)\]?\s?(?:\/|,|\||\bor\b)\s?\[?(?:n|no)\]?(?:[/,|][^\])\s]{1,60}\]?)?[\])](?:\s?\[(?:y|n|yes|no)\])?\s?[?:>]{0,2}$/i;
/** `(Y)es/(N)o/(D)on't ask again [Yes]:`, `[y]es, [n]o, [A]ll:`. */
const SPELT_YES_NO = /(?:\(y\)es\/\(n\)o\b.{0,80}\[\w+\]|\[y\]es, \[n\]o\b.{0,60})\s?[?:>]{1,2}$/i;
/** A question with its default: `Is this OK? (yes)`. */
const DEFAULTED = /\?\s[([](?:y|n|yes|no)[)\]]:?$/i;
/** Questions of tools about a file. */
const ABOUT_FILE = /^(?:rm|mv|cp|ln): (?:remove|descend|overwrite|replace|try to overwrite)\b.*\?$/;
const CONSENT =
  /\b(?:proceed|continue|overwrite|replace|remove|delete|confirm|sure|accept|agree|allow|approve|apply|install|trust|quit|exit|abort|retry|discard|ok)\b/i;
const ENDS_QUOTED = /["'`]\s?[?:>]{0,2}$/;

export function asksConsent(text: string): boolean {
  const isQuestion = text.includes("?") || CONSENT.test(text);
  if (isQuestion && (YES_NO.test(text) || SPELT_YES_NO.test(text))) return !ENDS_QUOTED.test(text);
  return ABOUT_FILE.test(text) || DEFAULTED.test(text) || TYPE_YES.test(text);
}

const SECRET =
  /^(?:\[sudo\] |\(.{1,80}\) )?(?:(?:\S{1,100}@\S{1,200}'s |(?:New|Old|Current|Retype new|Re-enter|Repeat|Confirm|Enter|Verifying - Enter)(?: \w+){0,2} )?(?:password|pass ?phrase|passcode|PIN|OTP)|One-time password|Verification code)(?: (?:for|\()[^:?]{0,120})?:$/i;
const LOGIN = /^(?:Username|Login|login)(?: for '?\S{1,200})?:$/;
const ENTER = /^(?:Please )?[Ee]nter (?:your|file in which|PEM|Export)\b.{0,160}:$/;
const PRESS =
  /^(?:-{1,3} )?(?:Press|Hit) \[?(?:enter|return|any key)\b\]? to (?:continue|proceed|exit|quit|start|begin|close|return)\b.{0,40}$/i;
const ASKED =
  /^(?:\? )?(?:Do you want|Would you like|Are you sure|Shall (?:I|we)|Should (?:I|we)|May I|Can I|What (?:is|should) (?:the|your|we)|Which \w+ (?:do you|would you|should)|How (?:would you|do you want|should (?:I|we)))\b[^?]{0,200}\?$/;
/** `package name: (demo)`. */
const FIELD = /^[a-z][a-z -]{1,30}:(?: \(.*\))?$/;
/** `(R)etry, (A)bort?`, `Port to use [8080]:`, `Type its name to confirm:`. A colon alone may be half a status line. */
const OTHER =
  /(?:\(\w\)\w+[,/]? ?(?:or )?){2,8}\?$|^[A-Z][\w '-]{2,60} \[(?!\d+\/\d)[^\]%]{1,60}\]:$|^(?:Please )?(?:type|enter|choose|pick|select|specify|provide)\b.{0,160}:$/iu;

/** The kind of input that a line asks for; null if none. Form fields are recognised by the preamble above the first. */
export function asksWords(text: string, isForm: boolean): string | null {
  if (SECRET.test(text)) return "It asks for a secret.";
  if (LOGIN.test(text)) return "It asks for a name to log in with.";
  if (ENTER.test(text) || (isForm && FIELD.test(text))) return "It asks for a value.";
  if (PRESS.test(text)) return "It waits for a key.";
  if (ASKED.test(text)) return "It asks a question.";
  return OTHER.test(text) ? "It has written a prompt and waits for words." : null;
}

export const PREAMBLE = /^Press \^C at any time to quit\.$/;
export const PICK =
  /^(?:(?:Please )?(?:[Ee]nter|[Pp]ick|[Cc]hoose|[Ss]elect|[Tt]ype)\b.{0,40}\b(?:choice|number|option|one|\d)\b.{0,30}|(?:Your )?(?:[Cc]hoice|[Ss]election|[Oo]ption)\b.{0,30}|What now)[:>?]$/;
export const NUMBERED = /^\s*\*{0,2}\d{1,2}[.):]\s+\S/;
export const VALUE = /^\s*Enter a value:$/;
export const ONLY_YES = /\bOnly 'yes' will be accepted\b/;
const TYPE_YES = /\b(?:type|enter|answer|say) (?:"|')?yes(?:"|')? (?:or|to)\b.{0,60}:$/i;

/** Beginnings of lines in logs, lists, quotations, comments, options and patches. */
const BEGINS_TOLD = /^\s*(?:[>|+*"'`│┃⎿└├•●⏺✦<]|#(?!\?$)|-|\/\/|\d+ ?[.):│|] |\d{1,4}[-:/.]\d\d|\[?\d{1,2}:\d\d|\[\d)/u;
const LOGGED = /\b(?:INFO|DEBUG|WARN(?:ING)?|ERROR|TRACE|FATAL)\b/;
/** Columns of a table or a help text. */
const TABLE = /\S {3,}\S/;

/** Whether the line only quotes or describes a prompt. */
export function isTold(text: string): boolean {
  return BEGINS_TOLD.test(text) || LOGGED.test(text) || TABLE.test(text.trim()) || /["'`]$/.test(text);
}
