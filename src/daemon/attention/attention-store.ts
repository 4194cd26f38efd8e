import type { z } from "zod";
import type { SeenMark } from "../../core/engine/marks.ts";
import { summarize } from "../../core/lists/summarize.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { isGuess } from "../../core/protocol/events/attention.ts";
import type { Evidence } from "../../core/protocol/events/event.ts";
import type {
  AttentionItem,
  AttentionList,
  ClaimReport,
  SeenReport,
  SeenRequest,
  SnoozeReport,
  SnoozeRequest,
} from "../../core/protocol/lists/attention-list.ts";
import { LIST_VERSION } from "../../core/protocol/lists/list-version.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { Fleet } from "../publish/fleet.ts";
import { findPane } from "../publish/refs.ts";
import type { Store } from "../store/store.ts";

const CLAIM = "claim:";
/** Claims kept; older ones no longer matter. */
const MAX_CLAIMED = 5_000;

type RuntimePane = PaneItem & { runtime_id: string };
type NotifiablePane = RuntimePane & { attention: NonNullable<PaneItem["attention"]> };
type Selection = Pick<z.output<typeof SeenRequest>, "all" | "attention_ids" | "runtime_ids" | "refs" | "through">;

function isRuntime(item: PaneItem): item is RuntimePane {
  return item.runtime_id !== null;
}

/** Open attention, and its acknowledgement: "seen" is an event like any other, so it holds on every device. */
export class AttentionStore {
  private readonly deps: {
    fleet: Pick<Fleet, "all" | "source" | "item">;
    intakeOf(target: string): Pick<Intake, "ingest">;
    /** A runtime's events of being seen and of taking that back; oldest first. */
    sightsOf(runtimeId: string): readonly SeenMark[];
    store: Pick<Store, "transact" | "remember" | "recallAll" | "forget">;
    clock: Clock;
  };

  /** Ids of attention that some device has notified, oldest first. */
  private readonly claimed = new Set<string>();

  constructor(deps: AttentionStore["deps"]) {
    this.deps = deps;
    const told = [...deps.store.recallAll(CLAIM)].sort(([, one], [, other]) => Number(one) - Number(other));
    for (const [key] of told) this.claimed.add(key.slice(CLAIM.length));
  }

  /** All open attention, also that of other members of the fleet. */
  open(): AttentionList {
    const { fleet, clock } = this.deps;
    const { targetErrors, panes } = fleet.source(clock.now());
    const calling = callingIn(panes);
    return {
      schema_version: LIST_VERSION,
      generated_at: Math.floor(clock.now()),
      filters: {},
      summary: summarize(calling),
      partial: targetErrors.length > 0,
      target_errors: [...targetErrors],
      items: calling.map(itemOf),
    };
  }

  /** Throws if a ref names nothing, before anything is marked. Ignores attention that is closed already. */
  see(request: z.output<typeof SeenRequest>): SeenReport {
    if (request.action === "unseen") return this.takeBack(request);
    const selected = this.selected(request);
    for (const item of selected) this.noteSeen(item);
    const seen = selected.map(({ identity, ref, runtime_id, attention: { attention_id } }) => {
      const now = this.deps.fleet.item(identity.target, identity.pane_id)?.attention;
      return { attention_id, ref, runtime_id, is_open: now?.attention_id === attention_id };
    });
    return { schema_version: 1, generated_at: Math.floor(this.deps.clock.now()), seen };
  }

  /** A newer snooze replaces the one before; one of 0 ms ends it. */
  snooze({ for_ms, ...request }: z.output<typeof SnoozeRequest>): SnoozeReport {
    const now = Math.floor(this.deps.clock.now());
    const snoozed = this.selected(request).map((item) => {
      const { attention_id } = item.attention;
      const until = for_ms === 0 ? 0 : now + for_ms;
      this.ingest(item, "attention.snoozed", `snooze:${item.runtime_id}:${attention_id}:${now}:${until}`, {
        kind: "snoozed",
        attention_id,
        until,
      });
      const { ref, runtime_id } = item;
      return { attention_id, ref, runtime_id, snoozed_until: until === 0 ? null : until };
    });
    return { schema_version: 1, generated_at: now, snoozed };
  }

