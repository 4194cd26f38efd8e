import type { Rule } from "../protocol/rules/rules.ts";
import { type JudgedRequest, judge, type Places, type Verdict } from "./judge.ts";
import { absolutePath } from "./path-scope.ts";
import { readCommand } from "./read-command.ts";
import type { ToolRequest } from "./tool-request.ts";

export const WORK = "/home/u/work";

/** A rule that allows, here. */
export function aRule(over: Partial<Rule> = {}): Rule {
  return {
    rule_id: "r1",
    effect: "allow",
    agent: null,
    target: "host",
    workspace: WORK,
    command: null,
    tool: null,
    paths: null,
    note: "",
    dry_run: false,
    created_at: 0,
    expires_at: null,
    used: 0,
    last_used_at: null,
    ...over,
  };
}

/** Every path is where it says, unless `places` knows better. */
export function aRequest(request: Partial<ToolRequest>, places: Partial<Places> = {}): JudgedRequest {
  const whole: ToolRequest = { tool: "Bash", cwd: WORK, command: null, paths: null, ...request };
  const command = whole.command === null ? null : readCommand(whole.command);
  const words = [...(command?.ok ? command.parts.flatMap(({ argv }) => argv) : []), ...(whole.paths ?? [])];
  const of = new Map(words.map((word) => [word, absolutePath(whole.cwd, word)]));
  return { agent: "claude", target: "host", request: whole, command, places: { cwd: whole.cwd, of, ...places } };
}

/** Judges a command by these rules; a text is a rule that allows it. */
export function judgeCommand(
  command: string,
  rules: readonly (Partial<Rule> | string)[],
  places?: Partial<Places>,
): Verdict {
  const all = rules.map((rule, index) =>
    aRule({ rule_id: `r${index + 1}`, ...(typeof rule === "string" ? { command: rule } : rule) }),
  );
  return judge(aRequest({ command }, places), all, 1_000);
}
