import type { DoingNews } from "../protocol/events/doing-news.ts";
import { redactText } from "../redact/redact.ts";
import { parseMarker } from "../signals/marker.ts";
import { endOfWords } from "../text/end-of-words.ts";

export const LONGEST_TASK = 200;
export const LONGEST_ARGUMENT = 200;
export const LONGEST_WORDS = 300;
export const LONGEST_NAME = 80;
const LONGEST_ID = 200;
const MOST_CALLS = 20;
/** Only this much of a text is read. */
const MOST_READ = 16 * 1024;

/** Cleans a text for storing: no secrets, one line, short. */
export function cleanNews({ task, words, began, ended, shells, cleared }: DoingNews): DoingNews {
  const [line, said] = [firstOf(task, LONGEST_TASK), cut(linesOf(words).join(" "), LONGEST_WORDS)];
  return {
    ...(line !== "" && { task: line }),
    ...(said !== "" && { words: said }),
    ...(began !== undefined && { began: began.slice(0, MOST_CALLS).map(cleanCall) }),
    ...(ended !== undefined && { ended: ended.slice(0, MOST_CALLS).map((id) => id.slice(0, LONGEST_ID)) }),
    ...(shells !== undefined && { shells }),
    ...(cleared && { cleared }),
  };
}

type Call = NonNullable<DoingNews["began"]>[number];

function cleanCall({ id, tool, argument }: Call): Call {
  const line = firstOf(argument, LONGEST_ARGUMENT);
  return {
    id: id.slice(0, LONGEST_ID),
    tool: firstOf(tool, LONGEST_NAME),
    ...(line !== "" && { argument: line }),
  };
}

function firstOf(text: string | undefined, longest: number): string {
  return cut(linesOf(text)[0] ?? "", longest);
}

/** Its lines without secrets, blank lines and markers. */
function linesOf(text = ""): string[] {
  // drop the last word, which may be half a secret; redact before cutting for the same reason
  return redactText(text.length > MOST_READ ? text.slice(0, endOfWords(text, MOST_READ)) : text)
    .split(/[\r\n]+/)
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "" && parseMarker(line) === null);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // never half of a character
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
