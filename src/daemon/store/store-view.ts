import type { Store } from "./store.ts";
import {
  aCursor,
  aDelivery,
  anAdapter,
  anAudit,
  anEvent,
  anItem,
  aPane,
  aPending,
  aQuestion,
  aRuntime,
  aSignal,
  aSnapshot,
  aSubscription,
  aTarget,
} from "./test-rows.ts";

/** Stores one row of each kind. */
export function fill(store: Store): void {
  store.upsertTarget(aTarget());
  store.upsertPane(aPane());
  store.insertRuntime(aRuntime());
  store.appendEvent(anEvent({ payload: { a: 1 } }), "bound");
  store.appendEvent(aPending({ dedupe_key: "p1" }), "pending_bind");
  store.saveFold("r1", '{"x":1}', 1);
  store.saveSourceCursor(aCursor());
  store.saveAdapter(anAdapter());
  store.saveSnapshot(aSnapshot());
  store.saveAudit(anAudit());
  store.addSignal(aSignal("a"));
  store.saveQuestion(aQuestion());
  store.addDelivery(aDelivery());
  store.savePushSubscription(aSubscription());
  store.saveState(anItem());
  store.remember("a", "1");
  store.remember("b", "1");
}

/** Everything a caller can read of a small store. */
export function everything(store: Store): unknown {
  const runtimes = store.runtimes(-1);
  return {
    targets: store.targets(),
    panes: store.panes(),
    runtimes,
    epochs: ["%1", "%2"].map((paneId) => store.lastPaneEpoch("host", paneId)),
    pending: store.pendingEvents(),
    events: ["r1", "r2", "r3"].map((id) => store.eventsOf(id, 100)),
    counts: store.countEvents(),
    folds: ["r1", "r2", "r3"].map((id) => store.loadFold(id)),
    cursors: ["r1", "r2", "r3"].map((id) => store.sourceCursors(id)),
    lastHeard: store.lastHeard(),
    adapters: store.adapters(),
    snapshots: ["s1", "s2"].map((id) => store.snapshot(id)),
    audit: store.audit(0, 100),
    questions: [store.openQuestions(), store.questions(0, 100), store.question("q1")],
    deliveries: (["waiting", "sent", "dropped", "dead"] as const).map((state) => store.deliveries(state, 100)),
    deliveryCounts: store.countDeliveries(),
    waiting: ["phone", "desk"].map((channel) => store.waitingFor(channel, 100)),
    lastSent: ["r1", "r2"].map((id) => store.lastSentAt(id, "phone")),
    ofCalls: ["a1", "a2"].map((id) => store.deliveriesOf("r1", id)),
    subscriptions: store.pushSubscriptions(),
    states: store.states(),
    lastChange: store.lastChange(),
    changes: [0, 1, 2, 3, 5, 8].map((n) => store.changesSince(n)),
    news: [0, 1, 2, 3, 5, 8].map((n) => store.newsSince(n, 3)),
    statesByChange: store.statesByChange(),
    changeBefore: [0, 2000, 5000].map((at) => store.changeBefore(at)),
    facts: store.recallAll(""),
    lastSignal: store.lastSignal(),
    signals: [0, 1, 2, 3, 5].map((n) => store.signalsSince(n, 100)),
    current: [0, 20].map((now) => store.currentSignals("host", "main", now)),
    ofRuntimes: ["r1", "r2", "r3"].map((id) => [store.signalOf(id, 10), store.namelessSignals(id, 10)]),
    timeline: store.signalTimeline("host", "main", 3),
  };
}
