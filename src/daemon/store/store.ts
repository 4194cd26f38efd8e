import type { Traces } from "../../core/engine/envelope.ts";
import type { ActionSnapshot, AuditEntry } from "../../core/protocol/actions.ts";
import type { AdapterItem, UnknownScreens } from "../../core/protocol/adapters.ts";
import type { EventEnvelope, Source } from "../../core/protocol/event.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Delivery, DeliveryState, PushSubscription } from "../../core/protocol/notify.ts";
import type { Question } from "../../core/protocol/questions.ts";
import type { SquadSignal } from "../../core/protocol/squad.ts";
import type { Health, State } from "../../core/protocol/state.ts";
import type { PaneNews } from "../../core/protocol/watch-event.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** What the daemon remembers. Synchronous: a batch is one short transaction, durable before it is visible. */
export interface Store extends OutboxStore {
  /** Names this database's log in cursors; another database is another epoch. */
  readonly epoch: string;

  /** What the open transaction changes in memory, and what it will publish. */
  readonly unit: UnitOfWork;

  /** All or nothing. Not reentrant. */
  transact<T>(work: () => T): T;

  /** `E_TARGET_EXISTS` when another one has its name. */
  upsertTarget(target: TargetRow): void;
  targets(): TargetRow[];
  /**
   * Forgets the target, its panes and their states. Its events stay in the log, and its runtimes on record: whether
   * they still live shows when it is added again.
   * Returns the number of the last of these changes, or null when no state was shown.
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
   * "duplicate" when (target, source, dedupe_key) is in the log already. `metadata` is kept as long as the event is
   * pending: it belongs to the runtime that the event turns out to be of.
   */
  appendEvent(event: EventEnvelope, bind: BindStatus, metadata?: Traces): "new" | "duplicate";
  /** A pending event found its runtime, or waited too long. */
  settlePending(eventId: string, outcome: { runtime_id: string } | "dropped_unbound"): void;
  pendingEvents(): PendingEvent[];
  /** A bound event turns out to be another runtime's. */
  moveEvent(eventId: string, from: string, to: string): void;
  /** Newest first. */
  eventsOf(runtimeId: string, limit: number): EventEnvelope[];
  /** A part of a runtime's events, oldest first; call again with the position that it gives. Without one, there are no more. */
  eventsFrom(runtimeId: string, position: LogPosition | null, limit: number): EventsPart;
  countEvents(): { bound: number; pending_bind: number; dropped_unbound: number };

  /** `version`: of the engine that made it. */
  saveFold(runtimeId: string, fold: string, version: number): void;
  loadFold(runtimeId: string): StoredFold | null;
  /** The runtimes whose folds another version of the engine made: the living first, then the last to end. */
  foldsOfOtherVersions(version: number): string[];
  saveSourceCursor(cursor: SourceCursorRow): void;
  sourceCursors(runtimeId: string): SourceCursorRow[];

  /** The newest that each kind of agent was heard to say, whoever told it; that its process ended is nothing it said. */
  lastHeard(): LastHeard[];

  saveAdapter(adapter: AdapterRow): void;
  adapters(): AdapterRow[];

  saveSnapshot(snapshot: ActionSnapshot): void;
  snapshot(snapshotId: string): ActionSnapshot | null;
  /** Adds the action, or replaces what was known of it. */
  saveAudit(entry: AuditEntry): void;
  /** Those that began at or after `since`, newest first. */
  audit(since: number, limit: number): AuditEntry[];
  /** The newest with that idempotency key that began at or after `since`. */
  auditByKey(key: string, since: number): AuditEntry | null;

  /** Adds the question, or replaces what is known of it. */
  saveQuestion(question: Question): void;
  question(questionId: string): Question | null;
  /** Oldest first. */
  openQuestions(): Question[];
  /** Those asked at or after `since`, newest first. */
  questions(since: number, limit: number): Question[];

  /** Records the pane's new state and returns the change's number in this log, or null when nothing visible changed. */
  saveState(item: PaneItem): number | null;
  removeState(target: string, paneId: string, at?: number): number | null;
  states(): PaneItem[];
  lastChange(): number;
  /** The changes numbered above `after`, oldest first, or null when some of them are no longer (or not yet) in this log. */
  changesSince(after: number): StateChange[] | null;
  /** Of those, at most `limit` that told something, oldest first; null as above. */
  newsSince(after: number, limit: number): ChangeNews[] | null;
  /** The states with the number of the change that each is from, oldest first; never one that `newsSince` would refuse. */
  statesByChange(): { n: number; item: PaneItem }[];
  /** The newest change that is older than `at`, as far as it is kept. */
  changeBefore(at: number): number;

