import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { anAudit, aSnapshot } from "./test-rows.ts";

/** Store contract: action snapshots and audit. */
export function describeActions(name: string, open: () => Store): void {
  describe(`${name}: actions`, () => {
    it("[GD1] a snapshot is kept whole under its id", () => {
      const store = open();
      store.saveSnapshot(aSnapshot());
      store.saveSnapshot(aSnapshot({ snapshot_id: "s2", runtime_id: null, state: "unknown" }));
      expect(store.snapshot("s1")).toEqual(aSnapshot());
      expect(store.snapshot("s2")).toEqual(aSnapshot({ snapshot_id: "s2", runtime_id: null, state: "unknown" }));
      expect(store.snapshot("s3")).toBeNull();
    });

    it("[GD18] an action is on record from its beginning, newest first, and told anew when its outcome is known", () => {
      const store = open();
      store.saveAudit(anAudit());
      store.saveAudit(anAudit({ correlation_id: "c2", at: 2000, action: "kill" }));
      store.saveAudit(anAudit({ correlation_id: "c3", at: 2000, action: "attach" }));
      const done = anAudit({
        outcome: "done",
        ended_at: 1500,
        phases: [{ phase: "typed", at: 1200, evidence: "tmux" }],
      });
      store.saveAudit(done);
      expect(store.audit(0, 10).map((entry) => entry.correlation_id)).toEqual(["c3", "c2", "c1"]);
      expect(store.audit(0, 10).at(-1)).toEqual(done);
      expect(store.audit(1500, 1).map((entry) => entry.correlation_id)).toEqual(["c3"]);
    });

    it("[GD12] the newest action with an idempotency key is found for as long as wanted", () => {
      const store = open();
      store.saveAudit(anAudit({ idempotency_key: "k" }));
      store.saveAudit(anAudit({ correlation_id: "c2", at: 2000, idempotency_key: "k", outcome: "done" }));
      expect(store.auditByKey("k", 0)?.correlation_id).toBe("c2");
      expect(store.auditByKey("k", 2000.5)).toBeNull();
      expect(store.auditByKey("other", 0)).toBeNull();
    });

    it("[GD18] what has served its time is removed with the events of that time", () => {
      const store = open();
      store.saveSnapshot(aSnapshot());
      store.saveSnapshot(aSnapshot({ snapshot_id: "s2", expires_at: 90_000 }));
      store.saveAudit(anAudit());
      store.saveAudit(anAudit({ correlation_id: "c2", at: 70_000 }));
      store.prune(0, 60_000);
      expect([store.snapshot("s1"), store.snapshot("s2")?.snapshot_id]).toEqual([null, "s2"]);
      expect(store.audit(0, 10).map((entry) => entry.correlation_id)).toEqual(["c2"]);
    });
  });
}
