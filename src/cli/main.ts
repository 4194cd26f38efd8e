import { isatty } from "node:tty";
import { ERRORS } from "../core/protocol/base/error-codes.ts";
import { asFault, Fault } from "../core/protocol/base/fault.ts";
import { type Context, createContext, fitted } from "./common/context.ts";
import { globalOptions } from "./common/global-options.ts";
import { loadBundle } from "./common/load-bundle.ts";
import { printable } from "./common/write-out.ts";

/** Replaced at build time by package.json's version. */
declare const __AGTMUX_VERSION__: string;

type Command = (words: string[], context: Context) => void | Promise<void>;

/** Each command is loaded on demand, most from their own bundles: bundle size costs start-up time. */
const COMMANDS: Record<string, () => Promise<Command> | Command> = {
  adapters: () => loadBundle<{ adaptersCommand: Command }>("debug").adaptersCommand,
  answer: () => loadBundle<{ answerCommand: Command }>("act").answerCommand,
  attach: () => loadBundle<{ attachCommand: Command }>("act").attachCommand,
  audit: () => loadBundle<{ auditCommand: Command }>("act").auditCommand,
  check: () => loadBundle<{ checkCommand: Command }>("act").checkCommand,
  classify: () => loadBundle<{ classifyCommand: Command }>("act").classifyCommand,
  complete: () => loadBundle<{ completeCommand: Command }>("act").completeCommand,
  completions: () => loadBundle<{ completionsCommand: Command }>("help").completionsCommand,
  config: () => loadBundle<{ configCommand: Command }>("config").configCommand,
  daemon: () => loadBundle<{ daemonCommand: Command }>("manage").daemonCommand,
  debug: () => loadBundle<{ debugCommand: Command }>("debug").debugCommand,
  demo: () => loadBundle<{ demoCommand: Command }>("demo").demoCommand,
  devices: () => loadBundle<{ devicesCommand: Command }>("manage").devicesCommand,
  doctor: () => loadBundle<{ doctorCommand: Command }>("doctor").doctorCommand,
  diff: () => loadBundle<{ diffCommand: Command }>("act").diffCommand,
  dispose: () => loadBundle<{ disposeCommand: Command }>("manage").disposeCommand,
  env: () => loadBundle<{ envCommand: Command }>("manage").envCommand,
  explain: () => loadBundle<{ explainCommand: Command }>("manage").explainCommand,
  finish: () => loadBundle<{ finishCommand: Command }>("act").finishCommand,
  fleet: () => loadBundle<{ fleetCommand: Command }>("manage").fleetCommand,
  help: () => loadBundle<{ helpCommand: Command }>("help").helpCommand,
  hub: () => loadBundle<{ hubCommand: Command }>("manage").hubCommand,
  integrate: () => loadBundle<{ integrateCommand: Command }>("integrate").integrateCommand,
  interrupt: () => loadBundle<{ interruptCommand: Command }>("act").interruptCommand,
  kill: () => loadBundle<{ killCommand: Command }>("act").killCommand,
  list: async () => (await import("./commands/list.ts")).listCommand,
  log: () => loadBundle<{ logCommand: Command }>("live").logCommand,
  mcp: () => loadBundle<{ mcpCommand: Command }>("mcp").mcpCommand,
  next: () => loadBundle<{ nextCommand: Command }>("act").nextCommand,
  notify: () => loadBundle<{ notifyCommand: Command }>("manage").notifyCommand,
  overview: async () => (await import("./commands/overview.ts")).overviewCommand,
  pair: () => loadBundle<{ pairCommand: Command }>("manage").pairCommand,
  questions: () => loadBundle<{ questionsCommand: Command }>("act").questionsCommand,
  queue: () => loadBundle<{ queueCommand: Command }>("act").queueCommand,
  resume: () => loadBundle<{ resumeCommand: Command }>("manage").resumeCommand,
  rules: () => loadBundle<{ rulesCommand: Command }>("manage").rulesCommand,
  run: () => loadBundle<{ runCommand: Command }>("manage").runCommand,
  search: () => loadBundle<{ searchCommand: Command }>("live").searchCommand,
  seen: () => loadBundle<{ seenCommand: Command }>("act").seenCommand,
  send: () => loadBundle<{ sendCommand: Command }>("act").sendCommand,
  service: () => loadBundle<{ serviceCommand: Command }>("manage").serviceCommand,
  signal: async () => (await import("./commands/signal.ts")).signalCommand,
  snooze: () => loadBundle<{ snoozeCommand: Command }>("act").snoozeCommand,
  spawn: () => loadBundle<{ spawnCommand: Command }>("manage").spawnCommand,
  "squad-signal": () => loadBundle<{ squadSignalCommand: Command }>("squad").squadSignalCommand,
  "squad-signal-validate": () =>
    loadBundle<{ squadSignalValidateCommand: Command }>("squad").squadSignalValidateCommand,
  "squad-step": () => loadBundle<{ squadStepCommand: Command }>("squad").squadStepCommand,
  statusline: () => loadBundle<{ statuslineCommand: Command }>("live").statuslineCommand,
  target: () => loadBundle<{ targetCommand: Command }>("manage").targetCommand,
  tell: () => loadBundle<{ tellCommand: Command }>("act").tellCommand,
  token: () => loadBundle<{ tokenCommand: Command }>("manage").tokenCommand,
  undo: () => loadBundle<{ undoCommand: Command }>("act").undoCommand,
  uninstall: () => loadBundle<{ uninstallCommand: Command }>("integrate").uninstallCommand,
  usage: () => loadBundle<{ usageCommand: Command }>("act").usageCommand,
  wait: () => loadBundle<{ waitCommand: Command }>("live").waitCommand,
  wake: () => loadBundle<{ wakeCommand: Command }>("act").wakeCommand,
  watch: () => loadBundle<{ watchCommand: Command }>("live").watchCommand,
  "view-output": () => loadBundle<{ viewOutputCommand: Command }>("act").viewOutputCommand,
};

