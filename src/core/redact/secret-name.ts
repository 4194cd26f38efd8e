/** Whether a key, variable or option of this name holds a secret: `apiKey`, `GITHUB_TOKEN`, but not `token_usage`. */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_NAME || !SECRET_HINT.test(name)) return false;
  const words = wordsOf(name);
  while (words.length > 1 && NEUTRAL_ENDINGS.has(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (last === "token") return !COUNTED.has(before);
  if (last === "tokens") return HELD.has(before);
  if (last === "key" || last === "keys") return KEY_KINDS.has(before);
  if (last === "pass") return words.length > 1 && !/^(first|second|last|one|two|single|multi|all|test)$/.test(before);
  if (last === "auth") return name.startsWith("_"); // npm's `_auth`
  return SECRET_ENDING.test(last);
}

/** Splits `secretAccessKey`, `AWS_SECRET_ACCESS_KEY` and `aws-secret-access-key` into the same words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

const MAX_NAME = 120;
/** Part of every secret name; a quick test that nearly all names and texts fail. */
export const SECRET_HINT = /pass|pwd|secret|token|key|auth|credential|cookie|jwt/i;
const SECRET_ENDING =
  /(?:password|passwords|passwd|passphrase|pwd|secret|secrets|credential|credentials|authorization|apikey|apikeys|secretkey|accesskey|privatekey|authtoken|accesstoken|refreshtoken|sessiontoken|idtoken|cookie|cookies|jwt)$/;
const NEUTRAL_ENDINGS = new Set(["value", "string", "hash", "confirmation", "raw", "plain", "base", "header", "b"]);
const KEY_KINDS = new Set([
  "api",
  "access",
  "private",
  "secret",
  "signing",
  "encryption",
  "auth",
  "master",
  "ssh",
  "account",
]);
/** Words before "token" that mean a token of text, not of access. */
const COUNTED = new Set([
  ..."max min per input output total num count prompt completion stop eos bos pad end special mask unk first last".split(
    " ",
  ),
]);
const HELD = new Set(["access", "refresh", "auth", "api", "bearer", "session", "secret"]);
