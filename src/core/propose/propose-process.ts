import { programOf } from "../adapter/program.ts";
import type { AgentFile } from "../agent-file/agent-file.ts";
import { escaped } from "./phrases-of.ts";

const OWN_INTERPRETERS = /^(node|nodejs|bun)$/;
const INTERPRETERS = /^(python|ruby|perl|deno|sh|bash|dash|zsh|fish|ksh)$/;

/** Proposes how the process with these words is recognised; null if they name no program. */
export function proposeProcess(argv: readonly string[]): AgentFile["process"] | null {
  const name = baseOf(argv[0] ?? "")
    .replace(/^-/, "")
    .replace(/[\d.]+$/, "");
  const interpreters = INTERPRETERS.test(name) ? [name] : [];
  const program = programOf(argv, interpreters);
  if (program === null || baseOf(program.path) === "") return null;
  const base = baseOf(program.path);
  if (program.kind === "binary") return { binary: `/${escaped(base)}$` };
  const isLink = !/\.\w+$/.test(base);
  const within = program.path.split("/").slice(-2).join("/");
  return {
    binary: `/${escaped(isLink ? base : base.replace(/\.\w+$/, ""))}$`,
    ...(!isLink && { script: `/${escaped(within)}$` }),
    ...(interpreters.length > 0 && !OWN_INTERPRETERS.test(name) && { interpreters }),
  };
}

/** The name by which a shell finds the program with these words; null if they name a script of a package. */
export function programIn(argv: readonly string[]): string | null {
  const name = baseOf(programOf(argv, [])?.path ?? "");
  return /^[\w-]+$/.test(name) ? name : null;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
