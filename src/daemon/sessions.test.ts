import { expect, it } from "vitest";
import type { Registration } from "../core/signals/registration.ts";
import type { Memory } from "./pipeline.ts";
import { Sessions, type SessionsDeps } from "./sessions.ts";
import { openMemoryStore } from "./store/memory-store.ts";
import { silentLog } from "./test-log.ts";
import { testTopology } from "./test-topology.ts";

const REGISTRATION: Registration = {
  session_id: "s",
  workspace_id: "w",
  workspace: "/w",
  status_file: "/w/.schmux/signal/s",
  pane_id: "%2",
  tmux_server_pid: 50,
};

it("[AP19, SR25] a registration that overtakes a look asked earlier is kept until a later one", () => {
  const { sessions, attended } = quietSessions(20);
  sessions.observe(testTopology([{}], []));
  expect(sessions.remember(REGISTRATION)).toBe(true);
  // asked before the pane began, told now
  sessions.observe(testTopology([{}], [], { askedAt: 10 }));
  sessions.observe(testTopology([{}, { pane_id: "%2", pane_pid: 101 }], [], { askedAt: 30 }));
  expect(attended).toEqual(["s"]);
});

it("[AP19] a pane that is gone is forgotten by the first look asked after its registration", () => {
  const { sessions, store } = quietSessions(20);
  sessions.observe(testTopology([{}], []));
  sessions.remember(REGISTRATION);
  sessions.observe(testTopology([{}], [], { askedAt: 30 }));
  expect(store.recallAll("session@host:").size).toBe(0);
});

function quietSessions(now: number) {
  const store = openMemoryStore();
  const attended: string[] = [];
  const offer = (_signals: unknown, memories: readonly Memory[] = []) => {
    store.transact(() => {
      for (const [key, value] of memories) value === null ? store.forget(key) : store.remember(key, value);
    });
    return true;
  };
  const deps = {
    target: "host",
    store,
    intake: { offer },
    pipeline: { greet: () => true },
    statusFiles: { add: ({ session_id }: Registration) => attended.push(session_id), remove: () => undefined },
    markers: { want: async () => undefined },
    clock: { now: () => now },
    log: silentLog(),
    refresh: async () => undefined,
  };
  return { sessions: new Sessions(deps as unknown as SessionsDeps), attended, store };
}
