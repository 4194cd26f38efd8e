import type { Answered, UsageFacts } from "../../core/doctor/judge-agent.ts";
import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { AdapterItem } from "../../core/protocol/daemon/adapters.ts";
import type { WeighedEvidence } from "../../core/protocol/events/explain.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Context } from "../common/context.ts";

export interface Heard {
  adapters: readonly AdapterItem[];
  /** Refs of panes with agents that worked but sent no signal, by agent. */
  silent: ReadonlyMap<string, readonly string[]>;
  /** How each agent was answered last. */
  answered: ReadonlyMap<string, Answered>;
  /** When each agent last told what it used, and the panes in which it does not. */
  used: ReadonlyMap<string, ToldUsage>;
}

type ToldUsage = Pick<UsageFacts, "toldAt" | "silentPanes">;

type Last = AdapterItem["health"]["last_event"];

/** Sources through which the agent reports, as opposed to our observation of it. */
const TELLING = new Set(["hook", "notify", "plugin"]);
/** Sources that only report that a program is alive, not what it does. */
const LIVING = new Set(["process", "wrapper"]);
const PANES_ASKED = 50;
const DAY_MS = 86_400_000;

/** Asks the daemon about the agents on one target, or on all. */
export async function hear({ client }: Pick<Context, "client">, target: string | null): Promise<Heard> {
  const [{ items: adapters }, { items: all }, { items: actions }] = await Promise.all([
    client.adapters(),
    client.panes(),
    client.audit(Date.now() - DAY_MS),
  ]);
  const answered = lastAnswers(actions.filter((action) => target === null || action.target === target));
  const panes = all.filter(({ identity }) => target === null || identity.target === target);
  const used = usageOf(panes);
  const silent = new Map<string, string[]>();
  const last = new Map<string, Last>();
  for (const { agent, ref } of panes.filter((pane) => pane.runtime_id !== null).slice(0, PANES_ASKED)) {
    if (agent === null) continue;
    const evidence = (await client.explain(ref)).resolution?.evidence ?? [];
    last.set(agent, newest(last.get(agent) ?? null, evidence));
    const works = evidence.some(({ kind, says }) => kind === "level" && says === "running");
    if (works && !evidence.some(({ source }) => TELLING.has(source)))
      silent.set(agent, [...(silent.get(agent) ?? []), ref]);
  }
  if (target === null) return { adapters, silent, answered, used };
  const there = adapters.map((adapter) => {
    const running = panes.filter(({ agent }) => agent === adapter.name).length;
    return { ...adapter, health: { ...adapter.health, running, last_event: last.get(adapter.name) ?? null } };
  });
  return { adapters: there, silent, answered, used };
}

function usageOf(panes: readonly PaneItem[]): Map<string, ToldUsage> {
  const used = new Map<string, ToldUsage>();
  for (const { agent, ref, usage } of panes) {
    if (agent === null || !usage) continue;
    const { toldAt, silentPanes } = used.get(agent) ?? { toldAt: null, silentPanes: [] };
    const { context } = usage;
    if (context === null || context.size === null) used.set(agent, { toldAt, silentPanes: [...silentPanes, ref] });
    else used.set(agent, { toldAt: Math.max(toldAt ?? 0, context.at), silentPanes });
  }
  return used;
}

function newest(before: Last, evidence: readonly WeighedEvidence[]): Last {
  return evidence
    .filter(({ source }) => !LIVING.has(source))
    .reduce<Last>((last, { at, source }) => (last === null || at > last.at ? { at, source } : last), before);
}

function lastAnswers(actions: readonly AuditEntry[]): Map<string, Answered> {
  const answers = actions.flatMap(({ agent, at, action, outcome, request: { channel } }) =>
    action === "answer" && outcome === "done" && agent !== null && (channel === "native" || channel === "keys")
      ? [[agent, { at, channel }] as const]
      : [],
  );
  return new Map(answers.sort(([, a], [, b]) => a.at - b.at));
}
