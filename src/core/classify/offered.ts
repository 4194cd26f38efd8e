const YES_NO =
  /[[(](\[?(?:y|yes)\]?(?:\s?(?:\/|,|\||\bor\b)\s?[^\s,/|)]{1,20}){1,12})[\])](?:\s?\[\w+\])?\s?[?:>]{0,2}$/i;
const SPELT = /(?:[([]\w[)\]][\w' ]{1,30}?(?:\/|, )){1,8}[([]\w[)\]][\w' ]{1,30}(?=(?:\s?\[\w+\])?\s?[?:>]{0,2}$)/;
const LISTED = /^\s*(?:\*{1,2})?(?:(\d{1,2})|([a-hA-H]))[.):]\s+(\S.*)$/;
/** Rows after a list that may still ask about it, and rows between two choices. */
const MAX_AFTER = 3;

/** `[Y/n]` offers Y and n, `(Y)es/(N)o` Yes and No. */
export function inlineChoices(line: string): string[] {
  const text = line.trimEnd();
  const spelt = SPELT.exec(text)?.[0];
  if (spelt !== undefined) return spelt.split(/\/|, /).map((word) => word.replace(/[()[\]]/g, "").trim());
  const found = YES_NO.exec(text)?.[1];
  return found === undefined ? [] : found.split(/\s?(?:[/,|]|\bor\b)\s?/).map((word) => word.replace(/[[\]]/g, ""));
}

/** The last list numbered or lettered without gaps from the first, if text right before or after it asks. */
export function listedChoices(lines: readonly string[]): string[] {
  const found: { at: number; label: string }[] = [];
  let expected: number | null = null;
  for (let at = lines.length - 1, between = 0; at >= 0; at -= 1) {
    const line = lines[at] ?? "";
    const match = LISTED.exec(line);
    if (match === null) {
      between += line.trim() === "" ? 0 : 1;
      if (between > MAX_AFTER) return [];
      continue;
    }
    const place = match[1] === undefined ? (match[2] ?? "").toLowerCase().charCodeAt(0) - 96 : Number(match[1]);
    if (expected !== null && place !== expected) return [];
    found.unshift({ at, label: (match[3] ?? "").replace(/\*{1,2}$/, "").trim() });
    between = 0;
    expected = place - 1;
    if (place === 1) break;
  }
  const [first] = found;
  if (expected !== 0 || first === undefined || found.length < 2) return [];
  const before = lines.slice(0, first.at).findLast((line) => line.trim() !== "") ?? "";
  const after = lines.slice((found.at(-1)?.at ?? 0) + 1).findLast((line) => line.trim() !== "") ?? "";
  const asks = /[?:>]$|\b(?:enter|esc)\b/.test(after.trim()) || (after === "" && /\?:?$/.test(before.trim()));
  return asks ? found.map(({ label }) => label) : [];
}
