/** How many columns a terminal gives this text: wide characters take two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Cut to `width` columns, with an ellipsis where something is missing. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    taken += character;
  }
  return `${taken}…`;
}

export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Rows as columns, two blanks apart; the last column takes what is left of `columns` (all it wants if null). */
export function table(rows: readonly (readonly string[])[], columns: number | null): string[][] {
  const widths = widthsOf(rows);
  const last = widths.length - 1;
  const before = widthBefore(rows);
  const room = columns === null ? null : Math.max(8, columns - before);
  return rows.map((row) =>
    row.map((cell, column) =>
      column < last ? pad(cell, widths[column] ?? 0) : room === null ? cell : shorten(cell, room),
    ),
  );
}

/** Columns taken by all but the last column of a table. */
export function widthBefore(rows: readonly (readonly string[])[]): number {
  return widthsOf(rows)
    .slice(0, -1)
    .reduce((sum, width) => sum + width + 2, 0);
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x200d || (code >= 0x300 && code <= 0x36f) || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd) ||
    // ❌ and its like lie outside the blocks of emoji
    (code >= 0x2300 && /\p{Emoji_Presentation}/u.test(character));
  return wide ? 2 : 1;
}
