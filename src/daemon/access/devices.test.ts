import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { Devices } from "./devices.ts";

function setUp(store = openMemoryStore()) {
  const clock = { at: 1_000, now: () => clock.at };
  return { store, clock, devices: new Devices(store, clock) };
}

describe("Devices", () => {
  it("[SC3] a key is told once, and only its hash is kept", () => {
    const { store, devices } = setUp();
    const { key, id } = devices.admit("Firefox on Linux");
    expect(key).toMatch(/^[a-f0-9]{48}$/);
    expect(devices.holderOf(key)).toBe(id);
    const kept = [...store.recallAll("")].join();
    expect(kept).toContain(id);
    expect(kept).not.toContain(key);
    expect(JSON.stringify(devices.list())).not.toMatch(/hash/);
  });

  it("[SC3] keys are good after a restart, and after a removal never again", () => {
    const { store, devices } = setUp();
    const [kept, lost] = [devices.admit("one"), devices.admit("other")];
    expect(devices.remove(lost.id)).toEqual({ schema_version: 1, removed: [lost.id] });
    const again = setUp(store).devices;
    expect([again.holderOf(kept.key), again.holderOf(lost.key)]).toEqual([kept.id, null]);
    expect(again.has(lost.id)).toBe(false);
  });

  it("[AP41] listeners are told of each removed device", () => {
    const { devices } = setUp();
    const gone: string[] = [];
    devices.onRemove((id) => gone.push(id));
    const ids = [devices.admit("a").id, devices.admit("b").id, devices.admit("c").id];
    devices.remove(ids[1] as string);
    expect(devices.removeAll().removed).toEqual([ids[0], ids[2]]);
    expect(gone).toEqual([ids[1], ids[0], ids[2]]);
    expect(devices.list().items).toEqual([]);
    expect(() => devices.remove("none")).toThrow(expect.objectContaining({ code: "E_DEVICE_NOT_FOUND" }));
  });

  it("[SC16] keys given out under another label are void; those that came through the proxy stay", () => {
    const { store, devices } = setUp();
    const [old, now, proxied] = ["old", "new", null].map((label) => devices.admit("Firefox", { label }));
    const gone: string[] = [];
    devices.onRemove((id) => gone.push(id));
    devices.keepOnly("new");
    expect(gone).toEqual([old?.id]);
    for (const each of [devices, setUp(store).devices])
      expect([old, now, proxied].map((device) => each.holderOf(device?.key ?? ""))).toEqual([
        null,
        now?.id,
        proxied?.id,
      ]);
  });

  it("[SC16] a device without a key may look, and may act once it is admitted", () => {
    const { devices } = setUp();
    const id = devices.addReadOnly("Firefox", { label: "new" });
    expect([devices.has(id), devices.item(id).may_act]).toEqual([true, false]);
    devices.admit("Firefox", { knownId: id, label: "new" });
    expect([devices.list().items.length, devices.item(id).may_act]).toEqual([1, true]);
  });

  it("[AP49] with a device go those that it has let in, and theirs; others stay", () => {
    const { devices } = setUp();
    const own = devices.admit("own").id;
    const [phone, tablet] = [devices.admit("phone", { pairedBy: own }).id, devices.admit("other").id];
    const friend = devices.admit("friend", { pairedBy: phone }).id;
    expect(devices.item(friend)).toMatchObject({ paired_by: phone, may_pair: false });
    expect(devices.allowPairing(own, true)).toMatchObject({ id: own, may_pair: true });
    expect([devices.mayMakeRules(friend), devices.allowRules(friend, true).may_make_rules]).toEqual([false, true]);
    expect(devices.remove(own).removed).toEqual([own, phone, friend]);
    expect(devices.list().items.map(({ id }) => id)).toEqual([tablet]);
  });

  it("[AP4, AP41] on a full disk a device is still let in, and a removed one is still out", () => {
    const { store, clock } = setUp();
    const full = { ...store, transact: () => fail(), recallAll: (prefix: string) => store.recallAll(prefix) };
    const devices = new Devices(full, clock);
    const { key, id } = devices.admit("phone");
    expect(devices.holderOf(key)).toBe(id);
    expect(() => devices.remove(id)).toThrow("disk full");
    expect(devices.holderOf(key)).toBeNull();
  });

  it("[AP4] a browser that opens the link again stays one device, and its open tabs keep working", () => {
    const { clock, devices } = setUp();
    const first = devices.admit("Firefox on Linux");
    clock.at = 2_000;
    const second = devices.admit("Firefox on Linux", { knownId: first.id });
    expect(second.id).toBe(first.id);
    expect([first, second].map(({ key }) => devices.holderOf(key))).toEqual([first.id, first.id]);
    const third = devices.admit("Firefox on Linux", { knownId: first.id });
    expect([first, second, third].map(({ key }) => devices.holderOf(key))).toEqual([null, first.id, first.id]);
    expect(devices.list().items).toMatchObject([{ created_at: 1_000, last_seen_at: 2_000 }]);
    expect(devices.admit("Firefox on Linux", { knownId: "removed" }).id).not.toBe(first.id);
  });

  it("[AP41] the list says who was seen when, the latest first, and which one asks", () => {
    const { store, clock, devices } = setUp();
    const [one, other] = [devices.admit("one"), devices.admit("other")];
    clock.at = 30_000;
    devices.noteSeen(one.id);
    expect(devices.item(one.id).last_seen_at).toBe(1_000);
    clock.at = 90_000;
    devices.noteSeen(one.id);
    devices.noteSeen(null);
    expect(devices.list(other.id)).toEqual({
      schema_version: 1,
      generated_at: 90_000,
      items: [
        {
          id: one.id,
          name: "one",
          created_at: 1_000,
          last_seen_at: 90_000,
          may_act: true,
          may_pair: false,
          may_make_rules: false,
          paired_by: null,
          is_current: false,
        },
        {
          id: other.id,
          name: "other",
          created_at: 1_000,
          last_seen_at: 1_000,
          may_act: true,
          may_pair: false,
          may_make_rules: false,
          paired_by: null,
          is_current: true,
        },
      ],
    });
    expect(setUp(store).devices.item(one.id).last_seen_at).toBe(90_000);
  });
});

function fail(): never {
  throw new Error("disk full");
}
