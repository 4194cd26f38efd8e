import type { Rule, RuleList, RuleProposal, RuleRequest, RuleTestReport } from "../../core/protocol/rules/rules.ts";
import { quoted } from "../../core/provision/shell-words.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge, timeLeft } from "./words.ts";

const HEAD = ["ID", "EFFECT", "USED", "EXPIRES", "AGENT", "WHERE", "WHAT"];
const COLOURS = { allow: "32", deny: "31", ask: "33" } as const;

export function renderRules({ items, paused, generated_at }: RuleList, { columns, colour }: Look): string {
  if (items.length === 0) return "no rules: agents ask you everything ('agtmux help rules' shows how to make one)";
  const rows = items.map((rule) => [
    rule.rule_id,
    rule.dry_run ? `${rule.effect} (dry)` : rule.effect,
    `${rule.used}${rule.last_used_at === null ? "" : ` (${shortAge(generated_at - rule.last_used_at)} ago)`}`,
    expiryOf(rule, generated_at),
    plain(rule.agent ?? "any"),
    plain(`${rule.target ?? "any"}:${rule.workspace ?? "any"}`),
    plain(whatOf(rule) + (rule.note === "" ? "" : `  # ${rule.note}`)),
  ]);
  const [header = [], ...lines] = table([HEAD, ...rows], columns);
  const body = lines.map(([id = "", effect = "", ...rest], index) =>
    [id, paint(effect, COLOURS[items[index]?.effect ?? "ask"], colour), ...rest].join("  ").trimEnd(),
  );
  const note = paused
    ? ["", paint("all rules are paused: 'agtmux rules pause --off' lets them go on", "33", colour)]
    : [];
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body, ...note].join("\n");
}

/** One rule in a line. */
export function ruleLine(rule: Rule): string {
  const where = plain(`${rule.target ?? "any target"}:${rule.workspace ?? "any workspace"}`);
  return `${rule.rule_id}: ${rule.effect}${rule.dry_run ? " (dry run)" : ""} ${plain(whatOf(rule))} in ${where}`;
}

export function renderTest({ effect, why, rule_ids, would, paused }: RuleTestReport, { colour }: Look): string {
  const by = rule_ids.length === 0 ? "" : ` by ${rule_ids.join(", ")}`;
  const dry = would === null ? [] : [`with rules in a dry run: ${would.effect} by ${would.rule_ids.join(", ")}`];
  const note = paused ? ["all rules are paused"] : [];
  return [`${paint(effect, COLOURS[effect], colour)}${by}: ${plain(why)}`, ...dry, ...note].join("\n");
}

export function renderProposals(items: readonly RuleProposal[]): string {
  if (items.length === 0) return "nothing to propose: nothing was answered the same way five times";
  return items
    .flatMap(({ rules, matched }) => [
      `# would have decided ${matched.length} in the last 30 days`,
      ...rules.map((rule) => plain(commandOf(rule))),
    ])
    .join("\n");
}

/** The command that makes this rule. */
function commandOf({ effect, agent, target, workspace, command, tool, paths }: RuleRequest): string {
  const option = (name: string, value: string | null | undefined) => (value == null ? [] : [name, quoted(value)]);
  return [
    `agtmux rules add ${effect}`,
    ...(command == null ? [] : [quoted(command)]),
    ...option("--tool", tool),
    ...(paths ?? []).flatMap((path) => option("--path", path)),
    ...option("--agent", agent),
    ...option("--target", target),
    ...option("--workspace", workspace),
  ].join(" ");
}

function whatOf({ command, tool, paths }: Pick<Rule, "command" | "tool" | "paths">): string {
  return [command ?? tool ?? "", ...(paths ?? [])].join(" ");
}

function expiryOf({ expires_at }: Rule, now: number): string {
  if (expires_at === null) return "never";
  return expires_at <= now ? "expired" : `in ${timeLeft(expires_at - now)}`;
}
