import type { z } from "zod";
import { summarize } from "../core/lists/summarize.ts";
import { isGuess } from "../core/protocol/attention.ts";
import type {
  AttentionItem,
  AttentionList,
  ClaimReport,
  SeenReport,
  SeenRequest,
} from "../core/protocol/attention-list.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { PaneItem } from "../core/protocol/lists.ts";
import { findPane } from "./actions/refs.ts";
import type { Clock } from "./clock.ts";
import type { Fleet } from "./fleet.ts";
import type { Intake } from "./intake.ts";
import type { AttentionBackend } from "./server/attention-api.ts";
import type { Store } from "./store/store.ts";

const CLAIM = "claim:";
/** Older calls than so many have long been heard. */
const MOST_CLAIMED = 5_000;

type Calling = PaneItem & { attention: NonNullable<PaneItem["attention"]>; runtime_id: string };

/** What calls for a person, and that a person has seen it: an event like any other, so that it is so on every device. */
export class AttentionBook implements AttentionBackend {
  private readonly deps: {
    fleet: Pick<Fleet, "all" | "source" | "item">;
    intakeOf(target: string): Pick<Intake, "offer">;
    store: Pick<Store, "transact" | "remember" | "recallAll" | "forget">;
    clock: Clock;
  };

  /** Which calls some device has told its person, in the order of telling. */
  private readonly claimed = new Set<string>();

  constructor(deps: AttentionBook["deps"]) {
    this.deps = deps;
    const told = [...deps.store.recallAll(CLAIM)].sort(([, one], [, other]) => Number(one) - Number(other));
    for (const [key] of told) this.claimed.add(key.slice(CLAIM.length));
  }

  open(): AttentionList {
    const { fleet, clock } = this.deps;
    const calling = this.calling();
    const { targetErrors } = fleet.source(clock.now());
    return {
      schema_version: 1,
      generated_at: clock.now(),
      filters: {},
      summary: summarize(calling),
      partial: targetErrors.length > 0,
      target_errors: [...targetErrors],
      items: calling.map(itemOf),
    };
  }

  /** Faults before anything is seen, where a ref names nothing. What is closed already is no fault. */
  see(request: z.output<typeof SeenRequest>): SeenReport {
    const meant = this.meant(request);
    for (const item of meant) this.note(item);
    const seen = meant.map(({ identity, ref, runtime_id, attention: { attention_id } }) => {
      const now = this.deps.fleet.item(identity.target, identity.pane_id)?.attention;
      return { attention_id, ref, runtime_id, is_open: now?.attention_id === attention_id };
    });
    return { schema_version: 1, generated_at: this.deps.clock.now(), seen };
  }

  /** First come, first served: a person with three devices is called by one. */
  claim(attentionIds: readonly string[]): ClaimReport {
    const claimed = [...new Set(attentionIds)].filter((id) => !this.claimed.has(id));
    for (const id of claimed) this.claimed.add(id);
    const old = [...this.claimed].slice(0, Math.max(0, this.claimed.size - MOST_CLAIMED));
    for (const id of old) this.claimed.delete(id);
    this.keep(claimed, old);
    return { schema_version: 1, claimed };
  }

  /** So that a restart does not ring again; what cannot be written holds until then. */
  private keep(claimed: readonly string[], old: readonly string[]): void {
    const { store, clock } = this.deps;
    if (claimed.length === 0) return;
    try {
      store.transact(() => {
        for (const id of claimed) store.remember(`${CLAIM}${id}`, String(clock.now()));
        for (const id of old) store.forget(`${CLAIM}${id}`);
      });
    } catch {
      // the intake tells of a store that takes nothing
    }
  }

  private meant({ all, attention_ids, runtime_ids, refs }: z.output<typeof SeenRequest>): Calling[] {
    const panes = this.deps.fleet.all();
    const named = new Set(refs.map((ref) => findPane(ref, panes).ref));
    return this.calling().filter(
      ({ attention, runtime_id, ref }) =>
        all || attention_ids.includes(attention.attention_id) || runtime_ids.includes(runtime_id) || named.has(ref),
    );
  }

  private note({ identity, runtime_id, attention: { attention_id, raised_at } }: Calling): void {
    const stored = this.deps.intakeOf(identity.target).offer([
      {
        target: identity.target,
        pane_id: identity.pane_id,
        runtime_id,
        source: "daemon",
        event_type: "attention.seen",
        // once, whoever else sees it too
        dedupe_key: `seen:${runtime_id}:${attention_id}:${raised_at}`,
        event_time: this.deps.clock.now(),
        message: "",
        // what is raised from now on nobody has seen yet
        evidence: { kind: "seen", through: raised_at },
      },
    ]);
    if (!stored)
      throw new Fault("E_DISK_FULL", "that it was seen could not be stored: 'agtmux daemon status' says why");
  }

  private calling(): Calling[] {
    return this.deps.fleet
      .all()
      .filter((item): item is Calling => item.attention !== null && item.runtime_id !== null)
      .sort((a, b) => a.attention.raised_at - b.attention.raised_at || a.ref.localeCompare(b.ref));
  }
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
}: Calling): AttentionItem {
  const closed_by =
    !isGuess(attention) && (attention.kind === "input" || attention.kind === "approval") ? "answer" : "seen";
  return { ...attention, closed_by, identity, ref, runtime_id, agent, state, confidence, decided_by: source, because };
}
