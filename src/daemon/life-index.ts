import type { Life } from "../core/engine/bind.ts";
import type { EventEnvelope } from "../core/protocol/event.ts";

/** Finds the few lives that an event could belong to, so that binding costs the same with ten agents and with a thousand. */
export class LifeIndex {
  private readonly byRuntime = new Map<string, Life>();
  private readonly byPane = new Map<string, Set<string>>();
  private readonly bySession = new Map<string, Set<string>>();
  private readonly byPid = new Map<string, Set<string>>();

  put(life: Life): void {
    this.byRuntime.set(life.runtime_id, life);
    add(this.byPane, life.pane_id, life);
    for (const sessionId of life.session_ids) add(this.bySession, sessionId, life);
    if (life.pid !== null) add(this.byPid, String(life.pid), life);
  }

  inPane(paneId: string): Life[] {
    return this.read(this.byPane.get(paneId));
  }

  inSession(sessionId: string): Life[] {
    const named = this.read(this.bySession.get(sessionId));
    // a life may have gone by another session since
    return named.filter(({ session_ids }) => session_ids.includes(sessionId));
  }

  candidates({ runtime_id, pane_id: saidIn, hints }: EventEnvelope): Life[] {
    if (runtime_id !== null) return this.read(new Set([runtime_id]));
    const found = new Set(this.byPane.get(saidIn ?? ""));
    // a session is a pane's: whoever lives in that pane may be the one who speaks in it
    for (const session of [hints.session_id, hints.agent_session])
      for (const { pane_id } of this.read(this.bySession.get(session ?? "")))
        for (const id of this.byPane.get(pane_id) ?? []) found.add(id);
    for (const id of this.byPid.get(String(hints.agent_pid)) ?? []) found.add(id);
    return this.read(found);
  }

  private read(ids: Iterable<string> = []): Life[] {
    const lives: Life[] = [];
    for (const id of ids) {
      const life = this.byRuntime.get(id);
      if (life !== undefined) lives.push(life);
    }
    return lives;
  }
}

function add(index: Map<string, Set<string>>, key: string, life: Life): void {
  const ids = index.get(key) ?? new Set();
  index.set(key, ids.add(life.runtime_id));
}
