import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { AuditLog } from "../actions/audit-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { paneHolder } from "./holder.ts";
import { TypingRecord } from "./typing-record.ts";

const ITEM = { ref: "pane:host/work/@1/%1", identity: { target: "host", pane_id: "%1" } } as never;
const ACTOR = { uid: 1, user: "me", via: "api" as const, device: { id: "d1", name: "Safari on iPhone" } };
const SHELL = paneHolder(7, "sh");
const MINUTE = 60_000;

function recorded() {
  const clock = { at: 1_000, now: () => clock.at };
  const store = openMemoryStore();
  const audit = new AuditLog(store, clock);
  const record = new TypingRecord({ audit, clock, actor: ACTOR, item: ITEM });
  /** Oldest first. */
  const entries = () => store.audit(0, 100).toReversed();
  return { clock, record, entries };
}

const brief = ({ at, ended_at, outcome, code, request, effects }: AuditEntry) => ({
  ...{ at, ended_at, outcome, code, request, effects },
});

describe("the record of what is typed", () => {
  it("[GD18] is on record before the first key, and tells who, where, from when to when, and how much", () => {
    const { clock, record, entries } = recorded();
    record.begin(SHELL);
    expect(entries()).toMatchObject([{ action: "type", outcome: "begun", actor: ACTOR, ref: "pane:host/work/@1/%1" }]);
    record.typed(5, 0);
    clock.at += MINUTE;
    record.begin(SHELL);
    record.typed(7, 2);
    record.close();
    expect(entries().map(brief)).toEqual([
      {
        at: 1_000,
        ended_at: 1_000 + MINUTE,
        outcome: "done",
        code: null,
        request: { bytes: 12, keys: 2, refused_bytes: 0 },
        effects: ["typed 12 bytes", "pressed 2 named keys"],
      },
    ]);
  });

  it("[GD18] is another one after a long pause, and for another holder", () => {
    const { clock, record, entries } = recorded();
    for (const [holder, pause] of [
      [SHELL, 0],
      [SHELL, 6 * MINUTE],
      [paneHolder(8, "sh"), 0],
    ] as const) {
      clock.at += pause;
      record.begin(holder);
      record.typed(1, 0);
    }
    record.close();
    expect(entries().map(({ at, request }) => [at, request.bytes])).toEqual([
      [1_000, 1],
      [1_000 + 6 * MINUTE, 1],
      [1_000 + 6 * MINUTE, 1],
    ]);
  });

  it("[GD18] tells what was refused, and by whom where nothing arrived", () => {
    const { record, entries } = recorded();
    const fault = new Fault("E_PANE_MODE", "pane %1 is in copy mode");
    record.begin(SHELL);
    record.refused(fault, 3);
    record.close();
    record.begin(SHELL);
    record.typed(2, 0);
    record.refused(fault, 4);
    record.close();
    expect(entries().map(({ outcome, code, effects }) => ({ outcome, code, effects }))).toEqual([
      { outcome: "refused", code: "E_PANE_MODE", effects: ["3 bytes did not arrive"] },
      { outcome: "done", code: null, effects: ["typed 2 bytes", "4 bytes did not arrive"] },
    ]);
  });
});
