import { describe, expect, it } from "vitest";
import { RuleRequest } from "../../core/protocol/rules/rules.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { RuleRegistry } from "./rule-registry.ts";

const clock = { now: () => 1_000 };
const MAKE = RuleRequest.parse({ effect: "allow", command: "make all", target: "host", workspace: "/w" });

describe("RuleRegistry", () => {
  it("[RL1] is empty until somebody makes a rule, and keeps what was made", () => {
    const store = openMemoryStore();
    const registry = new RuleRegistry(store, clock);
    expect([registry.active(true), registry.isPaused]).toEqual([[], false]);
    const rule = registry.add({ ...MAKE, expires_in_ms: 500 });
    expect(rule).toMatchObject({
      rule_id: expect.stringMatching(/^r-[0-9a-f]{8}$/) as string,
      expires_at: 1_500,
      used: 0,
    });
    registry.count([rule.rule_id, "r-other"]);
    expect(new RuleRegistry(store, clock).list().items).toEqual([{ ...rule, used: 1, last_used_at: 1_000 }]);
    expect(registry.remove(rule.rule_id)).toMatchObject({ used: 1 });
    expect(new RuleRegistry(store, clock).list().items).toEqual([]);
    expect(() => registry.remove(rule.rule_id)).toThrow(expect.objectContaining({ code: "E_RULE_NOT_FOUND" }));
  });

  it("[RL11] while all are paused none is in force, also after a start", () => {
    const store = openMemoryStore();
    const registry = new RuleRegistry(store, clock);
    registry.add(MAKE);
    registry.add({ ...MAKE, dry_run: true });
    expect([registry.active().length, registry.active(true).length]).toEqual([1, 2]);
    registry.pause(true);
    expect([registry.active(true), new RuleRegistry(store, clock).active(true)]).toEqual([[], []]);
    registry.pause(false);
    expect([registry.active().length, new RuleRegistry(store, clock).active().length]).toEqual([1, 1]);
  });

  it("[RL11] a pause and a removal hold even if they cannot be stored", () => {
    const store = openMemoryStore();
    const registry = new RuleRegistry(store, clock);
    const { rule_id } = registry.add(MAKE);
    const { transact } = store;
    store.transact = () => {
      throw new Error("full");
    };
    expect(() => registry.pause(true)).toThrow("full");
    expect(registry.active()).toEqual([]);
    store.transact = transact;
    registry.pause(false);
    store.transact = () => {
      throw new Error("full");
    };
    expect(() => registry.remove(rule_id)).toThrow("full");
    expect(registry.active()).toEqual([]);
  });

  it("[RL7, RL9] takes no rule that passes more than it names, nor one with a secret", () => {
    const registry = new RuleRegistry(openMemoryStore(), clock);
    for (const command of ["npm run *", "agtmux list", "a | b", "make TOKEN=ghp_0123456789012345678901234567890123ab"])
      expect(() => registry.add({ ...MAKE, command })).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
    expect(registry.list().items).toEqual([]);
  });
});
