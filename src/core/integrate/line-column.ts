/** Converts an offset into line and column; both count from 1, columns in characters. */
export function lineColumn(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(text.startsWith("\ufeff") ? 1 : 0, at).split(/\r\n|\n|\r/);
  return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}
