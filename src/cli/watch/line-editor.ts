import { visibleText } from "../../core/text/visible-text.ts";
import { displayWidth } from "../../core/text/width.ts";
import type { Key } from "./key-reader.ts";

/** A line that is being written; `at` counts visible characters. */
export interface Line {
  characters: readonly string[];
  at: number;
}

export function lineOf(text: string): Line {
  const characters = charactersOf(text);
  return { characters, at: characters.length };
}

export function textOf({ characters }: Line): string {
  return characters.join("");
}

export function edit(line: Line, key: Key): Line {
  const { characters, at } = line;
  if (typeof key !== "string") return insert(line, key.paste.replaceAll(/\r\n?/g, "\n"));
  switch (key) {
    case "ArrowLeft":
    case "Ctrl-b":
      return { characters, at: Math.max(0, at - 1) };
    case "ArrowRight":
    case "Ctrl-f":
      return { characters, at: Math.min(characters.length, at + 1) };
    case "Home":
    case "Ctrl-a":
      return { characters, at: 0 };
    case "End":
    case "Ctrl-e":
      return { characters, at: characters.length };
    case "Backspace":
      return cut(line, Math.max(0, at - 1), at);
    case "Delete":
    case "Ctrl-d":
      return cut(line, at, at + 1);
    case "Ctrl-u":
      return cut(line, 0, at);
    case "Ctrl-k":
      return cut(line, at, characters.length);
    case "Ctrl-w":
      return cut(line, wordStart(line), at);
    default:
      // names of keys are longer than one character
      return [...key].length > 1 ? line : insert(line, key);
  }
}

/** The part of the line around the cursor that fits into `width` columns, and the cursor's column in it. */
export function editorView({ characters, at }: Line, width: number): { text: string; column: number } {
  const shown = characters.map((each) => visibleText(each.replaceAll("\n", "↵").replaceAll("\t", " ")));
  let from = at;
  // the cursor needs a column of its own behind the text
  for (let used = 1; from > 0; from -= 1) {
    used += displayWidth(shown[from - 1] ?? "");
    if (used > width) break;
  }
  const before = shown.slice(from, at).join("");
  let text = before;
  for (const each of shown.slice(at)) {
    if (displayWidth(text) + displayWidth(each) > width) break;
    text += each;
  }
  return { text, column: displayWidth(before) };
}

function insert({ characters, at }: Line, text: string): Line {
  const before = charactersOf(characters.slice(0, at).join("") + text);
  return { characters: [...before, ...characters.slice(at)], at: before.length };
}

function cut({ characters }: Line, from: number, to: number): Line {
  return { characters: [...characters.slice(0, from), ...characters.slice(to)], at: from };
}

function wordStart({ characters, at }: Line): number {
  const before = characters.slice(0, at);
  const end = before.findLastIndex((each) => each.trim() !== "");
  return before.slice(0, end + 1).findLastIndex((each) => each.trim() === "") + 1;
}

/** An emoji of several code points is one character. */
function charactersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
}
