import { isDeepStrictEqual } from "node:util";
import type { UsageCall, UsageNews } from "../../core/protocol/events/usage-news.ts";
import type { ContextUse, PaneUsage } from "../../core/protocol/lists/usage.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { UsageSettings } from "../../core/protocol/settings/settings-usage.ts";
import { sumUsed } from "../../core/usage/sum-used.ts";
import { dayOf } from "../base/day-of.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import type { CallRow, SessionKey, SessionUsage, Spent } from "../store/usage-store.ts";
import { Budgets } from "./budgets.ts";
import { mergeCall } from "./merge-call.ts";
import { owedPart, spentWith } from "./spent.ts";

export interface UsageLedgerDeps {
  store: Store;
  settings: LedgerSettings;
}

/** A call older than `keep_metadata` is not taken: it may have been counted and forgotten. */
export type LedgerSettings = Pick<Settings, "keep_metadata" | "context_full"> & {
  usage: UsageSettings;
};

/** Where and when something was told of usage. */
export interface UsageOrigin {
  at: number;
  /** When we heard of it. */
  now: number;
  project: string;
  pane_id: string | null;
}

const NOTHING_KNOWN: SessionUsage = { model: null, context: null, turn_at: 0, spent: null };

/** Tokens and money of all conversations, as agents tell them. A call counts once, however often it is told. */
export class UsageLedger {
  private readonly deps: UsageLedgerDeps;
  private readonly budgets: Budgets;
  /** Figures as panes show them, by conversation. */
  private readonly shown: StagedMap<string, PaneUsage | null>;

  constructor(deps: UsageLedgerDeps) {
    this.deps = deps;
    this.shown = new StagedMap(deps.store.unit);
    this.budgets = new Budgets(deps.store, deps.settings.usage);
  }

  /** Inside a transaction. */
  learn(key: SessionKey, news: UsageNews, origin: UsageOrigin): void {
    const { usage } = this.deps.store;
    const known = usage.sessionUsage(key) ?? NOTHING_KNOWN;
    if (news.call !== undefined) this.count(key, news.call, known, origin);
    for (const limit of news.limits ?? []) {
      const { target, agent } = key;
      usage.saveLimit({ ...limit, target, agent, pane_id: origin.pane_id, at: Math.floor(origin.at) });
    }
    const told = this.withNews(known, news, origin.at);
    const spent = spentWith(known.spent, news.session_cost, origin.at);
    this.keep(key, known, { ...told, spent: this.share(key, spent, known.turn_at) }, origin.at);
    const isOld = dayOf(origin.at) !== dayOf(origin.now);
    const used = news.call !== undefined || news.session_cost !== undefined;
    if (used && !isOld && this.budgets.check(key, origin.project, origin.at)) this.shown.delete(nameOf(key));
  }

  /** Inside a transaction: a prompt began a turn. */
  beginTurn(key: SessionKey, at: number): void {
    const known = this.deps.store.usage.sessionUsage(key) ?? NOTHING_KNOWN;
    const turn_at = Math.max(known.turn_at, at);
    // what the turn before has cost is not taken into this one
    this.keep(key, known, { ...known, turn_at, spent: this.share(key, known.spent, 0) }, at);
  }

  /** The figures for the pane of this conversation; null if nothing was told of it. */
  of(key: SessionKey): PaneUsage | null {
    const name = nameOf(key);
    const known = this.shown.get(name);
    if (known !== undefined) return known;
    const found = this.read(key);
    this.shown.set(name, found);
    return found;
  }

  /** When a used-up limit of the account resets that was told after `since`; of several the last. Null if none was told. */
  resetOf({ target, agent }: Pick<SessionKey, "target" | "agent">, since: number): number | null {
    const resets = this.deps.store.usage.limits().flatMap((limit) => {
      const isOwn = limit.target === target && limit.agent === agent && limit.used_percent >= 100;
      return isOwn && limit.resets_at !== null && limit.resets_at > since ? [limit.resets_at] : [];
    });
    return resets.length === 0 ? null : Math.max(...resets);
  }

  /** Drops a conversation from memory; it can be read again. */
  release(key: SessionKey): void {
    this.shown.delete(nameOf(key));
  }

