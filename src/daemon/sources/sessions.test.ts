import { expect, it } from "vitest";
import type { Registration } from "../../core/spool/registration.ts";
import { silentLog } from "../base/test-log.ts";
import type { KeyValueWrite } from "../pipeline/pipeline.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { testTopology } from "../targets/tmux/test-topology.ts";
import { Sessions, type SessionsDeps } from "./sessions.ts";

const REGISTRATION: Registration = {
  session_id: "s",
  workspace_id: "w",
  workspace: "/w",
  status_file: "/w/.schmux/signal/s",
  pane_id: "%2",
  tmux_server_pid: 50,
};

it("[AP9, SR19] a registration that overtakes a look asked earlier is kept until a later one", () => {
  const { sessions, attended } = quietSessions();
  sessions.observe(testTopology([{}], []));
  expect(sessions.remember(REGISTRATION)).toBe(true);
  // requested before the pane existed, delivered now
  sessions.observe(testTopology([{}], [], { askedAt: 10 }));
  sessions.observe(testTopology([{}, { pane_id: "%2", pane_pid: 101 }], [], { askedAt: 30 }));
  expect(attended).toEqual(["s"]);
});

it("[AP9] a pane that is gone is forgotten by the first look asked after its registration", () => {
  const { sessions, store } = quietSessions();
  sessions.observe(testTopology([{}], []));
  sessions.remember(REGISTRATION);
  sessions.observe(testTopology([{}], [], { askedAt: 30 }));
  expect(store.recallAll("session@host:").size).toBe(0);
});

function quietSessions() {
  const store = openMemoryStore();
  const attended: string[] = [];
  const ingest = (_signals: unknown, writes: readonly KeyValueWrite[] = []) => {
    store.transact(() => {
      for (const [key, value] of writes) value === null ? store.forget(key) : store.remember(key, value);
    });
    return true;
  };
  const deps = {
    target: "host",
    store,
    intake: { ingest },
    pipeline: { ensureRuntime: () => true },
    statusFiles: { add: ({ session_id }: Registration) => attended.push(session_id), remove: () => undefined },
    markers: { want: async () => undefined },
    clock: { now: () => 20 },
    log: silentLog(),
    refresh: async () => undefined,
  };
  return { sessions: new Sessions(deps as unknown as SessionsDeps), attended, store };
}
