import {
  RuleList,
  RulePauseRequest,
  RuleProposal,
  RuleProposals,
  RuleProposeRequest,
  RuleReport,
  RuleRequest,
  RuleTestReport,
  RuleTestRequest,
} from "../rules/rules.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

/** Needs the right to act, since rules contain commands. */
const ACT = { access: "act" } as const;

export const RULE_ROUTES = {
  list: route(ENDPOINTS.rules.list, {
    summary: "Rules that answer agents for a person, oldest first, and whether they are paused",
    ...ACT,
    answer: RuleList,
    faults: ["E_UNAUTHORIZED"],
  }),
  add: route(ENDPOINTS.rules.add, {
    summary: "Make a rule",
    says: "One that allows must name its target and workspace, and is refused if it could pass more than it names. A paired device may do this only if the user has allowed it.",
    ...ACT,
    body: RuleRequest,
    answer: RuleReport,
    status: 201,
    faults: ["E_TARGET_NOT_FOUND", "E_TARGET_UNREACHABLE", "E_DISK_FULL", "E_NOT_ALLOWED"],
  }),
  remove: route(ENDPOINTS.rules.remove, {
    summary: "Remove a rule; it decides nothing from then on",
    says: "A paired device may do this only if the user has allowed it.",
    ...ACT,
    answer: RuleReport,
    faults: ["E_RULE_NOT_FOUND", "E_DISK_FULL", "E_NOT_ALLOWED"],
  }),
  pause: route(ENDPOINTS.rules.pause, {
    summary: "Stop all rules at once, or let them go on",
    says: "A paired device may let them go on only if the user has allowed it.",
    ...ACT,
    body: RulePauseRequest,
    answer: RuleList,
    faults: ["E_DISK_FULL", "E_NOT_ALLOWED"],
  }),
  test: route(ENDPOINTS.rules.test, {
    summary: "What rules would decide about a command or a tool now, and why; nothing is answered",
    ...ACT,
    body: RuleTestRequest,
    answer: RuleTestReport,
    faults: ["E_TARGET_NOT_FOUND", "E_TARGET_UNREACHABLE"],
  }),
  propose: route(ENDPOINTS.rules.propose, {
    summary: "The narrowest rules that allow what an open question asks, and what they would have decided in 30 days",
    ...ACT,
    body: RuleProposeRequest,
    answer: RuleProposal,
  }),
  learn: route(ENDPOINTS.rules.learn, {
    summary: "Rules for what a person has answered the same way at least five times",
    ...ACT,
    answer: RuleProposals,
    faults: ["E_UNAUTHORIZED"],
  }),
};
