import type { Adapter } from "../../core/adapter/adapter.ts";
import { LONGEST_NAME } from "../../core/adapter/clean-news.ts";
import { keptFlags } from "../../core/adapter/kept-flags.ts";
import { isUsableSession } from "../../core/adapter/own-path.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { redactText } from "../../core/redact/redact.ts";
import { endOf } from "../runtimes/end-of.ts";
import type { Arrival, RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ActiveLevels } from "./active-levels.ts";
import type { FoldStage } from "./fold-stage.ts";
import { type RebindDeps, rebindEvents } from "./rebind-events.ts";
import type { WrapperRuns } from "./wrapper-runs.ts";

interface DepartedDeps {
  runtimes: RuntimeRegistry;
  activeLevels: ActiveLevels;
  stage: FoldStage;
  runs: WrapperRuns;
}

/** Ends the runtimes whose process is gone. */
export function endDeparted(
  departed: readonly RuntimeRow[],
  arrived: readonly Arrival[],
  now: number,
  { runtimes, activeLevels, stage, runs }: DepartedDeps,
  touched: Set<string>,
): void {
  for (const runtime of departed) {
    const at = endOf(runtime, arrived, now);
    stage.append(runtime, "process.ended", { kind: "ended", exit_code: null, signal: null }, at, touched);
    runtimes.end(runtime.runtime_id, at);
    activeLevels.drop(runtime.runtime_id);
    stage.noteInShell(runtime, "rest", now, touched);
    stage.appendAll(runs.ended(runtime.runtime_id), touched);
  }
}

export interface AdapterSource {
  /** The enabled adapter of that name; if absent, agents of the user's own are not known. */
  adapterOf?(agent: string): Adapter | null;
}

/** Begins a runtime for each agent that was found. */
export function beginArrived(
  arrived: readonly Arrival[],
  now: number,
  deps: RebindDeps & AdapterSource,
  touched: Set<string>,
): void {
  for (const arrival of arrived) {
    const runtime = deps.runtimes.begin(arrival, now);
    if (runtime === null) continue;
    touched.add(runtime.pane_id);
    const { argv } = arrival.agent.process;
    const { repeats = {}, teammateIn } = (deps.adapterOf ?? adapterOf)(runtime.agent_type) ?? {};
    const flags = keptFlags(argv, repeats);
    if (flags.length > 0) deps.metadataStore.learn(runtime.runtime_id, { flags: JSON.stringify(flags) });
    const teammate = teammateIn?.(argv) ?? null;
    if (teammate !== null && isUsableSession(teammate.lead_session))
      deps.metadataStore.learn(runtime.runtime_id, {
        teammate_name: redactText(teammate.name).slice(0, LONGEST_NAME),
        lead_session: teammate.lead_session,
      });
    deps.stage.noteInShell(runtime, "busy", now, touched);
    rebindEvents(runtime, deps, touched);
  }
}
