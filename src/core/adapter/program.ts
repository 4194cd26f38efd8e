/** The program of a process: a binary, or a script with its interpreter. */
export interface Program {
  kind: "binary" | "script";
  path: string;
  args: string[];
}

const INTERPRETER = /^(node|nodejs|bun)$/;
/** Options whose value is an argument of its own. */
const WITH_VALUE =
  /^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--preload|--cwd|--title)$/;
const NO_SCRIPT = /^(-e|--eval|-p|--print|-pe|-c|--check|-i|--interactive|--test)$/;

/** Where its run of digits begins: a program can give itself a name of any length. */
const VERSION = /(?<![\d.])[\d.]+$/;

/** From argv alone: the kernel's own name of a node program is `node`, `MainThread` or whatever it chose. */
export function programOf(argv: readonly string[], interpreters: readonly string[] = []): Program | null {
  const [first = "", ...rest] = argv;
  const path = executablePath(first);
  if (path === "") return null;
  const name = path.slice(path.lastIndexOf("/") + 1);
  // python3.12 is a python
  const isInterpreter = INTERPRETER.test(name) || interpreters.includes(name.replace(VERSION, ""));
  return isInterpreter ? scriptAmong(rest) : { kind: "binary", path, args: rest };
}

/** The first argument that is neither an option of the interpreter nor an option's value. */
export function scriptAmong(args: readonly string[]): Program | null {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (NO_SCRIPT.test(arg)) return null;
    if (WITH_VALUE.test(arg)) i++;
    else if (!arg.startsWith("-") && arg !== "run") return { kind: "script", path: arg, args: args.slice(i + 1) };
  }
  return null;
}

/** A title written over argv is one string with blanks (`npm exec @scope/name`): its first word is the program. */
function executablePath(first: string): string {
  const path = /^[./]/.test(first) ? first : (first.split(" ")[0] ?? "");
  return path.replace(/\.exe$/, "");
}
