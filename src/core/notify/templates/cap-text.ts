const ENDING = "…";

/** At most `most` whole characters; ends with "…" if cut. */
export function capText(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}${ENDING}`;
}

/** At most `most` bytes of UTF-8, in whole characters; ends with "…" if cut. */
export function capBytes(text: string, most: number): string {
  if (utf8Length(text) <= most) return text;
  let room = most - utf8Length(ENDING);
  let kept = "";
  for (const character of text) {
    room -= utf8Length(character);
    if (room < 0) break;
    kept += character;
  }
  return kept + ENDING;
}

export function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
