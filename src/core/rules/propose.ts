import type { NewRule } from "../protocol/rules/rules.ts";
import { checkTerms } from "./check-terms.ts";
import { absolutePath, below } from "./path-scope.ts";
import { changesShell, isFilter } from "./plain-programs.ts";
import { type CommandPart, readCommand } from "./read-command.ts";
import type { ToolRequest } from "./tool-request.ts";

export type Proposed = { ok: true; rules: NewRule[] } | { ok: false; why: string };

const EXPIRES_MS = 30 * 86_400_000;

/** The narrowest rules that allow exactly this, by this agent, in this directory. */
export function proposeRules(agent: string, target: string, { tool, cwd, command, paths }: ToolRequest): Proposed {
  const base = { ...BLANK, agent, target, workspace: cwd };
  if (command !== null) {
    const read = readCommand(command);
    if (!read.ok) return refuse(`a rule cannot allow this command: ${read.why}`);
    const why = faultOfParts(read.parts);
    if (why !== null) return refuse(why);
    return checked([...new Set(read.parts.map(patternOf))].map((each) => ({ ...base, command: each })));
  }
  if (paths === null || paths.length === 0) return refuse(`a rule cannot allow ${tool}: only commands and files`);
  const inside = paths.map((path) => below(cwd, absolutePath(cwd, path) ?? ""));
  if (inside.some((path) => path === null || path === "")) return refuse("it is not a file of that workspace");
  return checked([{ ...base, tool, paths: inside.map((path) => path ?? "") }]);
}

const BLANK = {
  effect: "allow" as const,
  command: null,
  tool: null,
  paths: null,
  note: "",
  dry_run: false,
  expires_in_ms: EXPIRES_MS,
};

function faultOfParts(parts: readonly CommandPart[]): string | null {
  if (parts.length > 1 && parts.some(({ argv }) => changesShell(argv)))
    return "a rule cannot allow this command: a part of it changes what the others mean";
  const fed = parts.find(({ argv, isFed }) => isFed && !isFilter(argv));
  return fed === undefined ? null : `a rule cannot allow this command: a pipe feeds ${fed.argv[0]}`;
}

/** The part as a pattern that means exactly it. */
export function patternOf({ assigns, argv, redirects }: CommandPart): string {
  const assigned = assigns.map((each) => {
    const at = each.indexOf("=") + 1;
    return each.slice(0, at) + (at === each.length ? "" : quoteWord(each.slice(at)));
  });
  return [...assigned, ...argv.map(quoteWord), ...redirects].join(" ");
}

/** As `readCommand` reads it back. A word with both kinds of quotes has no such form, and is refused when it is read. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:@%+,=-]*$/.test(word)) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}

function checked(rules: NewRule[]): Proposed {
  for (const { expires_in_ms: _, dry_run: __, ...terms } of rules) {
    const result = checkTerms(terms);
    if (!result.ok) return refuse(result.fault);
  }
  return { ok: true, rules };
}

function refuse(why: string): Proposed {
  return { ok: false, why };
}
