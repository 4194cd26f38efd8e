import { ERRORS } from "../core/protocol/error-codes.ts";
import { Fault } from "../core/protocol/fault.ts";
import { daemonCommand } from "./commands/daemon.ts";
import { envCommand } from "./commands/env.ts";
import { explainCommand } from "./commands/explain.ts";
import { helpCommand } from "./commands/help.ts";
import { listCommand } from "./commands/list.ts";
import { signalCommand } from "./commands/signal.ts";
import { type Context, createContext } from "./context.ts";
import { loadBundle } from "./load-bundle.ts";

/** Replaced at build time by package.json's version. */
declare const __AGTMUX_VERSION__: string;

type Command = (words: string[], context: Context) => void | Promise<void>;

const COMMANDS: Record<string, Command> = {
  daemon: daemonCommand,
  env: envCommand,
  explain: explainCommand,
  help: helpCommand,
  list: listCommand,
  signal: signalCommand,
  // what is seldom used, or heavy, is loaded when it is asked for
  config: (words, context) => loadBundle<{ configCommand: Command }>("config").configCommand(words, context),
  debug: (words, context) => loadBundle<{ debugCommand: Command }>("debug").debugCommand(words, context),
};

async function main(): Promise<void> {
  const { words, tmuxSocket } = globalOptions(process.argv.slice(2));
  const context = createContext(tmuxSocket, __AGTMUX_VERSION__);
  const [name = "help", ...rest] = words;
  if (name === "--version" || name === "-V") return context.out(__AGTMUX_VERSION__);
  if (name === "--help" || name === "-h") return helpCommand(rest, context);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new Fault("E_USAGE", `"${name}" is not a command; 'agtmux help' lists them`);
  if (rest.includes("--help") || rest.includes("-h")) return helpCommand([name], context);
  await command(rest, context);
}

/** `--tmux-socket NAME` may stand anywhere before a `--`. */
function globalOptions(argv: string[]): { words: string[]; tmuxSocket: string | undefined } {
  const words: string[] = [];
  let tmuxSocket: string | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] as string;
    if (word === "--") return { words: [...words, ...argv.slice(index)], tmuxSocket };
    if (word === "--tmux-socket") {
      index += 1;
      tmuxSocket = argv[index];
      if (tmuxSocket === undefined) throw new Fault("E_USAGE", "--tmux-socket wants a name");
    } else if (word.startsWith("--tmux-socket=")) tmuxSocket = word.slice("--tmux-socket=".length);
    else words.push(word);
  }
  return { words, tmuxSocket };
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // whoever reads us has seen enough
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

main().catch((error: unknown) => {
  const fault =
    error instanceof Fault
      ? error
      : new Fault("E_INTERNAL", error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.stderr.write(`agtmux: ${fault.message} [${fault.code}]\n`);
  process.exitCode = ERRORS[fault.code].exit;
});
