import type { Adapter } from "../../core/adapter/adapter.ts";
import { isAsideSeen, withAside } from "../../core/engine/aside.ts";
import type { EngineConfig } from "../../core/engine/engine-config.ts";
import { resolve } from "../../core/engine/resolve.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { Resolution } from "../../core/protocol/events/explain.ts";
import type { Limited } from "../../core/protocol/events/limited.ts";
import type { PaneUsage } from "../../core/protocol/lists/usage.ts";
import { usageCalls } from "../../core/usage/usage-calls.ts";
import type { RuntimeRegistry } from "../runtimes/runtime-registry.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { type Account, LimitCalls } from "../usage/limit-calls.ts";
import type { WakeStore } from "../usage/wake-store.ts";
import type { Folds } from "./folds.ts";

/** How soon another agent calls for a limit, if the one that did has ended. */
const CALLER_GONE_MS = 60_000;

export interface ResolverDeps {
  store: Store;
  runtimes: RuntimeRegistry;
  folds: Folds;
  config: EngineConfig;
  /** Health of the target. */
  health(): Health;
  /** Tokens and money of a runtime's conversation. */
  usageOf(runtime: RuntimeRow): PaneUsage | null;
  /** When a used-up limit of the account resets; null if no call of a model told that. */
  resetOf(account: Account, since: number): number | null;
  wakes: Pick<WakeStore, "at">;
  adapterOf(agent: string): Adapter | null;
}

const UNTRIED = "it is known by its documentation only, so its screen is not read, and it has not said anything yet";

/** The state of an agent, with the calls for what it has used: a limit of its account, a full context. */
export class Resolver {
  private readonly deps: ResolverDeps;
  private readonly limits: LimitCalls;

  constructor(deps: ResolverDeps) {
    this.deps = deps;
    this.limits = new LimitCalls({
      store: deps.store,
      isLost: (runtimeId, call) => {
        const ended = deps.runtimes.runtime(runtimeId)?.ended_at !== null;
        return ended && !isAsideSeen(deps.folds.of(runtimeId), call);
      },
    });
  }

  /** `notes`: inside a transaction, which keeps who calls for a limit. */
  resolve(runtimeId: string, now: number, notes = false): Resolution {
    const { folds, health, config, runtimes, usageOf } = this.deps;
    const fold = folds.of(runtimeId);
    const resolved = resolve(fold, now, health(), config, runtimeId);
    const runtime = runtimes.runtime(runtimeId);
    if (runtime === null) return resolved;
    const isUntried = this.deps.adapterOf(runtime.agent_type)?.byDocumentation === true;
    const found = isUntried && resolved.reason_code === "no_signal" ? { ...resolved, because: UNTRIED } : resolved;
    const stopped = found.limited === null ? found : this.withLimit(found, found.limited, runtime, now, notes);
    const usage = usageOf(runtime);
    const calls = usage === null ? [] : usageCalls(usage);
    return calls.reduce((shown, call) => withAside(shown, call, fold, now), stopped);
  }

  private withLimit(found: Resolution, told: Limited, runtime: RuntimeRow, now: number, notes: boolean): Resolution {
    const account = { target: runtime.target_id, agent: runtime.agent_type };
    const { since } = told;
    const until = told.until ?? this.deps.resetOf(account, since) ?? this.limits.untilOf(account, since);
    const limited = { ...told, until, wakes_at: this.deps.wakes.at(runtime.runtime_id, since) };
    if (notes) this.limits.note(account, runtime.runtime_id, limited);
    const stopped = { ...found, limited };
    const call = this.limits.callOf(account, runtime.runtime_id, limitMessage(found));
    if (call !== null) return withAside(stopped, call, this.deps.folds.of(runtime.runtime_id), now);
    const next = now + CALLER_GONE_MS;
    return { ...stopped, revisit_at: Math.min(found.revisit_at ?? next, next) };
  }
}

/** The agent's own words about the limit: its screen may show a dialog that offers something else by now. */
function limitMessage({ state, message, evidence }: Resolution): string {
  const ends = evidence.filter(({ kind, says }) => kind === "edge" && says === "error");
  return (state === "error" ? message : ends.find((end) => end.message !== "")?.message) || message;
}
