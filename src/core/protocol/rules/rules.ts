import { z } from "zod";
import { Millis } from "../base/time.ts";

export const RuleEffect = z.enum(["allow", "deny", "ask"]);
export type RuleEffect = z.infer<typeof RuleEffect>;

/** The requests that a rule is about. Null means any, except that an allowing rule must name its workspace. */
const Scope = {
  effect: RuleEffect,
  agent: z.string().min(1).max(100).nullable(),
  target: z.string().min(1).max(100).nullable(),
  /** An absolute path; directories below it belong to it. */
  workspace: z.string().min(1).max(4_000).nullable(),
  /** One command, whose words must be these; `*` stands for one operand, a last `**` for any number of them. */
  command: z.string().min(1).max(4_000).nullable(),
  /** The agent's own name of a tool, if it is not about a command. */
  tool: z.string().min(1).max(200).nullable(),
  /** Where files must be, relative to the workspace: of a tool, or what open words of a command stand for. */
  paths: z.array(z.string()).max(20).nullable(),
  note: z.string().max(500),
};

export const Rule = z.object({
  rule_id: z.string(),
  ...Scope,
  /** It is only counted what it would have done. */
  dry_run: z.boolean(),
  created_at: Millis,
  expires_at: Millis.nullable(),
  /** How often it decided, or would have. */
  used: z.number().int().nonnegative(),
  last_used_at: Millis.nullable(),
});
export type Rule = z.infer<typeof Rule>;

/** A rule without its id and counts. */
export type RuleTerms = Pick<Rule, keyof typeof Scope>;

export const RuleRequest = z.strictObject({
  ...Scope,
  agent: Scope.agent.default(null),
  target: Scope.target.default(null),
  workspace: Scope.workspace.default(null),
  command: Scope.command.default(null),
  tool: Scope.tool.default(null),
  paths: Scope.paths.default(null),
  note: Scope.note.default(""),
  dry_run: z.boolean().default(false),
  expires_in_ms: z
    .number()
    .positive()
    .max(3_650 * 86_400_000)
    .nullable()
    .default(null),
});
export type RuleRequest = z.input<typeof RuleRequest>;
/** A rule to be made, with nothing left to a default. */
export type NewRule = z.output<typeof RuleRequest>;

export const RuleList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  /** While it is on, no rule decides anything. */
  paused: z.boolean(),
  items: z.array(Rule),
});
export type RuleList = z.infer<typeof RuleList>;

export const RulePauseRequest = z.strictObject({ paused: z.boolean() });
export type RulePauseRequest = z.input<typeof RulePauseRequest>;

/** A request of an agent and how it was decided; without secrets. */
export const DecisionItem = z.object({
  decision_id: z.string(),
  at: Millis,
  target: z.string(),
  pane_id: z.string().nullable(),
  agent: z.string(),
  cwd: z.string(),
  tool: z.string(),
  command: z.string().nullable(),
  paths: z.array(z.string()).nullable(),
  /** Something of it was left out, so it is not what the agent asked for word by word. */
  redacted: z.boolean(),
  /** `open`: not known yet, or never: a No in the agent's own dialog leaves no trace. */
  outcome: z.enum(["open", "allow", "deny"]),
  /** `person`: through agtmux. `terminal`: in the agent's own dialog. */
  by: z.enum(["rule", "person", "terminal"]).nullable(),
  rule_ids: z.array(z.string()),
  /** The effect that rules in a dry run would have had. */
  would: z.object({ effect: RuleEffect, rule_ids: z.array(z.string()) }).nullable(),
});
export type DecisionItem = z.infer<typeof DecisionItem>;

export const RuleTestRequest = z.strictObject({
  /** Null: whichever agent a rule names. */
  agent: z.string().min(1).nullable().default(null),
  target: z.string().min(1),
  cwd: z.string().min(1),
  command: z.string().min(1).nullable().default(null),
  tool: z.string().min(1).nullable().default(null),
  paths: z.array(z.string().min(1)).nullable().default(null),
});
export type RuleTestRequest = z.input<typeof RuleTestRequest>;

export const RuleTestReport = z.object({
  schema_version: z.literal(1),
  effect: RuleEffect,
  why: z.string(),
  rule_ids: z.array(z.string()),
  would: DecisionItem.shape.would,
  paused: z.boolean(),
});
export type RuleTestReport = z.infer<typeof RuleTestReport>;

/** Rules that could be made, and what they would have decided. */
export const RuleProposal = z.object({
  rules: z.array(RuleRequest),
  /** Why there is none. */
  why: z.string().nullable(),
  /** The requests of the last 30 days that all of them together would have decided. */
  matched: z.array(DecisionItem),
});
export type RuleProposal = z.infer<typeof RuleProposal>;

export const RuleProposeRequest = z.strictObject({ question_id: z.string().min(1) });
export type RuleProposeRequest = z.input<typeof RuleProposeRequest>;

export const RuleProposals = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  items: z.array(RuleProposal),
});
export type RuleProposals = z.infer<typeof RuleProposals>;

export const RuleReport = z.object({ schema_version: z.literal(1), rule: Rule });
export type RuleReport = z.infer<typeof RuleReport>;
