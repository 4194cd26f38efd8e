import type { DecisionItem, Rule, RuleRequest } from "../../core/protocol/rules/rules.ts";
import { visibleText } from "../../core/text/visible-text.ts";

type Said = Pick<RuleRequest, "command" | "tool" | "paths">;

/** The command of a rule or request, or its tool and files, with invisible characters written out. */
export function ruleSubject({ command, tool, paths }: Said | DecisionItem): string {
  return visibleText([command ?? tool ?? "", ...(paths ?? [])].join(" "));
}

/** For whom it counts. */
export function rulePlace({ agent, target, workspace }: Pick<RuleRequest, "agent" | "target" | "workspace">): string {
  const where = workspace == null ? "any directory" : workspace;
  return visibleText(`${agent ?? "any agent"} in ${where} on ${target ?? "any target"}`);
}

export function ruleCount({ used, dry_run }: Pick<Rule, "used" | "dry_run">): string {
  const times = used === 1 ? "once" : `${used} times`;
  if (used === 0) return dry_run ? "dry run, would not have decided yet" : "not used yet";
  return dry_run ? `dry run, would have decided ${times}` : `decided ${times}`;
}

/** Says how many requests of the last 30 days a proposal would have decided. */
export function matchedWords(count: number): string {
  if (count === 0) return "In the last 30 days it would have matched nothing else.";
  return `In the last 30 days it would have matched ${count === 1 ? "1 request" : `${count} requests`}:`;
}
