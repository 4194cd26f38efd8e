import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { RuntimeFold } from "../../core/engine/runtime-fold.ts";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { Wake, WakeList, WakeReport, WakeRequest } from "../../core/protocol/actions/wake.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Fleet } from "../publish/fleet.ts";
import { findPane } from "../publish/refs.ts";
import type { WakeStore } from "../usage/wake-store.ts";
import type { Actions } from "./actions.ts";
import type { AuditLog } from "./audit-log.ts";
import type { Manner } from "./send.ts";

export interface WakesDeps {
  wakes: WakeStore;
  fleet: Pick<Fleet, "all" | "item">;
  actions: Pick<Actions, "send">;
  audit: AuditLog;
  foldOf(runtimeId: string): Pick<RuntimeFold, "typed">;
  /** Shows the agent's pane again. */
  review(runtimeId: string): void;
  /** How long after the reset the first agent of an account is woken. */
  afterMs: number;
  /** The prompt that wakes it. */
  text: string;
  clock: Clock;
  log: Log;
}

/** Agents of one account are woken this far apart, so that they do not all use up the new limit at once. */
const APART_MS = 10_000;
/** How soon a machine that could not be reached, a pane in use, or one that asks something is tried again. */
const AGAIN_MS = 60_000;
const DIALOG_GONE_MS = 10_000;
const POLL_MS = 200;
/** Nothing was typed, and a later attempt may succeed. */
const MAY_PASS: ReadonlySet<string> = new Set(["E_TARGET_UNREACHABLE", "E_TMUX", "E_TERMINAL_IN_USE", "E_PANE_MODE"]);

type LimitedPane = PaneItem & { runtime_id: string; agent: string; limited: NonNullable<PaneItem["limited"]> };

/** Tells agents that a limit has stopped to go on once it has reset: where a person asked for it, once, and not if anything has changed. */
export class Wakes {
  private readonly deps: WakesDeps;
  private readonly underWay = new Set<string>();

  constructor(deps: WakesDeps) {
    this.deps = deps;
  }

  list(): WakeList {
    const { wakes, clock } = this.deps;
    return { schema_version: 1, generated_at: Math.floor(clock.now()), items: wakes.all() };
  }

  async ask(request: z.output<typeof WakeRequest>, actor: Actor): Promise<WakeReport> {
    const { ref, account, cancel } = request;
    const { fleet, audit, clock } = this.deps;
    const asked = { action: "wake", actor, ref, guards: {}, request: { account, cancel } } as const;
    return audit.record(asked, async ({ entry, touch }) => {
      const item = findPane(ref, fleet.all());
      entry.ref = item.ref;
      entry.target = item.identity.target;
      entry.pane_id = item.identity.pane_id;
      entry.runtime_id = item.runtime_id;
      entry.agent = item.agent;
      const panes = account ? fleet.all().filter((each) => isOfSameAccount(each, item)) : [item];
      touch();
      const items = cancel ? this.cancel(panes) : this.plan(panes, item, actor);
      entry.effects = items.map((wake) =>
        cancel ? `${wake.ref} is not woken` : `${wake.ref} is woken at ${timeOf(wake)}`,
      );
      return { schema_version: 1, generated_at: Math.floor(clock.now()), cancelled: cancel, items };
    });
  }

  /** Wakes those whose time has come. */
  tick(): void {
    const now = this.deps.clock.now();
    for (const wake of this.deps.wakes.all()) {
      if (wake.wakes_at > now || this.underWay.has(wake.runtime_id)) continue;
      this.underWay.add(wake.runtime_id);
      void this.wake(wake).finally(() => this.underWay.delete(wake.runtime_id));
    }
  }

  private cancel(panes: readonly PaneItem[]): Wake[] {
    const { wakes } = this.deps;
    const found = panes.flatMap(({ runtime_id }) => (runtime_id === null ? [] : (wakes.of(runtime_id) ?? [])));
    for (const wake of found) this.drop(wake);
    return found;
  }

  private plan(panes: readonly PaneItem[], named: PaneItem, actor: Actor): Wake[] {
    const stopped = panes.filter((each): each is LimitedPane => whyNotAsked(each) === null);
    const why = stopped.length === 0 ? whyNotAsked(named) : null;
    if (why !== null) throw new Fault("E_NOT_LIMITED", why, { pane: named.identity.pane_id });
    return stopped.map((item) => this.planOne(item, actor));
  }

  private planOne(item: LimitedPane, actor: Actor): Wake {
    const { wakes, clock } = this.deps;
    const { runtime_id, ref, identity, agent, limited } = item;
    const known = wakes.of(runtime_id);
    if (known?.limited_since === limited.since) return known;
    const until = limited.until ?? 0;
    const now = Math.floor(clock.now());
    const account = { target: identity.target, agent };
    const wakes_at = this.freeTime(account, Math.max(until + this.deps.afterMs, now));
    const wake: Wake = {
      runtime_id,
      ref,
      ...account,
      pane_id: identity.pane_id,
      limited_since: limited.since,
      until,
      wakes_at,
      asked_at: now,
      asked_by: actor,
    };
    wakes.keep(wake);
    this.deps.review(runtime_id);
    return wake;
  }

  /** The first time from `at` on that is far enough from all others of the account. */
  private freeTime({ target, agent }: Pick<Wake, "target" | "agent">, at: number): number {
    const taken = this.deps.wakes.all().filter((wake) => wake.target === target && wake.agent === agent);
    let free = at;
    for (const { wakes_at } of taken) if (Math.abs(wakes_at - free) < APART_MS) free = wakes_at + APART_MS;
    return free;
  }

