import type { DecisionItem, NewRule } from "../protocol/rules/rules.ts";
import { checkTerms } from "./check-terms.ts";
import { isPlainOperand } from "./match-command.ts";
import { plainWords } from "./plain-programs.ts";
import { proposeRules, quoteWord } from "./propose.ts";
import { readCommand } from "./read-command.ts";

/** As often a person must have answered the same way, and never otherwise. */
const OFTEN = 5;

/** Rules for what a person has answered the same way at least five times: exact ones, and where only operands differ an open one. */
export function learnRules(decisions: readonly DecisionItem[]): NewRule[] {
  const groups = new Map<string, { rules: NewRule[]; outcomes: DecisionItem["outcome"][] }>();
  for (const item of decisions) {
    if (item.by === "rule" || item.by === null || item.outcome === "open" || item.redacted) continue;
    for (const rules of formsOf(item)) {
      const key = JSON.stringify(rules);
      const group = groups.get(key) ?? { rules, outcomes: [] };
      group.outcomes.push(item.outcome);
      groups.set(key, group);
    }
  }
  const agreed = [...groups.values()].filter(
    ({ outcomes }) => outcomes.length >= OFTEN && outcomes.every((outcome) => outcome === outcomes[0]),
  );
  const rules = agreed.flatMap(({ rules: group, outcomes }) =>
    group.map((rule) => ({ ...rule, effect: outcomes[0] === "deny" ? ("deny" as const) : ("allow" as const) })),
  );
  return distinct(rules);
}

/** Rules for the exact words that were asked; and with open operands, if those are known to be plain data. */
function formsOf({ agent, target, cwd, tool, command, paths, outcome }: DecisionItem): NewRule[][] {
  const exact = proposeRules(agent, target, { tool, cwd, command, paths });
  if (!exact.ok) return [];
  const open = outcome === "allow" && command !== null ? openPattern(command) : null;
  const [first] = exact.rules;
  if (open === null || first === undefined) return [exact.rules];
  const { expires_in_ms: _, dry_run: __, ...terms } = { ...first, command: open };
  return checkTerms(terms).ok ? [exact.rules, [{ ...first, command: open }]] : [exact.rules];
}

function openPattern(command: string): string | null {
  const read = readCommand(command);
  const [part, ...others] = read.ok ? read.parts : [];
  if (part === undefined || others.length > 0 || part.assigns.length > 0 || part.redirects.length > 0) return null;
  const named = plainWords(part.argv);
  const operands = part.argv.slice(named).filter((word) => !word.startsWith("-"));
  if (named === 0 || operands.length === 0 || !operands.every(isPlainOperand)) return null;
  const [first] = operands;
  const from = part.argv.indexOf(first ?? "", named);
  // options after an operand keep their place
  if (part.argv.slice(from).some((word) => word.startsWith("-"))) return null;
  return [...part.argv.slice(0, from).map(quoteWord), ...operands.map(() => "*")].join(" ");
}

function distinct(rules: readonly NewRule[]): NewRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
