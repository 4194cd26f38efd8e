import type { AgentFacts } from "../../core/engine/envelope.ts";
import type { ActionSnapshot, AuditEntry } from "../../core/protocol/actions/actions.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import type { Health, State } from "../../core/protocol/base/state.ts";
import type { AdapterItem, UnknownScreens } from "../../core/protocol/daemon/adapters.ts";
import type { TargetKind } from "../../core/protocol/daemon/targets.ts";
import type { EventEnvelope, Source } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { PaneNews } from "../../core/protocol/lists/watch-event.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import type { AskedWords } from "../../core/questions/merge-asked.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { RulesStore } from "./rules-store.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import type { UsageStore } from "./usage-store.ts";

/** The daemon's durable state. Synchronous: a batch is one short transaction, durable before it is visible. */
export interface Store extends OutboxStore, RulesStore {
  /** Identifies this database's log in cursors. */
  readonly epoch: string;
  /** In-memory changes of the open transaction, and what it publishes after the commit. */
  readonly unit: UnitOfWork;
  /** Tokens and money. */
  readonly usage: UsageStore;

  /** All or nothing. Not reentrant. */
  transact<T>(work: () => T): T;

  /** Throws `E_TARGET_EXISTS` if another target has the name. */
  upsertTarget(target: TargetRow): void;
  targets(): TargetRow[];
  /**
   * Removes the target, its panes and their states. Its events stay in the log and its runtimes on record: whether they
   * are still alive is found out when it is added again. Returns the number of the last change, or null if it had no
   * states.
   */
  removeTarget(targetId: string): number | null;

  upsertPane(pane: PaneRow): void;
  removePane(target: string, paneId: string): void;
  panes(): PaneRow[];

  insertRuntime(runtime: RuntimeRow): void;
  endRuntime(runtimeId: string, endedAt: number): void;
  /** Living runtimes, and ended ones younger than `since`. */
  runtimes(since: number): RuntimeRow[];
  runtime(runtimeId: string): RuntimeRow | null;
  /** The highest epoch a pane has had, 0 if none. */
  lastPaneEpoch(target: string, paneId: string): number;

  /**
   * Returns "duplicate" if (target, source, dedupe_key) is in the log already. `metadata` is stored while the event is
   * pending, for the runtime it will be bound to.
   */
  appendEvent(event: EventEnvelope, bind: BindStatus, metadata?: AgentFacts): "new" | "duplicate";
  /** Binds a pending event, or drops it after it waited too long. */
  settlePending(eventId: string, outcome: { runtime_id: string } | "dropped_unbound"): void;
  pendingEvents(): PendingEvent[];
  /** Rebinds a bound event to another runtime. */
  moveEvent(eventId: string, from: string, to: string): void;
  /** Newest first. */
  eventsOf(runtimeId: string, limit: number): EventEnvelope[];
  /** A page of a runtime's events, oldest first. Pass `next` to get the following page; null means the end. */
  eventsFrom(runtimeId: string, position: LogPosition | null, limit: number): EventsPart;
  /** Events ever appended, and those that wait to be bound; reads no more than an index. */
  eventTotals(): { ever: number; pending: number };
  countEvents(): { bound: number; pending_bind: number; dropped_unbound: number };

  /** `version`: of the engine that made the fold. */
  saveFold(runtimeId: string, fold: string, version: number): void;
  loadFold(runtimeId: string): StoredFold | null;
  /** Runtimes whose fold was made by another engine version: living ones first, then the most recently ended. */
  foldsOfOtherVersions(version: number): string[];
  saveSourceCursor(cursor: SourceCursorRow): void;
  sourceCursors(runtimeId: string): SourceCursorRow[];

  /** The newest event time per agent type; without sources process and wrapper, which are not the agent's own. */
  lastHeard(): LastHeard[];

  saveAdapter(adapter: AdapterRow): void;
  adapters(): AdapterRow[];

  saveSnapshot(snapshot: ActionSnapshot): void;
  snapshot(snapshotId: string): ActionSnapshot | null;
  /** Adds the entry or replaces it. */
  saveAudit(entry: AuditEntry): void;
  /** Entries that began at or after `since`, newest first. */
  audit(since: number, limit: number): AuditEntry[];
  /** The newest entry with that idempotency key that began at or after `since`. */
  auditByKey(key: string, since: number): AuditEntry | null;

  /** Adds the question or replaces it. */
  saveQuestion(question: KeptQuestion): void;
  question(questionId: string): KeptQuestion | null;
  /** Oldest first. */
  openQuestions(): KeptQuestion[];
  /** Asked at or after `since`, newest first. */
  questions(since: number, limit: number): KeptQuestion[];
  /** The newest question texts of a runtime since then: `told` by a source, `shown` on its screen. */
  askedSince(runtimeId: string, since: number): { told: AskedWords | null; shown: AskedWords | null };

