import type { RuleTerms } from "../protocol/rules/rules.ts";
import { faultOfScope } from "./path-scope.ts";
import { isOwnProgram, isPlainOption, plainWords } from "./plain-programs.ts";
import { type CommandPart, readPattern } from "./read-command.ts";

/** A rule whose command is read. */
export interface ReadTerms extends RuleTerms {
  pattern: CommandPart | null;
}

export type CheckedTerms = { ok: true; terms: ReadTerms } | { ok: false; fault: string };

/** Reads what a rule says; refuses an allowing one that would pass more than it names. */
export function checkTerms(terms: RuleTerms): CheckedTerms {
  const { effect, target, workspace, command, tool, paths } = terms;
  const fault = (why: string): CheckedTerms => ({ ok: false, fault: why });
  if ((command === null) === (tool === null)) return fault("a rule is about either a command or a tool");
  if (effect === "allow" && (workspace === null || target === null))
    return fault("a rule that allows must name a target and a workspace");
  if (effect === "allow" && workspace === "/")
    return fault("a rule that allows must name a workspace, and / is everything");
  if (workspace !== null && !isPlainPath(workspace)) return fault(`"${workspace}" is no absolute path without ".."`);
  for (const scope of paths ?? []) {
    const why = faultOfScope(scope);
    if (why !== null) return fault(why);
  }
  if (paths?.length === 0) return fault("a list of paths must not be empty");
  if (command === null) {
    if (effect === "allow" && paths === null) return fault("a rule that allows a tool must name paths");
    return { ok: true, terms: { ...terms, pattern: null } };
  }
  const read = readPattern(command);
  if (!read.ok) return fault(`the command cannot be read: ${read.why}`);
  const [pattern, ...others] = read.parts;
  if (pattern === undefined || others.length > 0) return fault("a rule has one command: make one for each part");
  if (pattern.open.filter((index) => pattern.argv[index] === "**").length > 2) return fault('it has too many "**"');
  const why = effect === "allow" ? faultOfAllowed(pattern) : null;
  return why === null ? { ok: true, terms: { ...terms, pattern } } : fault(why);
}

function faultOfAllowed({ assigns, argv, open }: CommandPart): string | null {
  if (isOwnProgram(argv)) return "agtmux itself is never allowed by a rule";
  if (open.length === 0) return null;
  // `LD_PRELOAD=x cat` is not the program that is known to be harmless
  if (assigns.length > 0) return "with an assignment before the program, only the exact words can be allowed";
  const named = plainWords(argv);
  const program = argv.slice(0, Math.max(named, 1)).join(" ");
  if (named === 0 || open.some((index) => index < named))
    return `"${program}" may run other programs or write files: it is allowed by its exact words only`;
  const many = open.find((index) => argv[index] === "**");
  if (many !== undefined && many !== argv.length - 1) return '"**" must be the last word';
  const odd = argv
    .slice(named)
    .find((word, index) => !open.includes(index + named) && word.startsWith("-") && !isPlainOption(argv, word));
  return odd === undefined ? null : `"${odd}" must not be beside an open word: only the exact words can be allowed`;
}

export function isPlainPath(path: string): boolean {
  const names = path.split("/").slice(1);
  return (
    path.startsWith("/") &&
    (path === "/" || names.every((name) => name !== "" && name !== "." && name !== "..")) &&
    !/[\u0000-\u001f\u007f]/.test(path)
  );
}
