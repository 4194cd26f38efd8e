import type { AdapterItem } from "../../core/protocol/adapters.ts";
import type { Weighed } from "../../core/protocol/explain.ts";
import type { Context } from "../context.ts";

export interface Heard {
  adapters: readonly AdapterItem[];
  /** Panes with agents that were seen at work and told nothing, by agent. */
  silent: ReadonlyMap<string, readonly string[]>;
}

type Last = AdapterItem["health"]["last_event"];

/** Who speaks by hooks, notify programs and plugins: by itself, and not because somebody looked. */
const TELLING = new Set(["hook", "notify", "plugin"]);
/** Who says that a program lives, and nothing of what it does. */
const LIVING = new Set(["process", "wrapper"]);
const PANES_ASKED = 50;

/** What the daemon knows of agents; of those on one target, or of all. */
export async function hear({ client }: Pick<Context, "client">, target: string | null): Promise<Heard> {
  const [{ items: adapters }, { items: all }] = await Promise.all([client.adapters(), client.panes()]);
  const panes = all.filter(({ identity }) => target === null || identity.target === target);
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
  if (target === null) return { adapters, silent };
  const there = adapters.map((adapter) => {
    const running = panes.filter(({ agent }) => agent === adapter.name).length;
    return { ...adapter, health: { ...adapter.health, running, last_event: last.get(adapter.name) ?? null } };
  });
  return { adapters: there, silent };
}

function newest(before: Last, evidence: readonly Weighed[]): Last {
  return evidence
    .filter(({ source }) => !LIVING.has(source))
    .reduce<Last>((last, { at, source }) => (last === null || at > last.at ? { at, source } : last), before);
}
