import { Fault } from "../../core/protocol/base/fault.ts";
import { GLOBAL_OPTIONS } from "../tables/shared-options.ts";

const { oneOf: COLOURS, default: USUAL } = GLOBAL_OPTIONS.color;

export interface GlobalOptions {
  tmuxSocket: string | undefined;
  color: (typeof COLOURS)[number];
}

/** `--tmux-socket NAME` and `--color WHEN` may appear anywhere before a `--`. */
export function globalOptions(argv: readonly string[]): GlobalOptions & { words: string[] } {
  const words: string[] = [];
  const said: Record<string, string> = {};
  const result = (rest: readonly string[]) => ({
    words: [...words, ...rest],
    tmuxSocket: said["--tmux-socket"],
    color: colourOf(said["--color"] ?? USUAL),
  });
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] as string;
    if (word === "--") return result(argv.slice(index));
    // everything after a signal's state is its message, even if it begins with a dash
    if (words[0] === "signal" && words.length === 2 && !words[1]?.startsWith("-"))
      return result(["--", ...argv.slice(index)]);
    const [name = "", ...value] = word.split("=");
    if (name !== "--tmux-socket" && name !== "--color") words.push(word);
    else if (value.length > 0) said[name] = value.join("=");
    else {
      index += 1;
      said[name] = argv[index] ?? missing(name);
    }
  }
  return result([]);
}

function missing(name: string): never {
  throw new Fault(
    "E_USAGE",
    name === "--color" ? `--color wants one of ${COLOURS.join(", ")}` : `${name} wants a name`,
  );
}

function colourOf(word: string): GlobalOptions["color"] {
  const found = COLOURS.find((each) => each === word);
  if (found === undefined) throw new Fault("E_USAGE", `--color wants one of ${COLOURS.join(", ")}, not "${word}"`);
  return found;
}