  private count(key: SessionKey, call: UsageCall, known: SessionUsage, { at, now, project }: UsageOrigin): void {
    const { store, settings } = this.deps;
    const { id, in_session, ...counts } = call;
    const { input, cached, cache_written, output, reasoning } = counts;
    if (at < now - settings.keep_metadata || input + cached + cache_written + output + reasoning === 0) return;
    const call_id = in_session ? `${key.session_id}:${id}` : id;
    const model = call.model ?? known.model ?? "";
    const isInSpent = known.spent !== null && at >= known.spent.since;
    const cost = counts.cost ?? (isInSpent ? 0 : null);
    const row: CallRow = { ...key, ...counts, cost, call_id, model, project, at, day: dayOf(at) };
    const before = store.usage.call(row);
    const after = before === null ? row : mergeCall(before, row);
    if (isDeepStrictEqual(before, after)) return;
    store.usage.saveCall(after);
    this.shown.delete(nameOf(key));
  }

  /** Gives what is owed to the newest call of the turn, since the agent tells the cost of all calls together, and no cost to the others. */
  private share(key: SessionKey, spent: Spent | null, turnAt: number): Spent | null {
    if (spent === null || spent.owed === 0) return spent;
    const { usage } = this.deps.store;
    const calls = usage.callsSince(key, Math.max(turnAt, spent.since));
    const newest = calls.pop();
    if (newest === undefined) return spent;
    for (const call of calls) if (call.cost === null) usage.saveCall({ ...call, cost: 0 });
    usage.saveCall({ ...newest, cost: (newest.cost ?? 0) + spent.owed });
    this.shown.delete(nameOf(key));
    return { ...spent, owed: 0 };
  }

  private keep(key: SessionKey, before: SessionUsage, after: SessionUsage, at: number): void {
    if (isDeepStrictEqual(before, after)) return;
    this.deps.store.usage.saveSessionUsage(key, after, at);
    this.shown.delete(nameOf(key));
  }

  private read(key: SessionKey): PaneUsage | null {
    const { store, settings } = this.deps;
    const { prices } = settings.usage;
    const { model, context, turn_at, spent } = store.usage.sessionUsage(key) ?? NOTHING_KNOWN;
    const days = store.usage.daysOfSession(key);
    const full = this.contextUse(context);
    const over = this.budgets.of(key);
    if (days.length === 0 && full === null) return null;
    const day =
      days
        .map((each) => each.day)
        .sort()
        .at(-1) ?? dayOf(context?.at ?? 0);
    const onDay = days.filter((each) => each.day === day);
    const turn = store.usage.callsSince(key, turn_at).map((call) => ({ ...call, calls: 1 }));
    const owed = spent === null || spent.owed === 0 ? [] : [owedPart(spent.owed, day)];
    return {
      session_id: key.session_id,
      model,
      session: sumUsed([...days, ...owed], prices),
      turn: sumUsed([...turn, ...owed], prices),
      day,
      on_day: sumUsed([...onDay, ...owed], prices),
      context: full,
      ...(over !== null && { over_budget: over }),
    };
  }

  /** The newest is true; of two at the same time the fuller one, so that a line that is read again changes nothing. */
  private withNews(known: SessionUsage, { call, model, context }: UsageNews, at: number): SessionUsage {
    const before = known.context?.at ?? 0;
    const isNewer = at > before || (at === before && (context?.used ?? 0) >= (known.context?.used ?? 0));
    // a sub-agent's call tells nothing of the context, and may be of another model
    const named = model ?? (context === undefined ? null : (call?.model ?? null));
    const used = context?.used ?? known.context?.used ?? null;
    const size = context?.size ?? known.context?.size ?? null;
    const full_at = isFull(used, size, this.deps.settings.context_full) ? (known.context?.full_at ?? at) : null;
    return {
      ...known,
      model: named !== null && isNewer ? named : known.model,
      context: context !== undefined && isNewer ? { used, size, at, full_at } : known.context,
    };
  }

  /** By the setting of now: it may have been another one when the context was told. */
  private contextUse(context: SessionUsage["context"]): ContextUse | null {
    if (context === null || context.used === null) return null;
    const { used, size, at } = context;
    const full_since = isFull(used, size, this.deps.settings.context_full) ? Math.floor(context.full_at ?? at) : null;
    return {
      used,
      size,
      percent: size === null ? null : Math.round((used * 100) / size),
      full_since,
      at: Math.floor(at),
    };
  }
}

function isFull(used: number | null, size: number | null, fullPercent: number): boolean {
  return used !== null && size !== null && size > 0 && fullPercent > 0 && used * 100 >= size * fullPercent;
}

function nameOf({ target, agent, session_id }: SessionKey): string {
  return JSON.stringify([target, agent, session_id]);
}
