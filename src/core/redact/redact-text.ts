import { isSecretName, SECRET_HINT } from "./secret-name.ts";

export const REDACTED = "[redacted]";

/**
 * Replaces what looks like a secret. Every pattern either consumes what it has read or reads a bounded range, so the
 * time is linear in the text. Text beyond a megabyte is cut off: V8's regular expressions run out of stack on runs of
 * tens of megabytes. Redacting one word too many is better than a key in the log.
 */
export function redactText(text: string): string {
  if (text.length < SHORTEST) return text;
  if (text.length > MAX_TEXT) return `${redactText(text.slice(0, MAX_TEXT))}[too long]`;
  let clean = text;
  if (clean.includes("PRIVATE KEY")) clean = clean.replace(PRIVATE_KEY, REDACTED);
  if (clean.includes("://")) clean = clean.replace(URL_LOGIN, `${REDACTED}@`);
  clean = clean.replace(KNOWN_KEYS, REDACTED);
  if (/auth|cookie|bearer|basic/i.test(clean)) {
    clean = clean
      .replace(AUTHORIZATION, `$1${REDACTED}`)
      .replace(COOKIE, `$1${REDACTED}`)
      .replace(BEARER, `$1${REDACTED}`)
      .replace(BASIC, `$1${REDACTED}`);
  }
  if (clean.includes("-u")) clean = clean.replace(USER_OPTION, `$1${REDACTED}`);
  if (clean.includes("-p")) clean = clean.replace(PASSWORD_OPTION, `$1${REDACTED}`);
  if (/sig=/.test(clean)) clean = clean.replace(SHARED_ACCESS, `$1${REDACTED}`);
  if (/hook/i.test(clean)) clean = clean.replace(WEBHOOK, `$1${REDACTED}`);
  if (/password/.test(clean)) clean = clean.replace(NETRC, `$1${REDACTED}`);
  return SECRET_HINT.test(clean) ? redactAssignments(clean) : clean;
}

/** Only a secret name redacts its value: the value of another name may itself contain assignments. */
function redactAssignments(text: string): string {
  let clean = "";
  let done = 0;
  for (const match of text.matchAll(NAME)) {
    const start = match.index + match[0].length;
    const name = match[1] ?? match[2] ?? "";
    if (match.index < done || !isSecretName(name)) continue;
    VALUE.lastIndex = start;
    const value = VALUE.exec(text)?.[0];
    if (value === undefined || PLAIN_VALUE.test(value)) continue;
    clean += text.slice(done, start) + redactValue(value);
    done = start + value.length;
  }
  return clean + text.slice(done);
}

