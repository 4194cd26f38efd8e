import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { LimitCalls } from "./limit-calls.ts";

const ACCOUNT = { target: "host", agent: "codex" };
const T = 1_000_000_000;
const HOUR = 3_600_000;

function open(store = openMemoryStore(), lost = new Set<string>()) {
  const calls = new LimitCalls({ store, isLost: (runtimeId: string) => lost.has(runtimeId) });
  return {
    store,
    lost,
    note: (runtime: string, since: number, until: number | null) =>
      store.transact(() => calls.note(ACCOUNT, runtime, { since, until, resumes: false, wakes_at: null })),
    callers: () => ["a", "b", "c"].filter((runtime) => calls.callOf(ACCOUNT, runtime, "") !== null).join(""),
    id: () => ["a", "b", "c"].flatMap((runtime) => calls.callOf(ACCOUNT, runtime, "")?.attention_id ?? [])[0],
    until: (since: number) => calls.untilOf(ACCOUNT, since),
  };
}

describe("LimitCalls", () => {
  it("[UG15] the first agent that a limit stops calls, the others do not, also after a restart", () => {
    const before = open();
    before.note("a", T, T + HOUR);
    before.note("b", T + 5, T + HOUR + 1_000);
    before.note("c", T - 9, T + HOUR);
    expect(before.callers()).toBe("a");
    const after = open(before.store);
    after.note("b", T + 5, T + HOUR);
    expect([after.callers(), after.id()]).toEqual(["a", before.id()]);
  });

  it("[UG15] a limit with another reset calls anew, and an agent still stopped by an earlier one does not", () => {
    const { note, callers, id } = open();
    note("a", T, T + HOUR);
    const first = id();
    note("b", T + 2 * HOUR, T + 5 * HOUR);
    expect(callers()).toBe("b");
    expect(id()).not.toBe(first);
    note("a", T, T + HOUR);
    expect(callers()).toBe("b");
  });

  it("[UG15] what one agent knows of the reset holds for the others, and without it an hour is one limit", () => {
    const { note, callers, until } = open();
    note("a", T, null);
    note("b", T + 10, null);
    expect([callers(), until(T + 10)]).toEqual(["a", null]);
    note("b", T + 10, T + HOUR);
    expect([callers(), until(T)]).toEqual(["a", T + HOUR]);
    note("c", T + 3 * HOUR, null);
    expect(callers()).toBe("c");
  });

  it("[UG15] if the agent that calls has ended unseen, the next one calls with the same id", () => {
    const { note, callers, id, lost } = open();
    note("a", T, T + HOUR);
    const first = id();
    lost.add("a");
    note("b", T + 5, T + HOUR);
    expect([callers(), id()]).toEqual(["b", first]);
  });
});
