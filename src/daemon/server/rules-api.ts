import type { Context, Hono } from "hono";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import { RULE_ROUTES } from "../../core/protocol/routes/rule-routes.ts";
import type {
  NewRule,
  RuleList,
  RuleProposal,
  RuleProposals,
  RuleReport,
  RuleTestReport,
  RuleTestRequest,
} from "../../core/protocol/rules/rules.ts";
import { actorOf } from "./actor-of.ts";
import type { DevicesBackend } from "./devices-api.ts";
import { principalIn } from "./request-context.ts";
import { serve } from "./route.ts";

/** Rules as the API uses them. */
export interface RulesBackend {
  list(): RuleList;
  add(request: NewRule, actor: Actor): Promise<RuleReport>;
  /** An unknown id throws `E_RULE_NOT_FOUND`. */
  remove(ruleId: string, actor: Actor): Promise<RuleReport>;
  pause(paused: boolean, actor: Actor): Promise<RuleList>;
  test(request: RuleTestRequest): Promise<RuleTestReport>;
  propose(questionId: string): Promise<RuleProposal>;
  learn(): RuleProposals;
}

/** Only the user, and devices that the user has allowed, may widen what agents may do; every device may pause the rules. */
export function mountRules(api: Hono, rules: RulesBackend, devices: Pick<DevicesBackend, "requireRules">): void {
  const actorFor = (context: Context): Actor => {
    devices.requireRules(principalIn(context).device);
    return actorOf(context);
  };
  serve(api, RULE_ROUTES.list, () => rules.list());
  serve(api, RULE_ROUTES.add, ({ body, context }) => rules.add(body, actorFor(context)));
  serve(api, RULE_ROUTES.remove, ({ param, context }) => rules.remove(param("id"), actorFor(context)));
  serve(api, RULE_ROUTES.pause, ({ body, context }) =>
    rules.pause(body.paused, body.paused ? actorOf(context) : actorFor(context)),
  );
  serve(api, RULE_ROUTES.test, ({ body }) => rules.test(body));
  serve(api, RULE_ROUTES.propose, ({ body }) => rules.propose(body.question_id));
  serve(api, RULE_ROUTES.learn, () => rules.learn());
}