  /** Takes back the last sight of each selected runtime, unless that was taken back already. */
  private takeBack({ attention_ids, runtime_ids, refs }: z.output<typeof SeenRequest>): SeenReport {
    const panes = this.deps.fleet.all();
    const named = new Set(refs.map((ref) => findPane(ref, panes).ref));
    const seen = panes.filter(isRuntime).flatMap((item) => {
      const { ref, runtime_id, identity } = item;
      const isNamed = runtime_ids.includes(runtime_id) || named.has(ref);
      const sights = this.deps.sightsOf(runtime_id);
      const last = sights.findLast(({ attentionId }) => isNamed || attention_ids.includes(attentionId ?? ""));
      if (last === undefined || last.isUndone) return [];
      this.ingest(item, "attention.unseen", `unseen:${last.id}`, {
        kind: "seen",
        through: last.through,
        undone: true,
        ...(last.attentionId !== null && { attention_id: last.attentionId }),
      });
      const open = this.deps.fleet.item(identity.target, identity.pane_id)?.attention;
      return open == null || open.raised_at !== last.through
        ? []
        : [{ attention_id: open.attention_id, ref, runtime_id, is_open: true }];
    });
    return { schema_version: 1, generated_at: Math.floor(this.deps.clock.now()), seen };
  }

  /** First come, first served: of a person's devices only one notifies. */
  claim(attentionIds: readonly string[]): ClaimReport {
    const claimed = [...new Set(attentionIds)].filter((id) => !this.claimed.has(id));
    for (const id of claimed) this.claimed.add(id);
    const old = [...this.claimed].slice(0, Math.max(0, this.claimed.size - MAX_CLAIMED));
    for (const id of old) this.claimed.delete(id);
    this.keep(claimed, old);
    return { schema_version: 1, claimed };
  }

  /** Stores claims, so that nobody is notified again after a restart. If that fails, they hold until the restart. */
  private keep(claimed: readonly string[], old: readonly string[]): void {
    const { store, clock } = this.deps;
    if (claimed.length === 0) return;
    try {
      store.transact(() => {
        for (const id of claimed) store.remember(`${CLAIM}${id}`, String(clock.now()));
        for (const id of old) store.forget(`${CLAIM}${id}`);
      });
    } catch {
      // the intake reports a failing store
    }
  }

  private selected({ all, attention_ids, runtime_ids, refs, through }: Selection): NotifiablePane[] {
    const panes = this.deps.fleet.all();
    const named = new Set(refs.map((ref) => findPane(ref, panes).ref));
    return callingIn(panes).filter(
      ({ attention, runtime_id, ref }) =>
        (through === undefined || attention.raised_at <= through) &&
        (all || attention_ids.includes(attention.attention_id) || runtime_ids.includes(runtime_id) || named.has(ref)),
    );
  }

  private noteSeen(item: NotifiablePane): void {
    const { attention_id, raised_at } = item.attention;
    const undone = this.deps.sightsOf(item.runtime_id).findLast(({ isUndone }) => isUndone);
    // one event, however many devices see it; but another one after it was taken back
    const key = `seen:${item.runtime_id}:${attention_id}:${raised_at}${undone === undefined ? "" : `:${undone.id}`}`;
    // attention raised later is not seen yet
    this.ingest(item, "attention.seen", key, { kind: "seen", through: raised_at, attention_id });
  }

  private ingest(
    { identity, runtime_id }: RuntimePane,
    event_type: string,
    dedupe_key: string,
    evidence: Evidence,
  ): void {
    const stored = this.deps.intakeOf(identity.target).ingest([
      {
        target: identity.target,
        pane_id: identity.pane_id,
        runtime_id,
        source: "daemon",
        event_type,
        dedupe_key,
        event_time: this.deps.clock.now(),
        message: "",
        evidence,
      },
    ]);
    if (!stored) throw new Fault("E_DISK_FULL", "this could not be stored: 'agtmux daemon status' says why");
  }
}

/** Longest waiting first. */
function callingIn(panes: readonly PaneItem[]): NotifiablePane[] {
  return panes
    .filter((item): item is NotifiablePane => item.attention !== null && item.runtime_id !== null)
    .sort((a, b) => a.attention.raised_at - b.attention.raised_at || a.ref.localeCompare(b.ref));
}

function itemOf({
  attention,
  identity,
  ref,
  runtime_id,
  agent,
  state,
  confidence,
  source,
  because,
  shelf,
  snoozed_until,
}: NotifiablePane): AttentionItem {
  const closed_by =
    !isGuess(attention) && (attention.kind === "input" || attention.kind === "approval") ? "answer" : "seen";
  const known = { state, confidence, decided_by: source, because, shelf, snoozed_until };
  return { ...attention, closed_by, identity, ref, runtime_id, agent, ...known };
}
