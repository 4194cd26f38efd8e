import { matchesGlob } from "../../core/notify/matches-glob.ts";
import { OverBudget } from "../../core/protocol/lists/usage.ts";
import type { Budget, UsageSettings } from "../../core/protocol/settings/settings-usage.ts";
import { sumUsed } from "../../core/usage/sum-used.ts";
import { dayOf } from "../base/day-of.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import type { DailyRow, SessionKey } from "../store/usage-store.ts";

const KEY = "budget:";

const Crossed = OverBudget.extend({ session: OverBudget.shape.name });

/** Budgets of a day. The conversation whose call goes over a budget is noted, once a day. */
export class Budgets {
  private readonly store: Store;
  private readonly settings: UsageSettings;

  constructor(store: Store, settings: UsageSettings) {
    this.store = store;
    this.settings = settings;
  }

  /** Inside a transaction: that conversation has used something. Returns whether a budget was crossed by it. */
  check(key: SessionKey, project: string, at: number): boolean {
    const day = dayOf(at);
    const own = this.settings.budgets.filter((budget) => isFor(budget, { ...key, project }));
    const open = own.filter(({ name }) => this.crossed(name)?.day !== day);
    if (open.length === 0) return false;
    const rows = this.store.usage.days(day, day);
    const over = open.filter((budget) => this.usedOf(budget, rows) >= allowedBy(budget).allowed);
    for (const budget of over) {
      const crossed = { name: budget.name, day, ...allowedBy(budget), at: Math.floor(at), session: nameOf(key) };
      this.store.remember(`${KEY}${budget.name}`, JSON.stringify(crossed));
    }
    return over.length > 0;
  }

  /** The newest budget that a call of this conversation went over; null if there is none. */
  of(key: SessionKey): OverBudget | null {
    const own = this.settings.budgets.flatMap(({ name }) => this.crossed(name) ?? []);
    const [newest] = own.filter(({ session }) => session === nameOf(key)).sort((a, b) => b.at - a.at);
    if (newest === undefined) return null;
    const { session: _, ...over } = newest;
    return over;
  }

  private crossed(name: string) {
    const stored = this.store.recall(`${KEY}${name}`);
    return stored === null ? null : readStored(Crossed, stored);
  }

  private usedOf(budget: Budget, rows: readonly DailyRow[]): number {
    const { total, cost } = sumUsed(
      rows.filter((row) => isFor(budget, row)),
      this.settings.prices,
    );
    return budget.usd === undefined ? total : (cost.usd ?? 0);
  }
}

function isFor({ agent, target, project }: Budget, used: Pick<DailyRow, "agent" | "target" | "project">): boolean {
  return (
    (agent === undefined || agent === used.agent) &&
    (target === undefined || target === used.target) &&
    (project === undefined || matchesGlob(project, used.project))
  );
}

function allowedBy({ usd, tokens }: Budget): Pick<OverBudget, "unit" | "allowed"> {
  return usd === undefined ? { unit: "tokens", allowed: tokens ?? 0 } : { unit: "usd", allowed: usd };
}

function nameOf({ target, agent, session_id }: SessionKey): string {
  return JSON.stringify([target, agent, session_id]);
}
