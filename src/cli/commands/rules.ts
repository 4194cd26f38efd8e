import { resolve } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { RuleEffect, RuleRequest } from "../../core/protocol/rules/rules.ts";
import { spanOf } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions, type Values } from "../common/options.ts";
import { withDefaultAction } from "../common/with-default-action.ts";
import { renderProposals, renderRules, renderTest, ruleLine } from "../render/rules.ts";
import { RULES } from "../tables/rules.ts";

type Action = (args: string[], context: Context) => Promise<void>;

const ACTIONS: Record<keyof typeof RULES.subcommands, Action> = { list, add, remove, test, learn, pause };
const EFFECTS: readonly RuleEffect[] = ["allow", "deny", "ask"];
/** An allowance that was forgotten ends by itself. */
const ALLOWED_MS = 30 * 86_400_000;

/** Manages the rules that answer agents for a person. */
export async function rulesCommand(words: string[], context: Context): Promise<void> {
  const [action, ...args] = withDefaultAction(words, "list");
  if (!Object.hasOwn(ACTIONS, action))
    throw new Fault("E_USAGE", `rules wants one of ${Object.keys(ACTIONS).join(", ")}, not "${action}"`);
  await ACTIONS[action as keyof typeof ACTIONS](args, context);
}

async function list(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(RULES.subcommands.list, args);
  const rules = await context.client.rules();
  context.out(values.json ? JSON.stringify(rules) : renderRules(rules, context));
}

async function add(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(RULES.subcommands.add, args);
  const [word, command, ...rest] = positionals;
  const effect = EFFECTS.find((each) => each === word);
  if (effect === undefined) throw new Fault("E_USAGE", `rules add wants one of ${EFFECTS.join(", ")} first`);
  requireOne(command, rest, values.tool);
  const request: RuleRequest = {
    effect,
    ...subjectOf(command, values),
    agent: values.agent ?? null,
    ...(values.everywhere ? { target: null, workspace: null } : placeOf(values)),
    note: values.note ?? "",
    dry_run: values["dry-run"] === true,
    expires_in_ms: expiryOf(values.expires, effect),
  };
  const report = await context.client.addRule(request);
  context.out(values.json ? JSON.stringify(report) : `made ${ruleLine(report.rule)}`);
}

async function remove(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(RULES.subcommands.remove, args);
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0)
    throw new Fault("E_USAGE", "rules remove wants one id, as 'agtmux rules list' shows them");
  const report = await context.client.removeRule(id);
  context.out(values.json ? JSON.stringify(report) : `removed ${ruleLine(report.rule)}`);
}

async function test(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(RULES.subcommands.test, args);
  const [command, ...rest] = positionals;
  requireOne(command, rest, values.tool);
  const { target, workspace } = placeOf(values);
  const asked = { agent: values.agent ?? null, target, cwd: workspace, ...subjectOf(command, values) };
  const report = await context.client.testRules(asked);
  context.out(values.json ? JSON.stringify(report) : renderTest(report, context));
}

async function learn(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(RULES.subcommands.learn, args);
  const proposals = await context.client.learnRules();
  context.out(values.json ? JSON.stringify(proposals) : renderProposals(proposals.items));
}

async function pause(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(RULES.subcommands.pause, args);
  const rules = await context.client.pauseRules(values.off !== true);
  const words = rules.paused ? "all rules are paused: everything is asked" : "rules decide again";
  context.out(values.json ? JSON.stringify(rules) : words);
}

type Where = Values<(typeof RULES.subcommands.test)["options"]>;

function requireOne(command: string | undefined, rest: readonly string[], tool: string | undefined): void {
  if (rest.length > 0)
    throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: quote the whole command as one word`);
  if ((command === undefined) === (tool === undefined))
    throw new Fault("E_USAGE", "name either a command, quoted as one word, or --tool");
}

function subjectOf(command: string | undefined, { tool, path }: Pick<Where, "tool" | "path">) {
  return { command: command ?? null, tool: tool ?? null, paths: path ?? null };
}

function placeOf({ target = "host", workspace }: Pick<Where, "target" | "workspace">) {
  // a relative path is meant on this machine
  return { target, workspace: workspace === undefined ? process.cwd() : resolve(workspace) };
}

function expiryOf(text: string | undefined, effect: RuleEffect): number | null {
  if (text === undefined) return effect === "allow" ? ALLOWED_MS : null;
  return text === "never" ? null : spanOf("--expires", text);
}
