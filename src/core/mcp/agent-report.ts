import { nameOf } from "../lists/who.ts";
import type { KeptQuestion } from "../protocol/actions/questions.ts";
import { phaseOf } from "../protocol/base/state.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

/** The caller's rights to an agent. */
export type May = "look" | "act";

/** How an agent stands to the caller, and when it is asked about. */
export interface Standing {
  may: readonly May[];
  isYou: boolean;
  now: number;
}

/** One line of `list_agents`. */
export function agentLine(item: PaneItem, { may, isYou, now }: Standing): Record<string, unknown> {
  const { ref, agent, state, message, since, doing, cwd } = item;
  return {
    ref,
    agent,
    name: nameOf(item),
    place: placeOf(item),
    state,
    ...(since !== null && { for_seconds: Math.max(0, Math.round((now - since) / 1_000)) }),
    ...(message !== "" && { says: brief(message) }),
    ...(doing?.task != null && { task: brief(doing.task.text) }),
    directory: doing?.directory?.path ?? cwd,
    ...(doing?.branch?.name != null && { branch: doing.branch.name }),
    may,
    ...(isYou && { is_you: true }),
  };
}

/** All of `get_agent` but its last words. */
export function agentDetails(
  item: PaneItem,
  standing: Standing,
  question: KeptQuestion | null,
): Record<string, unknown> {
  const { because, confidence, doing, usage, checks, limited, signal } = item;
  return {
    ...agentLine(item, standing),
    why: because,
    confidence,
    ...(doing?.tool != null && { tool: doing.tool.name }),
    question: question === null ? null : questionOf(question),
    git: gitOf(item),
    usage: usage === null ? null : usageOf(usage),
    ...(checks !== undefined && { checks: checks.map(({ name, state, is_stale }) => ({ name, state, is_stale })) }),
    ...(doing?.background !== undefined && { background_shells: doing.background.shells ?? "some" }),
    ...(item.teammate !== undefined && { teammate_of: item.teammate.lead_pane }),
    ...(limited !== null && { stopped_by_limit: true }),
    ...(signal?.task_title != null && { task_title: signal.task_title }),
  };
}

/** `app/%3`, as other agents and the audit name it. */
export function placeOf({ identity }: Pick<PaneItem, "identity">): string {
  const { target, session_name, pane_id } = identity;
  return `${target === "host" ? "" : `${target}:`}${session_name}/${pane_id}`;
}

/** Whether it fits the filter of `list_agents`. */
export function isInState({ state }: PaneItem, wanted: "any" | "running" | "asking" | "resting"): boolean {
  if (wanted === "any") return true;
  return phaseOf(state) === { running: "busy", asking: "ask", resting: "rest" }[wanted];
}

function questionOf({ kind, text, detail, options, multiple }: KeptQuestion): Record<string, unknown> {
  return {
    kind,
    text: brief(text, 2_000),
    ...(detail !== undefined && { detail: brief(detail, 2_000) }),
    ...(options !== undefined && { options: options.map(({ value, label }) => ({ value, label })) }),
    ...(multiple === true && { multiple }),
  };
}

function gitOf({ doing }: PaneItem): Record<string, unknown> | null {
  if (doing?.branch == null) return null;
  const { name, commit } = doing.branch;
  const { files = 0, added = 0, removed = 0, untracked = 0 } = doing.changes ?? {};
  return { branch: name, commit, uncommitted: doing.changes === null ? null : { files, added, removed, untracked } };
}

function usageOf({ model, session, context }: NonNullable<PaneItem["usage"]>): Record<string, unknown> {
  return { model, tokens: session.total, usd: session.cost.usd, context_percent: context?.percent ?? null };
}

function brief(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
