import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type {
  ResumableItem,
  ResumableList,
  ResumeOutcome,
  ResumeReport,
  ResumeRequest,
} from "../../core/protocol/actions/resume.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { parseRef } from "../../core/protocol/base/refs.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import { findPane } from "../publish/refs.ts";
import type { RuntimeRow, Store } from "../store/store.ts";
import { AuditLog } from "./audit-log.ts";
import type { Resumables } from "./resumable.ts";
import { type Place, placeFor, type Reach, requireDirectory, typeAt } from "./resume-place.ts";

/** The part of a target that resuming uses. */
export interface ResumeTarget {
  readonly name: string;
  /** Refreshes the topology; rejects if the target is unreachable or runs no tmux server. */
  reach(): Promise<Reach>;
  /** The agent in a pane now. */
  agentIn(paneId: string): { agent_type: string; runtime_id: string } | null;
}

export interface ResumeDeps {
  store: Store;
  resumables: Resumables;
  target(name: string): ResumeTarget;
  panes(): readonly PaneItem[];
  clock: Clock;
}

const START_MS = 10_000;
const POLL_MS = 100;

/** Starts ended agents again in their panes and sessions. */
export class Resume {
  private readonly deps: ResumeDeps;
  private readonly audit: AuditLog;
  /** One at a time: two could want the same prompt or session. */
  private busy: Promise<unknown> = Promise.resolve();

  constructor(deps: ResumeDeps) {
    this.deps = deps;
    this.audit = new AuditLog(deps.store, deps.clock);
  }

  list(): ResumableList {
    const { resumables, clock } = this.deps;
    return { schema_version: 1, generated_at: clock.now(), items: resumables.list(clock.now()) };
  }

  async resume(request: ResumeRequest, actor: Actor): Promise<ResumeReport> {
    const outcomes = request.ref === undefined ? await this.all(request, actor) : [await this.one(request, actor)];
    const seen = await Promise.all(outcomes.map((outcome) => this.untilStarted(outcome)));
    return { schema_version: 1, dry_run: request.dry_run === true, items: seen };
  }

  private one(request: ResumeRequest, actor: Actor): Promise<ResumeOutcome> {
    return this.inTurn(() =>
      this.audited(() => this.deps.resumables.of(this.rowOf(request.ref ?? "")), request, actor),
    );
  }

  /** A failure of one does not stop the others. */
  private async all(request: ResumeRequest, actor: Actor): Promise<ResumeOutcome[]> {
    const { resumables, clock } = this.deps;
    const outcomes: ResumeOutcome[] = [];
    for (const item of resumables.list(clock.now())) {
      const outcome = this.inTurn(() => this.audited(() => item, request, actor));
      outcomes.push(await outcome.catch((error: unknown) => refused(item, error)));
    }
    return outcomes;
  }

  /** A dry run changes nothing and is not audited. */
  private async audited(find: () => ResumableItem, request: ResumeRequest, actor: Actor): Promise<ResumeOutcome> {
    const { ref = null, new_window = false, dry_run = false } = request;
    if (dry_run) return this.bringBack(find(), new_window, null);
    const asked = { action: "resume", actor, ref, guards: {}, request: { all: ref === null, new_window } } as const;
    return this.audit.record(asked, async ({ entry, touch }) => {
      const item = find();
      entry.ref = item.ref;
      entry.target = item.target;
      entry.pane_id = item.pane_id;
      entry.runtime_id = item.runtime_id;
      entry.agent = item.agent;
      const outcome = await this.bringBack(item, new_window, touch);
      const where = `${outcome.pane_id} (${outcome.place?.replaceAll("_", " ")})`;
      entry.effects = outcome.pane_id === null ? [] : [`typed ${item.command} into ${where}`];
      return outcome;
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.busy.then(work, work);
    this.busy = turn.catch(() => undefined);
    return turn;
  }

  /** Without `touch` it is a dry run. */
  private async bringBack(item: ResumableItem, newWindow: boolean, touch: (() => void) | null): Promise<ResumeOutcome> {
    const { resumables, clock, target } = this.deps;
    const reach = await target(item.target).reach();
    const row = this.stored(item.runtime_id);
    // refreshing may have found it alive
    resumables.of(row);
    await requireDirectory(item, reach);
    const place = await placeFor(row, item, reach, newWindow);
    if (touch === null) return outcomeOf(item, place, null);
    touch();
    const typed = await typeAt(place, item, reach);
    const pane = typed === null ? await this.elsewhere(row, item, reach) : { place, typed };
    if (pane.typed !== null) resumables.noteResumed(item.runtime_id, pane.typed, clock.now());
    return outcomeOf(item, pane.place, pane.typed);
  }

  /** For when the prompt was gone at the moment of typing. */
  private async elsewhere(row: RuntimeRow, item: ResumableItem, reach: Reach) {
    const place = await placeFor(row, item, reach, true);
    return { place, typed: await typeAt(place, item, reach) };
  }

  private async untilStarted(outcome: ResumeOutcome): Promise<ResumeOutcome> {
    const { item, pane_id } = outcome;
    if (pane_id === null) return outcome;
    for (let waited = 0; waited < START_MS; waited += POLL_MS) {
      const agent = this.deps.target(item.target).agentIn(pane_id);
      if (agent?.agent_type === item.agent && agent.runtime_id !== item.runtime_id)
        return { ...outcome, started: true };
      await sleep(POLL_MS);
    }
    return { ...outcome, started: false };
  }

  private rowOf(ref: string): RuntimeRow {
    const { resumables, panes, target } = this.deps;
    const parsed = parseRef(ref);
    if (parsed.ok && parsed.ref.type === "runtime") return this.stored(parsed.ref.runtime_id);
    const { identity } = findPane(ref, panes());
    const living = target(identity.target).agentIn(identity.pane_id);
    if (living !== null) return this.stored(living.runtime_id);
    const last = resumables.lastIn(identity.target, identity.pane_id);
    if (last === null) throw new Fault("E_NOT_RESUMABLE", `no agent is known to have run in ${ref}`, { ref });
    return last;
  }

  private stored(runtimeId: string): RuntimeRow {
    const row = this.deps.store.runtime(runtimeId);
    if (row !== null) return row;
    const words = `no runtime ${runtimeId} is on record; 'agtmux resume --all --dry-run' lists what can come back`;
    throw new Fault("E_REF_NOT_FOUND", words, { ref: `runtime:${runtimeId}` });
  }
}

function outcomeOf(item: ResumableItem, place: Place, pane_id: string | null): ResumeOutcome {
  return { item, place: place.type, pane_id, started: null, error: null };
}

function refused(item: ResumableItem, error: unknown): ResumeOutcome {
  return { item, place: null, pane_id: null, started: null, error: asFault(error).toBody() };
}