  private async wake(wake: Wake): Promise<void> {
    const { log, wakes } = this.deps;
    const about = { pane: wake.pane_id, agent: wake.agent };
    try {
      const later = this.resetsLater(wake);
      if (later !== null) return wakes.keep({ ...wake, until: later, wakes_at: later + this.deps.afterMs });
      if (this.asksOtherwise(wake)) return this.postpone(wake);
      const why = this.whyNotWoken(wake);
      if (why !== null) {
        this.drop(wake);
        log.info({ ...about, why }, "not woken");
        return;
      }
      await this.closeOffer(wake);
      await this.tell(wake);
      log.info(about, "woken: its limit has reset");
      this.drop(wake);
    } catch (error) {
      const { code, message, details } = asFault(error);
      log.warn({ ...about, code, err: message }, "could not be woken");
      // a question on the screen that nobody has reported yet
      if (MAY_PASS.has(code) || details.guard === "dialog") this.postpone(wake);
      else this.drop(wake);
    }
  }

  private postpone(wake: Wake): void {
    this.deps.wakes.keep({ ...wake, wakes_at: Math.floor(this.deps.clock.now()) + AGAIN_MS });
  }

  /** A newer reset of the same limit that is still to come; null if there is none. */
  private resetsLater(wake: Wake): number | null {
    const until = this.itemOf(wake)?.limited?.until ?? 0;
    return until > this.deps.clock.now() ? until : null;
  }

  /** It asks something that the limit did not bring about. While it does, it tells of no limit. */
  private asksOtherwise(wake: Wake): boolean {
    const item = this.itemOf(wake);
    const isAsking = item?.runtime_id === wake.runtime_id && phaseOf(item.state) === "ask";
    return isAsking && item.limited === null && !this.wasTypedTo(wake);
  }

  private wasTypedTo({ runtime_id, limited_since }: Wake): boolean {
    return (this.deps.foldOf(runtime_id).typed?.at ?? 0) > limited_since;
  }

  private whyNotWoken(wake: Wake): string | null {
    const item = this.itemOf(wake);
    if (item?.runtime_id !== wake.runtime_id) return "the agent is gone";
    if (item.limited?.since !== wake.limited_since) return "the limit is no longer what ended its last turn";
    return this.wasTypedTo(wake) ? "somebody has typed there since" : null;
  }

  /** An agent that a limit has stopped may offer another model in a dialog, which would take the text for an answer. */
  private async closeOffer(wake: Wake): Promise<void> {
    if (this.itemOf(wake)?.state !== "waiting_approval") return;
    await this.send(wake, { keys: ["Escape"], if_state: ["waiting_approval"] });
    const givesUpAt = this.deps.clock.now() + DIALOG_GONE_MS;
    while (this.itemOf(wake)?.state === "waiting_approval") {
      if (this.deps.clock.now() > givesUpAt) throw new Fault("E_NOT_DELIVERED", "its dialog did not close");
      await sleep(POLL_MS);
    }
    const why = this.whyNotWoken(wake);
    if (why !== null) throw new Fault("E_NOT_DELIVERED", why);
  }

  private tell(wake: Wake): Promise<unknown> {
    return this.send(wake, { text: this.deps.text, if_state: ["error"], wait: "accepted" });
  }

  /** With its key, a daemon that ended half-way does not send twice. */
  private send(
    { runtime_id, limited_since, asked_by }: Wake,
    { if_state, ...what }: { text?: string; keys?: string[]; wait?: "accepted"; if_state: PaneItem["state"][] },
  ): Promise<unknown> {
    const request = {
      ref: `runtime:${runtime_id}`,
      guards: { if_runtime: runtime_id, if_state },
      idempotency_key: `wake:${runtime_id}:${limited_since}:${what.text === undefined ? "close" : "tell"}`,
      enter: true,
      over_draft: false,
      into_dialog: false,
      allow_changes: false,
      ...what,
    };
    // nobody looks at the pane when the time has come
    const manner: Manner = what.text === undefined ? "watched" : "unwatched";
    const sender = { actor: { ...asked_by, via: "wake" as const }, manner };
    return this.deps.actions.send(request, sender, new AbortController().signal);
  }

  private itemOf({ target, pane_id }: Wake): PaneItem | undefined {
    return this.deps.fleet.item(target, pane_id);
  }

  private drop(wake: Wake): void {
    this.deps.wakes.drop(wake.runtime_id);
    this.deps.review(wake.runtime_id);
  }
}

/** Why an agent cannot be woken; null if it can. */
function whyNotAsked({ agent, limited, runtime_id, state, identity }: PaneItem): string | null {
  if (agent === null || runtime_id === null) return `there is no agent in pane ${identity.pane_id}`;
  const who = `${agent} in pane ${identity.pane_id}`;
  if (!limited) return `no limit stops ${who}`;
  if (limited.resumes) return `${who} goes on by itself`;
  if (limited.until === null) return `${who} does not tell when its limit resets`;
  return state === "running" ? `${who} still works` : null;
}

function isOfSameAccount(one: PaneItem, other: PaneItem): boolean {
  return one.agent === other.agent && one.identity.target === other.identity.target;
}

function timeOf({ wakes_at }: Wake): string {
  return new Date(wakes_at).toISOString();
}