  /** Stores the pane's state; returns the number of the change, or null if nothing visible changed. */
  saveState(item: PaneItem): number | null;
  removeState(target: string, paneId: string, at?: number): number | null;
  states(): PaneItem[];
  lastChange(): number;
  /** Changes numbered above `after`, oldest first; null if some of them are no longer (or not yet) in this log. */
  changesSince(after: number): StateChange[] | null;
  /** At most `limit` of those changes that carry news, oldest first; null as above. */
  newsSince(after: number, limit: number): ChangeNews[] | null;
  /** All states with the number of their last change, oldest first; never a number that `newsSince` would refuse. */
  statesByChange(): { n: number; item: PaneItem }[];
  /** Number of the newest change before `at`, as far as changes are kept. */
  changeBefore(at: number): number;

  /** Returns the signal's number, or null if its event was stored before: then only its owner is updated. */
  addSignal(signal: Omit<SignalRow, "n">): number | null;
  /** Replaces a signal about which more is known, under the next number; null if it is not stored. */
  retellSignal(eventId: string, signal: SquadSignal): number | null;
  /** Signals numbered above `after`, oldest first; null if some of them are no longer (or not yet) stored. */
  signalsSince(after: number, limit: number): SignalRow[] | null;
  lastSignal(): number;
  /** The newest current signal of each runtime in a tmux session, newest first. */
  currentSignals(target: string, sessionName: string, now: number): SignalRow[];
  /** The runtime's newest current signal. */
  signalOf(runtimeId: string, now: number): SignalRow | null;
  /** Signals since then without a tmux session. */
  namelessSignals(runtimeId: string, since: number): SignalRow[];
  /** The newest `limit`, oldest first. */
  signalTimeline(target: string, sessionName: string, limit: number): SignalRow[];
  knowsSignal(signalId: string): boolean;
  /** Marks the current signals of a tmux session as cleared; its timeline stays. */
  clearSignals(target: string, sessionName: string): void;

  /** Key-value facts that sources keep across restarts, written in the transaction of their events. */
  remember(key: string, value: string): void;
  recall(key: string): string | null;
  recallAll(prefix: string): Map<string, string>;
  forget(key: string): void;

  /**
   * Empties payloads and removes signals older than `payloadsBefore`; removes events and changes older than
   * `metadataBefore`, and deliveries settled before it unless their attention is still open. `limit` bounds payloads
   * and events per call: call again while it is reached.
   */
  prune(payloadsBefore: number, metadataBefore: number, limit?: number): { payloads: number; events: number };

  close(): void;
}

export type BindStatus = "bound" | "pending_bind" | "dropped_unbound";

/** A position among the events of one runtime. */
export interface LogPosition {
  at: number;
  row: number;
}

export interface EventsPart {
  events: EventEnvelope[];
  next: LogPosition | null;
}

export interface StoredFold {
  fold: string;
  version: number;
}

/** An event without a runtime yet, and what it says about that runtime. */
export interface PendingEvent {
  event: EventEnvelope;
  metadata: AgentFacts | undefined;
}

/** `state` is null if the pane was removed. */
export interface StateChange {
  n: number;
  target: string;
  pane_id: string;
  state: State | null;
  at: number;
}

export interface ChangeNews {
  n: number;
  at: number;
  news: PaneNews;
}

/** A squad signal with its owner. */
export interface SignalRow {
  n: number;
  event_id: string;
  target: string;
  /** Name of the tmux session. */
  session_name: string | null;
  session_id: string | null;
  runtime_id: string | null;
  ref: string | null;
  /** Sender's time on our clock (τ), milliseconds. */
  at: number;
  /** Expiry of a provisional signal, milliseconds; else null. */
  until: number | null;
  signal: SquadSignal;
}

export interface TargetRow {
  target_id: string;
  target_name: string;
  kind: TargetKind;
  /** A name to look up elsewhere (an ssh alias), never a secret; empty for a local target. */
  connection_ref: string;
  /** As in `tmux -L`; empty for tmux's default. */
  tmux_socket: string;
  is_default: boolean;
  last_seen_at: number | null;
  health: Health;
  updated_at: number;
}

export interface PaneRow {
  target_id: string;
  pane_id: string;
  session_id: string;
  session_name: string;
  window_id: string;
  window_index: number;
  window_name: string;
  pane_index: number;
  pane_pid: number;
  title: string;
  command: string;
  cwd: string;
  updated_at: number;
}

export interface RuntimeRow {
  runtime_id: string;
  target_id: string;
  pane_id: string;
  pane_epoch: number;
  agent_type: string;
  boot_id: string;
  server_pid: number;
  server_start: string;
  pid: number | null;
  pid_start: string | null;
  /** The session id that the agent or our environment variables use; for binding. */
  session_id: string | null;
  started_at: number;
  ended_at: number | null;
}

export interface AdapterRow {
  adapter_name: string;
  agent_type: string;
  /** Of the adapter contract. */
  version: string;
  capabilities: AdapterItem["capabilities"];
  enabled: boolean;
  /** Null unless it was disabled before. */
  enabled_since: number | null;
  unknown_screens: UnknownScreens[];
  updated_at: number;
}

export interface LastHeard {
  agent_type: string;
  source: Source;
  at: number;
}

export interface SourceCursorRow {
  runtime_id: string;
  source: Source;
  last_source_seq: number | null;
  last_order_event_time: number;
  last_order_ingested_at: number;
  last_order_event_id: string;
}
