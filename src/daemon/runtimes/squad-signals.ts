import { textAt } from "../../core/adapter/payload.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import { stampOf } from "../../core/protocol/events/event.ts";
import type { PaneSignal } from "../../core/protocol/lists/lists.ts";
import { SquadSessionId, type SquadSignal } from "../../core/protocol/squad/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../../core/signals/squad/file-names.ts";
import { outOfOrder } from "../../core/signals/squad/out-of-order.ts";
import type { Clock } from "../base/clock.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { SignalRow, Store } from "../store/store.ts";
import type { SignalFiles } from "../targets/machine/machine.ts";
import type { AgentMetadataStore } from "./agent-metadata.ts";
import { panePlace } from "./pane-item.ts";
import type { RuntimeRegistry } from "./runtime-registry.ts";
import { type Address, addressOf } from "./squad-address.ts";

export interface SquadSignalsDeps {
  target: string;
  store: Store;
  runtimes: RuntimeRegistry;
  metadataStore: AgentMetadataStore;
  clock: Clock;
  /** New signals are durable. */
  onTold(): void;
  /** The signal files, if we can write them. */
  files?: Pick<SignalFiles, "keep" | "remove"> | undefined;
  /** Projects these panes again. */
  review(paneIds: readonly string[]): void;
}

/** A sender's session becomes known by the hook that runs after it, within this time. */
const NAMED_WITHIN_MS = 30_000;

/** Squad signals of one target: stored in the transaction of their event, each under its session. */
export class SquadSignals {
  private readonly deps: SquadSignalsDeps;
  private readonly newest: StagedMap<string, SignalRow | null>;

  constructor(deps: SquadSignalsDeps) {
    this.deps = deps;
    this.newest = new StagedMap(deps.store.unit);
  }

  /** Inside a transaction: stores the signal of an event that is bound, or dropped as unbound. */
  handle(event: EventEnvelope): void {
    if (event.source !== "squad" || event.payload === undefined) return;
    const { store, runtimes, target } = this.deps;
    const { event_id, runtime_id, evidence } = event;
    const paneId = runtime_id === null ? null : (runtimes.runtime(runtime_id)?.pane_id ?? null);
    const pane = paneId === null ? null : runtimes.observed(paneId);
    // validated before it was sealed
    const signal = this.inOrder(this.withSession(event.payload as SquadSignal, runtime_id), event);
    // if no target observed the server yet, all got the signal, and another one has bound it
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
    if (number !== null) this.publishLater();
    this.newest.clear();
  }

  /** Inside a transaction: a runtime's session has become known. */
  reindex(runtimeId: string): void {
    const { store, clock } = this.deps;
    for (const { event_id, signal } of store.namelessSignals(runtimeId, clock.now() - NAMED_WITHIN_MS)) {
      const named = this.withSession(signal, runtimeId);
      if (named.session_id === null || store.retellSignal(event_id, named) === null) continue;
      this.publishLater();
      this.newest.clear();
    }
  }

  /** The recipient of a signal without a pane. */
  whose(signal: SquadSignal, at: number): Address | null {
    return addressOf(signal, at, this.deps.runtimes, this.deps.metadataStore);
  }

  /** Clears the current signals of a tmux session and their files; returns them. */
  clear(sessionName: string): SignalRow[] {
    const { store, target, runtimes, clock, files, review } = this.deps;
    const stood = store.currentSignals(target, sessionName, clock.now());
    if (stood.length === 0) return [];
    store.transact(() => {
      store.clearSignals(target, sessionName);
      this.newest.clear();
    });
    const ofSessions = stood.flatMap(({ session_id }) =>
      session_id === null ? [] : filesOfSession(session_id).signal,
    );
    files?.remove([...ofSessions, filesOfTmuxSession(sessionName).signal], runtimes.serverPid());
    review(stood.flatMap(({ runtime_id }) => runtimes.runtime(runtime_id ?? "")?.pane_id ?? []));
    return stood;
  }

  /** Writes a signal of ours to the signal files. */
  publish(signal: SquadSignal): void {
    const server = this.deps.runtimes.serverPid();
    this.deps.files?.keep([server === null ? signal : { ...signal, tmux_server_pid: server }]);
  }

  /** A runtime's newest current signal. */
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

  /** Once per transaction, after the commit. */
  private publishLater(): void {
    this.deps.store.unit.afterCommit(() => this.deps.onTold(), this);
  }

  /** Flags a signal that does not follow its sender's previous one; it is accepted anyway. */
  private inOrder(signal: SquadSignal, event: EventEnvelope): SquadSignal {
    if (event.runtime_id === null || signal.provisional === true) return signal;
    const before = this.deps.store.signalOf(event.runtime_id, stampOf(event));
    // a stored signal whose event is only being rebound
    if (before === null || before.event_id === event.event_id) return signal;
    const isLate = before.at > stampOf(event);
    const why = isLate
      ? `it was sent before ${before.signal.type}, and came after it`
      : outOfOrder(before.signal, signal);
    return why === null ? signal : { ...signal, out_of_order: why };
  }

  /** Adds the session: the agent's last squad session, else its own session id if that is a valid file name. */
  private withSession(signal: SquadSignal, runtimeId: string | null): SquadSignal {
    if (signal.session_id !== null || runtimeId === null) return signal;
    const { squad_session, session_id } = this.deps.metadataStore.of(runtimeId);
    const known = SquadSessionId.safeParse(squad_session ?? session_id);
    if (!known.success) return signal;
    const named = { ...signal, session_id: known.data };
    // the sender did not know its session and could not write its file
    this.deps.store.unit.afterCommit(() => this.deps.files?.keep([named]));
    return named;
  }
}
