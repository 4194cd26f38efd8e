import type { Rule, RuleEffect } from "../protocol/rules/rules.ts";
import { checkTerms, type ReadTerms } from "./check-terms.ts";
import { allowsPart, isLoose, matchesAnyWords } from "./match-command.ts";
import { below, isInScope, withoutDots } from "./path-scope.ts";
import { changesShell, isFilter, isOwnProgram, plainWords } from "./plain-programs.ts";
import type { CommandPart, ReadCommand } from "./read-command.ts";
import type { ToolRequest } from "./tool-request.ts";

export interface JudgedRequest {
  /** Null, in a trial only: whichever a rule names. */
  agent: string | null;
  target: string;
  request: ToolRequest;
  /** The command as read; refused also if another parser reads it differently. */
  command: ReadCommand | null;
  places: Places;
}

/** Where things really are on that machine, with links followed. */
export interface Places {
  /** Null if it is not known. */
  cwd: string | null;
  /** By word or path of the request; missing or null if it is a link itself, or not known. */
  of: ReadonlyMap<string, string | null>;
}

export interface Verdict {
  effect: RuleEffect;
  ruleIds: string[];
  why: string;
}

type ReadRule = Rule & ReadTerms;

/** Decides a request by rules. Denies beat asks, asks beat allows; a request that no rule names is asked. */
export function judge(judged: JudgedRequest, rules: readonly Rule[], now: number): Verdict {
  const fitting = rules.flatMap((rule) => readRule(rule, now)).filter((rule) => isAbout(rule, judged));
  for (const effect of ["deny", "ask"] as const) {
    const found = fitting.find((rule) => rule.effect === effect && isTouched(rule, judged));
    if (found !== undefined)
      return {
        effect,
        ruleIds: [found.rule_id],
        why: effect === "deny" ? "a rule denies it" : "a rule wants it asked",
      };
  }
  const allowing = fitting.filter(({ effect }) => effect === "allow");
  const { request, command } = judged;
  if (request.command !== null) {
    if (command === null) return ask("the command was not read");
    return command.ok
      ? allowCommand(command.parts, allowing, judged)
      : ask(`not plain enough for rules: ${command.why}`);
  }
  if (request.paths === null || request.paths.length === 0) return ask("rules allow commands and files only");
  return allowPaths(request.paths, allowing, judged);
}

/** A rule that cannot be read decides nothing, nor does one that has expired. */
function readRule(rule: Rule, now: number): ReadRule[] {
  if (rule.expires_at !== null && rule.expires_at <= now) return [];
  const checked = checkTerms(rule);
  return checked.ok ? [{ ...rule, pattern: checked.terms.pattern }] : [];
}

function isAbout({ agent, target, workspace, effect }: ReadRule, judged: JudgedRequest): boolean {
  const isOther = agent !== null && judged.agent !== null && agent !== judged.agent;
  if (isOther || (target !== null && target !== judged.target)) return false;
  if (workspace === null) return true;
  const { cwd } = judged.places;
  if (cwd !== null) return below(workspace, cwd) !== null;
  // whoever cannot say where it is may be anywhere
  return effect !== "allow";
}

/** Wider than allowing: any part, any word, in either way to write a path. */
function isTouched(rule: ReadRule, { request, command, places }: JudgedRequest): boolean {
  if (rule.pattern !== null) {
    const pattern = rule.pattern;
    return command?.ok === true && command.parts.some((part) => matchesAnyWords(pattern, part));
  }
  if (rule.tool?.toLowerCase() !== request.tool.toLowerCase()) return false;
  const scopes = rule.paths;
  if (scopes === null) return true;
  const all = (request.paths ?? []).flatMap((path) => [
    withoutDots(path.startsWith("/") ? path : `${places.cwd ?? request.cwd}/${path}`),
    ...[places.of.get(path) ?? []].flat(),
  ]);
  return all.some((path) => {
    const inside = folded(rule.workspace === null ? path : (below(rule.workspace, path) ?? path));
    // also below any directory: whether it is meant from the workspace or from the root cannot be told
    return scopes.some(
      (scope) => isInScope(folded(scope), inside, true) || isInScope(folded(`**/${scope}`), inside, true),
    );
  });
}

/** Some file systems take names for the same that differ in case, or in how a letter is composed. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function allowCommand(parts: readonly CommandPart[], rules: readonly ReadRule[], judged: JudgedRequest): Verdict {
  if (parts.some(({ argv }) => isOwnProgram(argv))) return ask("agtmux itself is never allowed by a rule");
  if (parts.length > 1 && parts.some(({ argv }) => changesShell(argv)))
    return ask("a part of it changes what the others mean");
  const used = new Set<string>();
  for (const part of parts) {
    const name = part.argv.slice(0, 2).join(" ");
    if (part.isFed && !isFilter(part.argv)) return ask(`a pipe feeds "${name}", which may take it for a program`);
    const rule = rules.find(({ pattern, workspace, paths }) => {
      if (pattern === null || workspace === null) return false;
      // another program of the list may move things before an open word is looked up
      if (isLoose(pattern) && parts.some(({ argv, assigns }) => plainWords(argv) === 0 || assigns.length > 0))
        return false;
      return allowsPart(pattern, part, (word) => isPlaceAllowed(judged.places.of.get(word), workspace, paths));
    });
    if (rule === undefined) return ask(`no rule allows "${wordsOf(part)}" as it is written there`);
    used.add(rule.rule_id);
  }
  return { effect: "allow", ruleIds: [...used], why: "every part of it is allowed" };
}

/** The part as a rule would have to name it. */
function wordsOf({ assigns, argv, redirects }: CommandPart): string {
  return [...assigns, ...argv, ...redirects].join(" ");
}

function allowPaths(paths: readonly string[], rules: readonly ReadRule[], judged: JudgedRequest): Verdict {
  const used = new Set<string>();
  for (const path of paths) {
    const rule = rules.find(
      ({ tool, workspace, paths: scopes }) =>
        tool === judged.request.tool &&
        workspace !== null &&
        scopes !== null &&
        isPlaceAllowed(judged.places.of.get(path), workspace, scopes),
    );
    if (rule === undefined) return ask(`no rule allows ${judged.request.tool} there`);
    used.add(rule.rule_id);
  }
  return { effect: "allow", ruleIds: [...used], why: "every file of it is allowed" };
}

function isPlaceAllowed(
  place: string | null | undefined,
  workspace: string,
  scopes: readonly string[] | null,
): boolean {
  const inside = place == null ? null : below(workspace, place);
  if (inside === null) return false;
  // the workspace itself is in none, however it is written
  return (scopes ?? ["**"]).some((scope) => isInScope(scope, inside));
}

function ask(why: string): Verdict {
  return { effect: "ask", ruleIds: [], why };
}
