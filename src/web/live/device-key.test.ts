import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/fault.ts";
import { deviceKey, readFragment } from "./device-key.ts";

function shelf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

describe("readFragment", () => {
  it.each([
    ["", { key: null, pair: null, rest: "" }],
    ["#why", { key: null, pair: null, rest: "#why" }],
    ["#key=ab%20c", { key: "ab c", pair: null, rest: "" }],
    ["#pair=123", { key: null, pair: "123", rest: "" }],
    ["#key=a&tab=why", { key: "a", pair: null, rest: "#tab=why" }],
  ])("[WB19] %j is read, and what is secret in it leaves the address", (hash, read) => {
    expect(readFragment(hash)).toEqual(read);
  });
});

describe("deviceKey", () => {
  it("[WB19] a key is kept for the next visit, and dropped when the daemon does not know it", () => {
    const kept = shelf();
    const key = deviceKey(kept);
    expect(key.state.get()).toEqual({ phase: "none" });
    key.hold("k1");
    expect(deviceKey(kept).state.get()).toEqual({ phase: "held", key: "k1" });
    key.drop("the key was revoked");
    expect(key.state.get()).toEqual({ phase: "refused", message: "the key was revoked" });
    expect(kept.kept.size).toBe(0);
  });

  it("[WB19] a key in the address that is none does not cost the one that was held", () => {
    const key = deviceKey(shelf({ "agtmux:key": "good" }));
    key.hold("of another site");
    key.drop("not known");
    expect(key.state.get()).toEqual({ phase: "held", key: "good" });
    key.drop("revoked");
    expect(key.state.get()).toEqual({ phase: "refused", message: "revoked" });
  });

  it("[WB19] a code is changed for a key, once; one that does not fit says why", async () => {
    const key = deviceKey(shelf());
    const asked: unknown[] = [];
    await key.pair("1234", async (...request) => {
      asked.push(request);
      return { key: "k2" };
    });
    expect(asked).toEqual([["POST", "/v1/pair", { body: '{"code":"1234"}' }]]);
    expect(key.state.get()).toEqual({ phase: "held", key: "k2" });
    const used = () => Promise.reject(new Fault("E_UNAUTHORIZED", "this link was used already"));
    await key.pair("old", used);
    expect(key.state.get()).toEqual({ phase: "held", key: "k2" });
    const other = deviceKey(shelf());
    await other.pair("old", used);
    expect(other.state.get()).toEqual({ phase: "refused", message: "this link was used already" });
  });
});
