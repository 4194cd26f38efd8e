import { ERRORS } from "../core/protocol/error-codes.ts";
import { asFault, Fault } from "../core/protocol/fault.ts";
import { type Context, createContext } from "./context.ts";
import { loadBundle } from "./load-bundle.ts";

/** Replaced at build time by package.json's version. */
declare const __AGTMUX_VERSION__: string;

type Command = (words: string[], context: Context) => void | Promise<void>;

/** Each is loaded when it is asked for: what one command needs is not every command's start-up time. */
const COMMANDS: Record<string, () => Promise<Command> | Command> = {
  config: () => loadBundle<{ configCommand: Command }>("config").configCommand,
  daemon: async () => (await import("./commands/daemon.ts")).daemonCommand,
  debug: () => loadBundle<{ debugCommand: Command }>("debug").debugCommand,
  env: async () => (await import("./commands/env.ts")).envCommand,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  help: async () => (await import("./commands/help.ts")).helpCommand,
  list: async () => (await import("./commands/list.ts")).listCommand,
  signal: async () => (await import("./commands/signal.ts")).signalCommand,
  target: async () => (await import("./commands/target.ts")).targetCommand,
};

async function main(): Promise<void> {
  const { words, tmuxSocket } = globalOptions(process.argv.slice(2));
  const context = createContext(tmuxSocket, __AGTMUX_VERSION__);
  const [first = "help", ...rest] = words;
  if (first === "--version" || first === "-V") {
    context.out(__AGTMUX_VERSION__);
    return;
  }
  const asksHelp = [first, ...beforeDashes(rest)].some((word) => word === "--help" || word === "-h");
  const name = first.startsWith("-") && asksHelp ? "help" : first;
  if (!Object.hasOwn(COMMANDS, name))
    throw new Fault("E_USAGE", `"${name}" is not a command; 'agtmux help' lists them`);
  const load = COMMANDS[asksHelp ? "help" : name] as () => Promise<Command>;
  const command = await load();
  await command(asksHelp && name !== "help" ? [name] : rest, context);
}

/** What follows a `--` is what somebody says, never an option. */
function beforeDashes(words: string[]): string[] {
  return words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
}

/** `--tmux-socket NAME` may stand anywhere before a `--`. */
function globalOptions(argv: string[]): { words: string[]; tmuxSocket: string | undefined } {
  const words: string[] = [];
  let tmuxSocket: string | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] as string;
    if (word === "--") return { words: [...words, ...argv.slice(index)], tmuxSocket };
    // what follows a signal's state is what somebody says, whatever it begins with
    if (words[0] === "signal" && words.length === 2 && !words[1]?.startsWith("-"))
      return { words: [...words, "--", ...argv.slice(index)], tmuxSocket };
    if (word === "--tmux-socket") {
      index += 1;
      tmuxSocket = argv[index];
      if (tmuxSocket === undefined) throw new Fault("E_USAGE", "--tmux-socket wants a name");
    } else if (word.startsWith("--tmux-socket=")) tmuxSocket = word.slice("--tmux-socket=".length);
    else words.push(word);
  }
  return { words, tmuxSocket };
}

main().catch((error: unknown) => {
  const fault = asFault(error);
  process.stderr.write(`agtmux: ${fault.message} [${fault.code}]\n`);
  // a newer daemon may know codes that we do not
  process.exitCode = (ERRORS[fault.code] ?? ERRORS.E_INTERNAL).exit;
});
