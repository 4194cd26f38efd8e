import type { Line } from "../adapter/screen.ts";

const BORDER = /^\s*[╭╰┌└├╔╚┏┗╹╻]?[─━═╌┄▔▀▄]{3,}/u;

/** Rows without their frames; a border becomes a blank row. */
export function unframed(rows: readonly Line[]): Line[] {
  return rows.map(({ row, text }) => {
    const inside = insideOf(text);
    return { row, text: isBorder(text) || isBorder(inside) ? "" : inside };
  });
}

export function isBorder(text: string): boolean {
  return BORDER.test(text) && !/[\p{L}\p{N}]{2}/u.test(text.replace(/^.*?[─━═╌┄▔▀▄]{3,}/u, ""));
}

function insideOf(text: string): string {
  return text
    .replace(/^(?:\s*[│┃║▌█](?=\s|$))+ ?/u, (edge) => " ".repeat(edge.length))
    .replace(/(?<![\s│┃║▐█])[\s│┃║▐█]*[│┃║▐█]$/u, "")
    .trimEnd();
}
