import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { openSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";
import { everything } from "./store-view.ts";
import {
  aCursor,
  aDelivery,
  anAdapter,
  anEvent,
  anItem,
  aPane,
  aQuestion,
  aRuntime,
  aSignal,
  aSubscription,
  aTarget,
} from "./test-rows.ts";

type Operation = (store: Store) => unknown;

const target = fc.constantFrom("host", "vm1");
const pane = fc.constantFrom("%1", "%2");
const runtime = fc.constantFrom("r1", "r2", "r3");
const time = fc.constantFrom(0, 1.5, 10, 20, 20.25, 30, 1000);
const key = fc.constantFrom("a", "b", "a/b", "a/c", "ß");
const text = fc.string({ unit: "binary", maxLength: 4 });
const bind = fc.constantFrom("bound", "pending_bind", "dropped_unbound");
const optional = fc.option(text, { nil: undefined });

const event = fc
  .record(
    {
      dedupe_key: key,
      target,
      source: fc.constantFrom("hook", "marker"),
      runtime_id: fc.option(runtime),
      event_time: time,
      ingested_at: time,
      clock_offset: fc.constantFrom(0, -1.5, 3),
      message: text,
      payload: fc.jsonValue({ depthSize: "small" }),
      hints: fc.record({ session_id: text }, { requiredKeys: [] }),
      source_seq: fc.nat(),
      turn: text,
      run: fc.record({ id: text, parent: fc.option(text) }),
    },
    { requiredKeys: ["dedupe_key", "target", "source", "runtime_id", "event_time", "ingested_at", "clock_offset"] },
  )
  // JSON has no negative zero
  .map((change) => JSON.parse(JSON.stringify(change)));

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(target, time).map(
    ([id, at]) =>
      (store: Store) =>
        store.upsertTarget(aTarget({ target_id: id, target_name: id, updated_at: at })),
  ),
  fc.tuple(target, fc.constantFrom("host", "vm1", "both")).map(
    ([id, name]) =>
      (store: Store) =>
        store.upsertTarget(aTarget({ target_id: id, target_name: name })),
  ),
  target.map((id) => (store: Store) => store.removeTarget(id)),
  fc.tuple(target, pane, text).map(
    ([target_id, pane_id, title]) =>
      (store: Store) =>
        store.upsertPane(aPane({ target_id, pane_id, title })),
  ),
  fc.tuple(target, pane).map(
    ([id, pane_id]) =>
      (store: Store) =>
        store.removePane(id, pane_id),
  ),
  fc.tuple(runtime, pane, fc.integer({ min: 1, max: 3 }), time, fc.option(time)).map(
    ([runtime_id, pane_id, pane_epoch, started_at, ended_at]) =>
      (store: Store) =>
        store.insertRuntime(aRuntime({ runtime_id, pane_id, pane_epoch, started_at, ended_at })),
  ),
  fc.tuple(runtime, time).map(
    ([id, at]) =>
      (store: Store) =>
        store.endRuntime(id, at),
  ),
  fc.tuple(fc.constantFrom("q1", "q2"), time, fc.constantFrom("open", "gone")).map(
    ([question_id, asked_at, state]) =>
      (store: Store) =>
        store.saveQuestion(aQuestion({ question_id, asked_at, state })),
  ),
  fc.tuple(runtime, fc.constantFrom("a1", "a2"), fc.constantFrom("phone", "desk"), time).map(
    ([runtime_id, attention_id, channel, due_at]) =>
      (store: Store) =>
        store.addDelivery(aDelivery({ channel, due_at }, attention_id, runtime_id)),
  ),
  fc.tuple(runtime, fc.constantFrom("sent", "dropped", "dead", "waiting"), time).map(
    ([runtime_id, state, at]) =>
      (store: Store) =>
        store.saveDelivery(aDelivery({ state, settled_at: state === "waiting" ? null : at }, "a1", runtime_id)),
  ),
  fc.tuple(fc.constantFrom("s1", "s2"), time).map(
    ([id, created_at]) =>
      (store: Store) =>
        store.savePushSubscription(aSubscription({ id, created_at })),
  ),
  fc.constantFrom("s1", "s2").map((id) => (store: Store) => store.removePushSubscription(id)),
  fc.tuple(event, bind).map(
    ([change, status]) =>
      (store: Store) =>
        store.appendEvent(anEvent(change), status),
  ),
  fc.tuple(key, fc.option(runtime)).map(
    ([dedupeKey, id]) =>
      (store: Store) =>
        store.settlePending(`e-${dedupeKey}`, id === null ? "dropped_unbound" : { runtime_id: id }),
  ),
  fc.tuple(key, runtime, runtime).map(
    ([dedupeKey, from, to]) =>
      (store: Store) =>
        store.moveEvent(`e-${dedupeKey}`, from, to),
  ),
  fc.tuple(runtime, text).map(
    ([id, fold]) =>
      (store: Store) =>
        store.saveFold(id, fold, 1),
  ),
  fc.tuple(runtime, fc.option(fc.nat())).map(
    ([runtime_id, last_source_seq]) =>
      (store: Store) =>
        store.saveSourceCursor(aCursor({ runtime_id, last_source_seq })),
  ),
  fc.tuple(pane, fc.constantFrom("idle", "error"), time, time, optional).map(
    ([pane_id, state, since, updated_at, tool]) =>
      (store: Store) =>
        store.saveState(
          anItem({
            identity: { ...anItem().identity, pane_id },
            state,
            since,
            updated_at,
            activity: tool === undefined ? null : { kind: "working", tool },
          }),
        ),
  ),
  fc.tuple(fc.constantFrom("claude", "codex"), fc.boolean(), fc.option(time)).map(
    ([adapter_name, enabled, enabled_since]) =>
      (store: Store) =>
        store.saveAdapter(anAdapter({ adapter_name, enabled, enabled_since })),
  ),
  pane.map((id) => (store: Store) => store.removeState("host", id)),
  fc.tuple(key, text).map(
    ([name, value]) =>
      (store: Store) =>
        store.remember(name, value),
  ),
  key.map((name) => (store: Store) => store.forget(name)),
  key.map((prefix) => (store: Store) => store.recallAll(prefix)),
  fc.tuple(key, fc.option(runtime), fc.option(key), time, fc.option(time)).map(
    ([id, runtime_id, session_id, at, until]) =>
      (store: Store) =>
        store.addSignal(aSignal(id, { runtime_id, session_id, at, until })),
  ),
  fc.tuple(key, text).map(
    ([id, session_id]) =>
      (store: Store) =>
        store.retellSignal(`e-${id}`, { ...aSignal(id).signal, session_id }),
  ),
  fc.constant((store: Store) => store.clearSignals("host", "main")),
  fc.tuple(time, time).map(
    ([payloads, metadata]) =>
      (store: Store) =>
        store.prune(payloads, metadata),
  ),
  time.map((since) => (store: Store) => store.runtimes(since)),
);

const step: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: operation },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.array(operation, { maxLength: 8 }), fc.boolean()).map(
      ([operations, isFailing]) =>
        (store: Store) =>
          store.transact(() => {
            const answers = operations.map((each) => each(store));
            if (isFailing) throw new Fault("E_USAGE", "the work failed");
            return answers;
          }),
    ),
  },
);

describe("openSqliteStore", () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-stores-"));
  afterAll(() => rmSync(dir, { recursive: true }));

  it("[DB7] a reopened store has the same content, and failed transactions leave it unchanged", () => {
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const path = join(dir, `${run++}.db`);
        const store = openSqliteStore(path);
        for (const each of steps) {
          const before = everything(store);
          if (isRefused(each, store)) expect(everything(store)).toEqual(before);
        }
        const last = everything(store);
        store.close();
        const again = openSqliteStore(path);
        expect(everything(again)).toEqual(last);
        again.close();
      }),
      { numRuns: 150 },
    );
  }, 180_000);
});

function isRefused(operation: Operation, store: Store): boolean {
  try {
    operation(store);
    return false;
  } catch (error) {
    if (error instanceof Fault) return true;
    throw error;
  }
}
