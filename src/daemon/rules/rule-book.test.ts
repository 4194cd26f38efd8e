import { describe, expect, it } from "vitest";
import { RuleRequest } from "../../core/protocol/rules/rules.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { RuleBook } from "./rule-book.ts";

const clock = { now: () => 1_000 };
const MAKE = RuleRequest.parse({ effect: "allow", command: "make all", target: "host", workspace: "/w" });

describe("RuleBook", () => {
  it("[RL1] is empty until somebody makes a rule, and keeps what was made", () => {
    const store = openMemoryStore();
    const book = new RuleBook(store, clock);
    expect([book.active(true), book.isPaused]).toEqual([[], false]);
    const rule = book.add({ ...MAKE, expires_in_ms: 500 });
    expect(rule).toMatchObject({
      rule_id: expect.stringMatching(/^r-[0-9a-f]{8}$/) as string,
      expires_at: 1_500,
      used: 0,
    });
    book.count([rule.rule_id, "r-other"]);
    expect(new RuleBook(store, clock).list().items).toEqual([{ ...rule, used: 1, last_used_at: 1_000 }]);
    expect(book.remove(rule.rule_id)).toMatchObject({ used: 1 });
    expect(new RuleBook(store, clock).list().items).toEqual([]);
    expect(() => book.remove(rule.rule_id)).toThrow(expect.objectContaining({ code: "E_RULE_NOT_FOUND" }));
  });

  it("[RL11] while all are paused none is in force, also after a start", () => {
    const store = openMemoryStore();
    const book = new RuleBook(store, clock);
    book.add(MAKE);
    book.add({ ...MAKE, dry_run: true });
    expect([book.active().length, book.active(true).length]).toEqual([1, 2]);
    book.pause(true);
    expect([book.active(true), new RuleBook(store, clock).active(true)]).toEqual([[], []]);
    book.pause(false);
    expect([book.active().length, new RuleBook(store, clock).active().length]).toEqual([1, 1]);
  });

  it("[RL11] a pause and a removal hold even if they cannot be stored", () => {
    const store = openMemoryStore();
    const book = new RuleBook(store, clock);
    const { rule_id } = book.add(MAKE);
    const { transact } = store;
    store.transact = () => {
      throw new Error("full");
    };
    expect(() => book.pause(true)).toThrow("full");
    expect(book.active()).toEqual([]);
    store.transact = transact;
    book.pause(false);
    store.transact = () => {
      throw new Error("full");
    };
    expect(() => book.remove(rule_id)).toThrow("full");
    expect(book.active()).toEqual([]);
  });

  it("[RL7, RL9] takes no rule that passes more than it names, nor one with a secret", () => {
    const book = new RuleBook(openMemoryStore(), clock);
    for (const command of ["npm run *", "agtmux list", "a | b", "make TOKEN=ghp_0123456789012345678901234567890123ab"])
      expect(() => book.add({ ...MAKE, command })).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
    expect(book.list().items).toEqual([]);
  });
});
