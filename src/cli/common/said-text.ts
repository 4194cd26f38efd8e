import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import type { SendRequest } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";

const STDIN = 0;

/** Accepts exactly one of the options; without any, reads standard input. */
export function said(
  command: string,
  { text, file, keys }: { text?: string; file?: string; keys?: string },
  ways = '--text "…", --file',
): Pick<SendRequest, "text" | "keys"> {
  const given = [text, file, keys].filter((each) => each !== undefined);
  if (given.length > 1) throw new Fault("E_USAGE", `${command} wants only one of ${ways}`);
  if (keys !== undefined) return { keys: keys.split(/\s+/).filter(Boolean) };
  if (text !== undefined) return { text };
  if (file === undefined && isatty(STDIN))
    throw new Fault("E_USAGE", `${command} wants ${ways}, or a text on standard input`);
  return { text: withoutLastBreak(read(file === undefined || file === "-" ? STDIN : file)) };
}

function read(file: string | number): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", `${file} cannot be read: ${(cause as Error).message}`, {}, cause);
  }
}

/** Drops the final line break of a file, which is not part of the message. */
function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, "");
}

/** The words, with the value of each such option joined to it: a value may begin with a dash. */
export function withValues(args: readonly string[], options: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    if (word === "--") return [...words, ...args.slice(index)];
    const value = options.includes(word) ? args[index + 1] : undefined;
    if (value === undefined) words.push(word);
    else {
      words.push(`${word}=${value}`);
      index += 1;
    }
  }
  return words;
}