  /** The next number, or null where this event was told already: then only whose it is has changed. */
  addSignal(signal: Omit<SignalRow, "n">): number | null;
  /** More is known of it now: told again, under the next number; null where it is not kept. */
  retellSignal(eventId: string, signal: SquadSignal): number | null;
  /** The signals numbered above `after`, oldest first, or null when some of them are no longer (or not yet) kept. */
  signalsSince(after: number, limit: number): SignalRow[] | null;
  lastSignal(): number;
  /** The newest that stands of each runtime that has signalled in a tmux session, newest first. */
  currentSignals(target: string, sessionName: string, now: number): SignalRow[];
  /** The newest that stands. */
  signalOf(runtimeId: string, now: number): SignalRow | null;
  /** Those since then that name no session. */
  namelessSignals(runtimeId: string, since: number): SignalRow[];
  /** The newest `limit`, oldest first. */
  signalTimeline(target: string, sessionName: string, limit: number): SignalRow[];
  knowsSignal(signalId: string): boolean;
  /** What stands of a tmux session stands no longer; its timeline stays. */
  clearSignals(target: string, sessionName: string): void;

  /** Small facts a source must remember across restarts, written in the transaction of the events they belong to. */
  remember(key: string, value: string): void;
  recall(key: string): string | null;
  recallAll(prefix: string): Map<string, string>;
  forget(key: string): void;

  /**
   * Payloads older than `payloadsBefore` are emptied and signals removed, events and changes older than `metadataBefore` removed,
   * and deliveries that were settled before it, unless their call still stands.
   * `limit` bounds the payloads and the events of one call: call again while it is reached.
   */
  prune(payloadsBefore: number, metadataBefore: number, limit?: number): { payloads: number; events: number };

  close(): void;
}

/** Notifications on their way to people, and the browsers that have subscribed. */
export interface OutboxStore {
  /** False where its key was there before: a row is made once. */
  addDelivery(delivery: Delivery): boolean;
  /** What became of one that is there. */
  saveDelivery(delivery: Delivery): void;
  delivery(key: string): Delivery | null;
  /** Of one call, oldest first. */
  deliveriesOf(runtimeId: string, attentionId: string): Delivery[];
  /** Those of a channel that wait, first due first. */
  waitingFor(channel: string, limit: number): Delivery[];
  /** When a channel last took something of that runtime; of any where it is null. */
  lastSentAt(runtimeId: string | null, channel: string): number | null;
  /** Newest first. */
  deliveries(state: DeliveryState, limit: number): Delivery[];
  countDeliveries(): { channel: string; state: DeliveryState; count: number }[];

  savePushSubscription(subscription: PushSubscription): void;
  /** Oldest first. */
  pushSubscriptions(): PushSubscription[];
  removePushSubscription(id: string): void;
}

export type BindStatus = "bound" | "pending_bind" | "dropped_unbound";

/** A place among the events of one runtime. */
export interface LogPosition {
  at: number;
  row: number;
}

export interface EventsPart {
  events: EventEnvelope[];
  next: LogPosition | null;
}

/** A fold as JSON. */
export interface StoredFold {
  fold: string;
  version: number;
}

/** An event whose runtime is not known yet, and what it tells of that runtime. */
export interface PendingEvent {
  event: EventEnvelope;
  metadata: Traces | undefined;
}

/** `state` is null when the pane went away. */
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

/** A squad signal, and whose it was found to be. */
export interface SignalRow {
  n: number;
  event_id: string;
  target: string;
  /** In tmux. */
  session_name: string | null;
  session_id: string | null;
  runtime_id: string | null;
  ref: string | null;
  /** τ */
  at: number;
  /** Until when it stands, if it was written ahead of the agent's own. */
  until: number | null;
  signal: SquadSignal;
}

export interface TargetRow {
  target_id: string;
  target_name: string;
  kind: "local" | "ssh";
  /** A name to look up elsewhere (an ssh alias), never a secret; empty for a local target. */
  connection_ref: string;
  /** `tmux -L`; empty is tmux's default. */
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
  /** The id under which the agent or our own environment names this session, for binding. */
  session_id: string | null;
  started_at: number;
  ended_at: number | null;
}

export interface AdapterRow {
  adapter_name: string;
  agent_type: string;
  /** Of the contract. */
  version: string;
  capabilities: AdapterItem["capabilities"];
  enabled: boolean;
  /** Null unless it was off before. */
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
