import { z } from "zod";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { McpSettings } from "../../core/protocol/settings/settings-mcp.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";

const PAUSED = "mcp-paused";
const ASKED = "mcp-asked:";
const HOUR_MS = 3_600_000;

/** An agent was asked by another one. */
const Asked = z.object({
  /** How many agents stand behind it. */
  depth: z.number(),
  by: z.string(),
  at: z.number(),
});
export type Asked = z.infer<typeof Asked>;

export interface LimitsDeps {
  store: Pick<Store, "transact" | "remember" | "recall" | "recallAll" | "forget">;
  clock: Clock;
  settings: Pick<McpSettings, "acting" | "depth" | "per_hour">;
  /** Whether a person has prompted or answered this agent since then. */
  isPromptedSince(runtimeId: string, at: number): boolean;
}

/** Tells whether agents may not act on each other now: config.toml says so, or a person has paused it. */
export function agentsStop(store: Pick<Store, "recall">, settings: Pick<McpSettings, "acting">): () => boolean {
  return () => !settings.acting || store.recall(PAUSED) !== null;
}

/** Keeps agents from asking each other without end: a switch, a limit of how often, and a limit of how deep. */
export class Limits {
  private readonly deps: LimitsDeps;
  /** When each caller has acted in the last hour. */
  private readonly acted = new Map<string, number[]>();

  constructor(deps: LimitsDeps) {
    this.deps = deps;
  }

  get isPaused(): boolean {
    return this.deps.store.recall(PAUSED) !== null;
  }

  pause(paused: boolean): void {
    const { store } = this.deps;
    store.transact(() => (paused ? store.remember(PAUSED, "1") : store.forget(PAUSED)));
  }

  /** Throws if agents may not act at all now. */
  requireActing(): void {
    if (!this.deps.settings.acting)
      throw new Fault("E_AGENTS_STOPPED", "agents may not act on each other: config.toml says so (acting in [mcp])");
    if (this.isPaused)
      throw new Fault("E_AGENTS_STOPPED", "agents may not act on each other now: a person has paused that");
  }

  /** Counts an act of this caller; throws if it has acted too often. */
  count(caller: string): void {
    const { clock, settings } = this.deps;
    const now = clock.now();
    const recent = (this.acted.get(caller) ?? []).filter((at) => at > now - HOUR_MS);
    if (recent.length >= settings.per_hour) {
      const minutes = Math.ceil(((recent[0] ?? now) + HOUR_MS - now) / 60_000);
      const words = `you have acted ${settings.per_hour} times in an hour, which is the most; the next is possible in ${minutes} min`;
      throw new Fault("E_AGENTS_LIMIT", words, { per_hour: settings.per_hour });
    }
    this.acted.set(caller, [...recent, now]);
  }

  /** How deep the next agent would be that is asked from this depth; throws if that is too deep. */
  nextDepth(depth: number): number {
    const { settings } = this.deps;
    if (depth < settings.depth) return depth + 1;
    const words = `${depth} agents stand behind you already, each asked by the one before, and ${settings.depth} is the most: this keeps agents from asking each other in a circle`;
    throw new Fault("E_AGENTS_LIMIT", words, { depth: settings.depth });
  }

  /** How many agents stand behind this one, by what it was asked in the last hour. A person's prompt begins anew. */
  depthOf(runtimeId: string): number {
    const asked = this.askedOf(runtimeId);
    if (asked === null || asked.at < this.deps.clock.now() - HOUR_MS) return 0;
    return this.deps.isPromptedSince(runtimeId, asked.at) ? 0 : asked.depth;
  }

  askedOf(runtimeId: string): Asked | null {
    const text = this.deps.store.recall(ASKED + runtimeId);
    return text === null ? null : Asked.parse(JSON.parse(text));
  }

  /** Notes that one agent asks another, before it is done: the other may ask on at once. Returns what takes the note back. */
  note(runtimeId: string, by: string, depth: number): () => void {
    const { store, clock } = this.deps;
    const now = clock.now();
    const key = ASKED + runtimeId;
    const before = store.recall(key);
    store.transact(() => {
      for (const [each, text] of store.recallAll(ASKED))
        if (Asked.parse(JSON.parse(text)).at < now - HOUR_MS) store.forget(each);
      store.remember(key, JSON.stringify({ depth, by, at: now } satisfies Asked));
    });
    return () => store.transact(() => (before === null ? store.forget(key) : store.remember(key, before)));
  }
}
