import { textAt } from "../core/agents/payload.ts";
import type { EventEnvelope } from "../core/protocol/event.ts";
import { stampOf } from "../core/protocol/event.ts";
import type { PaneSignal } from "../core/protocol/lists.ts";
import { SquadSessionId, type SquadSignal } from "../core/protocol/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../core/signals/squad/file-names.ts";
import type { Clock } from "./clock.ts";
import type { ClueBook } from "./clues.ts";
import type { Lives } from "./lives.ts";
import { panePlace } from "./pane-item.ts";
import { type Address, addressOf } from "./squad-address.ts";
import { StagedMap } from "./store/staged-map.ts";
import type { SignalRow, Store } from "./store/store.ts";
import type { SignalFiles } from "./targets/machine.ts";

export interface SquadBookDeps {
  target: string;
  store: Store;
  lives: Lives;
  clues: ClueBook;
  clock: Clock;
  /** Signals were told, and are durable. */
  onTold(): void;
  /** Where signals lie as files, if that is a place we can write to. */
  files?: Pick<SignalFiles, "keep" | "remove"> | undefined;
  /** These panes may show something else now. */
  review(paneIds: readonly string[]): void;
}

/** A call learns of its session by the hook that is run after it. */
const NAMED_WITHIN_MS = 30_000;

/** The squad signals of one target: kept beside the log in the same transaction, each under the session it belongs to. */
export class SquadBook {
  private readonly deps: SquadBookDeps;
  private readonly newest: StagedMap<string, SignalRow | null>;

  constructor(deps: SquadBookDeps) {
    this.deps = deps;
    this.newest = new StagedMap(deps.store.unit);
  }

  /** Inside a transaction: an event whose runtime is known, or who is nobody's. */
  heed(event: EventEnvelope): void {
    if (event.source !== "squad" || event.payload === undefined) return;
    const { store, lives, target } = this.deps;
    const { event_id, runtime_id, evidence } = event;
    const paneId = runtime_id === null ? null : (lives.runtime(runtime_id)?.pane_id ?? null);
    const pane = paneId === null ? null : lives.observed(paneId);
    // sealed by ourselves, from what was held against its schema
    const signal = this.withSession(event.payload as SquadSignal, runtime_id);
    // of a server that nobody observed yet every target was told, and one of them has found whose it is
    if (runtime_id === null && store.knowsSignal(signal.signal_id)) return;
    const number = store.addSignal({
      event_id,
      target,
      session_name: pane?.session_name ?? signal.tmux_session,
      session_id: signal.session_id,
      runtime_id,
      ref: pane === null ? null : panePlace(target, pane).ref,
      at: stampOf(event),
      until: (evidence.kind === "declaration" && evidence.provisional_until) || null,
      signal,
    });
    if (number !== null) this.tellLater();
    this.newest.clear();
  }

  /** Inside a transaction: a runtime's session has become known. */
  acquaint(runtimeId: string): void {
    const { store, clock } = this.deps;
    for (const { event_id, signal } of store.namelessSignals(runtimeId, clock.now() - NAMED_WITHIN_MS)) {
      const named = this.withSession(signal, runtimeId);
      if (named.session_id === null || store.retellSignal(event_id, named) === null) continue;
      this.tellLater();
      this.newest.clear();
    }
  }

  /** Who is meant by a signal that names no pane. */
  whose(signal: SquadSignal, at: number): Address | null {
    return addressOf(signal, at, this.deps.lives, this.deps.clues);
  }

  /** What stands of a tmux session is taken back, with its files, and told to whoever asked. */
  clear(sessionName: string): SignalRow[] {
    const { store, target, lives, clock, files, review } = this.deps;
    const stood = store.currentSignals(target, sessionName, clock.now());
    if (stood.length === 0) return [];
    store.transact(() => {
      store.clearSignals(target, sessionName);
      this.newest.clear();
    });
    const ofSessions = stood.flatMap(({ session_id }) =>
      session_id === null ? [] : filesOfSession(session_id).signal,
    );
    files?.remove([...ofSessions, filesOfTmuxSession(sessionName).signal]);
    review(stood.flatMap(({ runtime_id }) => lives.runtime(runtime_id ?? "")?.pane_id ?? []));
    return stood;
  }

  /** Writes a signal of ours where its readers look for it. */
  publish(signal: SquadSignal): void {
    this.deps.files?.keep([signal]);
  }

  /** What a runtime signalled last, in full. */
  lastOf(runtimeId: string, now: number): SignalRow | null {
    const known = this.newest.get(runtimeId);
    if (known !== undefined && (known?.until ?? Number.POSITIVE_INFINITY) > now) return known;
    const row = this.deps.store.signalOf(runtimeId, now);
    this.newest.set(runtimeId, row);
    return row;
  }

  brief(runtimeId: string, now: number): PaneSignal | null {
    const row = this.lastOf(runtimeId, now);
    if (row === null) return null;
    const { type, provisional, data } = row.signal;
    return {
      type,
      at: row.at,
      session_id: row.session_id,
      task_id: textAt(data, "taskId") ?? null,
      task_title: textAt(data, "taskTitle") ?? null,
      provisional: provisional === true,
    };
  }

  /** Once for a transaction, when what it told is durable. */
  private tellLater(): void {
    this.deps.store.unit.afterCommit(() => this.deps.onTold(), this);
  }

  /** By what the agent called itself last, else by its own session: one that could be a file's name. */
  private withSession(signal: SquadSignal, runtimeId: string | null): SquadSignal {
    if (signal.session_id !== null || runtimeId === null) return signal;
    const { squad_session, session_id } = this.deps.clues.of(runtimeId);
    const known = SquadSessionId.safeParse(squad_session ?? session_id);
    if (!known.success) return signal;
    const named = { ...signal, session_id: known.data };
    // whoever sent it did not know its session, and could not write its file
    this.deps.store.unit.afterCommit(() => this.deps.files?.keep([named]));
    return named;
  }
}
