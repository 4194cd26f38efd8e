import type { Pattern } from "../pattern/pattern.ts";
import type { ProcessFacts } from "./process-facts.ts";
import { type Program, programOf } from "./program.ts";

/** How an agent's program looks in a process table. */
export interface ProgramShape {
  /** The path of its binary, or of the link in a bin folder that an interpreter is given. */
  binary: Pattern;
  /** The path of its entry script within its package. */
  script?: Pattern;
  /** Programs that run its script, besides node and bun, without their versions. */
  interpreters?: readonly string[];
  /** First words after which it is not a conversation: servers, daemons, management. */
  helpers: readonly string[];
  /** The same for short commands that a prompt may also begin with: only where at most one argument follows,
   * since some systems give a prompt split at its blanks. */
  chores: readonly string[];
  /** Options with which it serves another program instead of a person. */
  helperOptions?: readonly string[];
  /** It takes prompts only as an option, so a first word is a command: its own, or one of another program of that name. */
  promptsByOption?: boolean;
  /** The same, but these first words begin a conversation. */
  conversations?: readonly string[];
}

export function identifyBy(shape: ProgramShape): (process: ProcessFacts) => boolean {
  return (process) => {
    const program = programOf(process.argv, shape.interpreters);
    if (program === null || !looksLike(program, shape) || isHelper(program.args, shape)) return false;
    const [first = ""] = program.args;
    if (shape.promptsByOption !== true && shape.conversations === undefined) return true;
    return /^(-|$)/.test(first) || shape.conversations?.includes(first) === true;
  };
}

export function isHelper(args: readonly string[], shape: Omit<ProgramShape, "binary" | "script">): boolean {
  if (args.some((arg) => shape.helperOptions?.includes(arg.replace(/^(--[^=]+)=.*$/s, "$1")))) return true;
  for (const [i, arg] of args.entries()) {
    if (arg === "--") return false;
    if (arg.startsWith("-")) continue;
    if (shape.helpers.includes(arg)) return true;
    if (shape.chores.includes(arg) && args.length - i <= 2) return true;
    // a word right after an option may be its value, and the command is still to come
    if (!/^-[^=]*$/.test(args[i - 1] ?? "")) return false;
  }
  return false;
}

function looksLike({ kind, path }: Program, { binary, script }: ProgramShape): boolean {
  if (kind === "binary") return binary.test(`/${path}`);
  // a bare `node name` is a file of the user's own: an installed agent is always started by a path
  return binary.test(path) || script?.test(`/${path}`) === true;
}
