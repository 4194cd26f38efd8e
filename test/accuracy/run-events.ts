import type { Adapter, Reading } from "../../src/core/adapter/adapter.ts";
import type { Screen } from "../../src/core/adapter/screen.ts";
import { factsOf } from "../../src/core/agents/facts-of.ts";
import { adapterOf } from "../../src/core/agents/registry.ts";
import { envelope, type SignalFacts } from "../../src/core/engine/envelope.ts";
import type { EventEnvelope } from "../../src/core/protocol/events/event.ts";
import { spoolSignals } from "../../src/core/spool/spool-signal.ts";
import type { Moment, RecordedHook, RecordedRun } from "./recorded-run.ts";

/** How often an unchanged level is read again. */
const LOOK_MS = 200;

/** Screens at the named moments. */
export type Screens = ReadonlyMap<string, Screen>;

/** The events that the daemon would have received in a run, read by the agent's own adapter, in order of time. */
export function runEvents(run: RecordedRun, screens: Screens = new Map()): EventEnvelope[] {
  const adapter = adapterOf(run.agent);
  if (adapter === null) throw new Error(`no adapter is called ${run.agent}`);
  const life = lifeOf(run);
  const facts = [
    ...hookFacts(run),
    ...lookFacts(run, adapter, life.to),
    ...screenFacts(run, adapter, screens),
    ...endFacts(life),
  ];
  return facts
    .map((each) => ({ ...envelope(each, each.event_time), runtime_id: "r" }))
    .sort((a, b) => a.event_time - b.event_time);
}

/** From the program's first appearance in its pane until another program has the pane. */
export function lifeOf(run: RecordedRun): { from: number; to: number; ended: boolean } {
  const [start, end] = run.timeline.filter(({ pane_cmd }) => pane_cmd !== undefined);
  const last = Math.max(...run.timeline.map(({ t_ms_since_start }) => t_ms_since_start));
  return { from: start?.t_ms_since_start ?? 0, to: end?.t_ms_since_start ?? last, ended: end !== undefined };
}

function hookFacts(run: RecordedRun): SignalFacts[] {
  return asOurPluginTells(run.hooks).flatMap((hook, index) => {
    const entry = {
      agent: run.agent,
      event: hook.event,
      pane: "%0",
      tmux: null,
      pid: null,
      start: null,
      session: null,
    };
    const payload = JSON.stringify(hook.payload ?? hook.argv?.[0] ?? {});
    const signals = spoolSignals({ ...entry, payload }, `hook ${index}`, hook.t_ms_since_start, "host");
    return signals.type === "signals" ? signals.facts : [];
  });
}

/** The recorder's plugin names hooks differently and does not know the parent of a session; our plugin does. */
function asOurPluginTells(hooks: readonly RecordedHook[]): RecordedHook[] {
  const parents = new Map<unknown, string>();
  return hooks.map((hook) => {
    const payload = hook.payload as { sessionID?: string; properties?: { sessionID?: string; info?: SessionInfo } };
    const { id, parentID } = payload?.properties?.info ?? {};
    if (parentID !== undefined) parents.set(id, parentID);
    const parent = parents.get(payload?.properties?.sessionID ?? payload?.sessionID);
    const event = hook.event.replace(/^hook:/, "");
    return parent === undefined ? { ...hook, event } : { ...hook, event, payload: { ...payload, parentID: parent } };
  });
}

interface SessionInfo {
  id?: string;
  parentID?: string;
}

/** Each level is read when it changes, and repeatedly until it changes again or the program ends. */
function lookFacts(run: RecordedRun, adapter: Adapter, until: number): SignalFacts[] {
  return LEVELS.flatMap((levelAt) => {
    const changes = run.timeline.flatMap((moment) => {
      const reading = levelAt(moment, adapter);
      return reading === undefined ? [] : [{ at: moment.t_ms_since_start, reading }];
    });
    let turnedAt = 0;
    return changes.flatMap(({ at, reading }, index) => {
      if (reading?.event_type !== changes[index - 1]?.reading?.event_type) turnedAt = at;
      const next = Math.min(changes[index + 1]?.at ?? until, until);
      return reading === null ? [] : looks(run.agent, reading, at, next, turnedAt);
    });
  });
}

/** A screen counts until the next recorded event: what was drawn after that was not recorded. */
function screenFacts(run: RecordedRun, adapter: Adapter, screens: Screens): SignalFacts[] {
  const happened = [...run.timeline, ...run.hooks].map(({ t_ms_since_start }) => t_ms_since_start);
  return run.timeline.flatMap(({ shot, t_ms_since_start: at }) => {
    const screen = screens.get(shot ?? "");
    const seen = screen === undefined ? undefined : adapter.readScreen?.(screen);
    if (seen?.type !== "read") return [];
    const next = Math.min(at + LOOK_MS, ...happened.filter((time) => time > at));
    return looks(run.agent, seen.reading, at, next, at);
  });
}

function looks(agent: string, reading: Reading, from: number, to: number, changed_at: number): SignalFacts[] {
  const { event_type, evidence } = reading;
  if (evidence.kind !== "level") return [];
  const count = Math.max(1, Math.ceil((to - from) / LOOK_MS));
  return Array.from({ length: count }, (_, index) => {
    const event_time = from + index * LOOK_MS;
    const bringing = { target: "host", pane_id: "%0", dedupe_key: `${event_type} ${event_time}`, event_time };
    return factsOf(agent, { ...reading, evidence: { ...evidence, changed_at } }, bringing);
  });
}

/** Undefined: the moment says nothing about this level. Null: the level shows nothing. */
const LEVELS: readonly ((moment: Moment, adapter: Adapter) => Reading | null | undefined)[] = [
  ({ pane_title }, adapter) => (pane_title === undefined ? undefined : (adapter.readTitle?.(pane_title) ?? null)),
  ({ osc }, adapter) => {
    if (osc === undefined) return undefined;
    const [code = "", ...text] = osc.split(";");
    return adapter.osc?.read(Number(code), text.join(";")) ?? null;
  },
  ({ session_file_status: status, waitingFor }, adapter) => {
    if (status === undefined) return undefined;
    const text = JSON.stringify({ status, waitingFor });
    return adapter.secondSources?.session_file?.read(text)[0] ?? null;
  },
];

function endFacts({ to, ended }: ReturnType<typeof lifeOf>): SignalFacts[] {
  const evidence = { kind: "ended", exit_code: null, signal: null } as const;
  const base = { target: "host", pane_id: "%0", source: "process", event_type: "process.ended" } as const;
  return ended ? [{ ...base, dedupe_key: "ended", event_time: to, message: "", evidence }] : [];
}