function redactValue(value: string): string {
  const quote = /^\\*["']/.exec(value)?.[0] ?? "";
  const isClosed = quote.length === 1 && value.length > 1 && value.endsWith(quote);
  return `${quote}${REDACTED}${isClosed ? quote : ""}`;
}

const SHORTEST = 5;
const MAX_TEXT = 1024 * 1024;

const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

const URL_LOGIN = /(?<=:\/\/)[^\s/@:"'<>]{0,200}:[^\s/"'<>]{1,500}@/g;

const KNOWN_KEYS = new RegExp(
  [
    "sk-[A-Za-z0-9_-]{12,}",
    "[sr]k_(?:live|test)_[A-Za-z0-9]{8,}",
    "AIza[A-Za-z0-9_-]{20,}",
    "ya29\\.[A-Za-z0-9_-]{16,}",
    "gh[opsur]_[A-Za-z0-9]{10,}",
    "github_pat_[A-Za-z0-9_]{10,}",
    "glpat-[A-Za-z0-9_-]{10,}",
    "npm_[A-Za-z0-9]{20,}",
    "hf_[A-Za-z0-9]{20,}",
    "xox[a-eoprs]-[A-Za-z0-9%-]{8,}",
    "xapp-[A-Za-z0-9-]{8,}",
    "(?:AKIA|ASIA)[A-Z0-9]{12,}",
    "do[opr]_v1_[a-f0-9]{20,}",
    "AGE-(?:SECRET-KEY|PLUGIN)-[A-Za-z0-9-]{10,}",
    "SG\\.[A-Za-z0-9_-]{12,80}\\.[A-Za-z0-9_-]{12,}",
    "hv[bsr]\\.[A-Za-z0-9_-]{20,}",
    "pypi-[A-Za-z0-9_-]{16,}",
    "dckr_pat_[A-Za-z0-9_-]{16,}",
    "whsec_[A-Za-z0-9+/=]{16,}",
    "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}",
    "lin_api_[A-Za-z0-9]{20,}",
    "tskey-[a-z]{2,12}-[A-Za-z0-9-]{10,}",
    "ATATT3[A-Za-z0-9_=-]{16,}",
    // bot tokens: Telegram's, also within its URLs, and Discord's
    "(?:bot)?[0-9]{8,12}:[A-Za-z0-9_-]{30,}",
    "[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{5,7}\\.[A-Za-z0-9_-]{25,}",
    // a JWT; must start at the beginning of a run, or a run without dots would be scanned again from every dash
    "(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*){0,3}",
  ]
    .map((shape) => `(?<![A-Za-z0-9])${shape}`)
    .join("|"),
  "g",
);

const QUOTES = `\\\\{0,3}["']?`;
const SEPARATOR = `${QUOTES}[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4}`;

const AUTHORIZATION = new RegExp(
  `((?:proxy-)?authorization${SEPARATOR}${QUOTES})(?!\\[redacted\\])(?:[a-z0-9-]{2,20} {1,4})?[^\\s"'\\\\,;]{1,8000}`,
  "gi",
);
const COOKIE = new RegExp(`\\b((?:set-)?cookie${QUOTES}[ \\t]{0,4}:[ \\t]{0,4}${QUOTES})[^\\r\\n"'\\\\]+`, "gi");
const BEARER = /\b(bearer {1,4})(?!tokens?\b|auth|scheme|header|\[redacted\])[A-Za-z0-9._~+/=-]{6,}/gi;
/** Encoded text, not an English word: it has a digit, padding or an inner capital. */
const BASIC = /\b([Bb]asic {1,4})(?=[A-Za-z+/]{0,400}(?:[0-9=]|(?<=[a-z])[A-Z]))[A-Za-z0-9+/=_-]{6,}/g;

/** A quoted value ends at its quote or line end, an escaped one (JSON in JSON) at a quote, a bare one at a blank. */
const VALUE = new RegExp(
  [
    `"(?:[^"\\\\\\r\\n]|\\\\.)*"?`,
    `'(?:[^'\\\\\\r\\n]|\\\\.)*'?`,
    `\\\\{1,7}["'][^"'\\\\\\r\\n]*`,
    `[^\\s"'\\\\,;&<>(){}\\[\\]|]+`,
  ].join("|"),
  "y",
);
/** `name: `, `"name": `, `name=` or `--name `, up to the start of the value. */
const NAME = new RegExp(
  [
    `(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_.-]{0,80})${SEPARATOR}`,
    `(?<![A-Za-z0-9_-])--([A-Za-z][A-Za-z0-9_-]{0,80}) {1,4}(?!-)`,
  ].join("|"),
  "g",
);
const USER_OPTION = /((?<=\s)(?:-u[ =]{0,3}|--user[ =]{1,3})["']?)(?!\d+:\d+\b)[^\s:"']{1,100}:[^\s"']{1,500}/g;

/** For programs with a password option -p: the value joined to it, or as the next word. */
const PASSWORD_OPTION =
  /(\b(?:mysql|mariadb)[a-z-]{0,12} [^\r\n|;&]{0,200}?(?<=\s)-p|\bsshpass {1,4}-p {0,4}|\bdocker login [^\r\n|;&]{0,200}?(?<=\s)-p {1,4})(?!\[redacted\])(?:"[^"\r\n]{1,500}"?|'[^'\r\n]{1,500}'?|[^\s"'-][^\s"']{0,500})/g;
/** A webhook URL is a secret: it is enough to post there. */
const WEBHOOK =
  /(\bhooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/|\bdiscord(?:app)?\.com\/api\/(?:v[0-9]{1,2}\/)?webhooks\/)(?!\[redacted\])[A-Za-z0-9_/-]{1,500}/gi;
/** Azure's shared access signatures, in URLs and in connection strings. */
const SHARED_ACCESS = /([?&;]sig=)(?!\[redacted\])[A-Za-z0-9%+/=_-]{10,500}/g;
/** In a .netrc no sign separates name and value. */
const NETRC = /(\b(?:machine|login|account)\s{1,8}\S{1,200}\s{1,8}password\s{1,8})(?!\[redacted\])\S{1,500}/g;

const PLAIN_VALUE = /^["']?(?:null|true|false|undefined|none|\[redacted\])?["']?$/i;
