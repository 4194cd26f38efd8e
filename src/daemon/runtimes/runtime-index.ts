import type { RuntimeSpan } from "../../core/engine/bind.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";

/** Finds the few runtimes an event could belong to, so that binding costs the same with ten agents and a thousand. */
export class RuntimeIndex {
  private readonly byRuntime = new Map<string, RuntimeSpan>();
  private readonly byPane = new Map<string, Set<string>>();
  private readonly bySession = new Map<string, Set<string>>();
  private readonly byPid = new Map<string, Set<string>>();

  put(span: RuntimeSpan): void {
    this.byRuntime.set(span.runtime_id, span);
    add(this.byPane, span.pane_id, span);
    for (const sessionId of span.session_ids) add(this.bySession, sessionId, span);
    if (span.pid !== null) add(this.byPid, String(span.pid), span);
  }

  inPane(paneId: string): RuntimeSpan[] {
    return this.read(this.byPane.get(paneId));
  }

  inSession(sessionId: string): RuntimeSpan[] {
    const named = this.read(this.bySession.get(sessionId));
    // the runtime may have changed its session since
    return named.filter(({ session_ids }) => session_ids.includes(sessionId));
  }

  candidates({ runtime_id, pane_id: saidIn, hints }: EventEnvelope): RuntimeSpan[] {
    if (runtime_id !== null) return this.read(new Set([runtime_id]));
    const found = new Set(this.byPane.get(saidIn ?? ""));
    // a session belongs to a pane: any runtime in that pane may be the sender
    for (const session of [hints.session_id, hints.agent_session])
      for (const { pane_id } of this.read(this.bySession.get(session ?? "")))
        for (const id of this.byPane.get(pane_id) ?? []) found.add(id);
    for (const id of this.byPid.get(String(hints.agent_pid)) ?? []) found.add(id);
    return this.read(found);
  }

  private read(ids: Iterable<string> = []): RuntimeSpan[] {
    const runtimes: RuntimeSpan[] = [];
    for (const id of ids) {
      const span = this.byRuntime.get(id);
      if (span !== undefined) runtimes.push(span);
    }
    return runtimes;
  }
}

function add(index: Map<string, Set<string>>, key: string, span: RuntimeSpan): void {
  const ids = index.get(key) ?? new Set();
  index.set(key, ids.add(span.runtime_id));
}