async function main(): Promise<void> {
  const { words, ...options } = globalOptions(process.argv.slice(2));
  const context = createContext(options, __AGTMUX_VERSION__);
  const [first = "overview", ...rest] = words;
  if (first === "--version" || first === "-V") {
    context.out(__AGTMUX_VERSION__);
    return;
  }
  const asksHelp = [first, ...beforeDashes(rest)].some(
    (word, index, all) => (word === "--help" || word === "-h") && all[index - 1] !== "--text",
  );
  const name = first.startsWith("-") && asksHelp ? "help" : first;
  if (!Object.hasOwn(COMMANDS, name)) {
    const { suggestion } = loadBundle<{ suggestion(word: string, names: string[]): string | null }>("help");
    const meant = suggestion(name, Object.keys(COMMANDS));
    throw new Fault(
      "E_USAGE",
      `"${name}" is not a command; ${meant === null ? "" : `did you mean 'agtmux ${meant}'? `}'agtmux help' lists them`,
    );
  }
  const load = COMMANDS[asksHelp ? "help" : name] as () => Promise<Command>;
  const command = await load();
  await command(asksHelp && name !== "help" ? [name] : rest, context);
}

/** Words after `--` are text, never options. */
function beforeDashes(words: string[]): string[] {
  return words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
}

main().catch((error: unknown) => {
  const fault = asFault(error);
  const [first, ...more] = fault.message.split("\n");
  const told = [`agtmux: ${first} [${fault.code}]`, ...more].join("\n");
  process.stderr.write(`${fitted(printable(told), isatty(2))}\n`);
  // a newer daemon may send codes that we do not know
  process.exitCode = (ERRORS[fault.code] ?? ERRORS.E_INTERNAL).exit;
});
