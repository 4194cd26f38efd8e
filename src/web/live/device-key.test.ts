import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { type DeviceKey, openDeviceKey, readFragment } from "./device-key.ts";
import type { Secret } from "./secret.ts";
import { secretOf } from "./secret.ts";

/** A browser that stores the key `before`, and a daemon that knows the keys `known`. */
async function stage(before: string | null, ...known: string[]) {
  return stageOf({ before }, ...known);
}

/** `takes`: whether the browser's storage works. */
async function stageOf(
  { before = null, takes = true }: { before?: string | null; takes?: boolean },
  ...known: string[]
) {
  const ids = new Map(await Promise.all(known.map(async (key) => [(await secretOf(key)).id, key] as const)));
  const storage = { kept: before === null ? null : await secretOf(before), saved: 0 };
  const greeted: string[] = [];
  let told = 0;
  const key = await openDeviceKey({
    storage: {
      load: async () => storage.kept,
      async save(secret: Secret) {
        if (!takes) return false;
        storage.kept = secret;
        storage.saved += 1;
        return true;
      },
    },
    async verifyDaemon({ id }) {
      greeted.push(id);
      const name = ids.get(id);
      if (name === undefined) throw new Fault("E_DEVICE_NOT_FOUND", "not known");
      return `pass of ${name}`;
    },
    tellOtherTabs: () => {
      told += 1;
    },
  });
  return { key, ids, storage, greeted, told: () => told };
}

/** Pairs with a server that returns this key for the code. */
function given(key: DeviceKey, answered: string): Promise<void> {
  return key.pair("1234", async () => ({ key: answered }));
}

describe("readFragment", () => {
  it.each([
    ["", { pair: null, rest: "" }],
    ["#why", { pair: null, rest: "#why" }],
    ["#pair=ab%20c", { pair: "ab c", rest: "" }],
    ["#pair=a&tab=why", { pair: "a", rest: "#tab=why" }],
  ])("[WB19] %j is read, and what is secret in it leaves the address", (hash, read) => {
    expect(readFragment(hash)).toEqual(read);
  });
});

describe("openDeviceKey", () => {
  it("[WB19] a key is kept for the next visit once the daemon knows it, and other tabs are told", async () => {
    const { key, storage, told } = await stage(null, "k1");
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "none" }, null]);
    await given(key, "k1");
    expect(storage.saved).toBe(0);
    expect(await Promise.all([key.pass(), key.pass()])).toEqual(["pass of k1", "pass of k1"]);
    expect([storage.kept?.id, storage.saved, told()]).toEqual([(await secretOf("k1")).id, 1, 1]);
    expect(key.state.get()).toEqual({ phase: "held" });
  });

  it("[WB19] requests wait while a code is exchanged for a key", async () => {
    const { key } = await stage(null, "k1");
    let answer: (paired: unknown) => void = () => undefined;
    const paired = key.pair("1234", () => new Promise((done) => (answer = done)));
    const pass = key.pass();
    expect(key.state.get()).toEqual({ phase: "pairing" });
    answer({ key: "k1" });
    expect([await pass, await paired]).toEqual(["pass of k1", undefined]);
  });

  it("[SC11] a kept key cannot be read out, and each run of the daemon is greeted once", async () => {
    const { key, storage, greeted } = await stage("k1", "k1");
    expect(storage.kept).toMatchObject({ type: "proving", hmac: { extractable: false } });
    await Promise.all([key.pass(), key.pass()]);
    expect(greeted).toHaveLength(1);
    key.renew();
    await key.pass();
    expect(greeted).toHaveLength(2);
  });

  it("[WB19] a wrong code does not lose the key that was held", async () => {
    const { key, storage } = await stage("good", "good");
    await given(key, "of somebody else");
    expect(await Promise.all([key.pass(), key.pass()])).toEqual(["pass of good", "pass of good"]);
    expect([key.state.get(), storage.saved]).toEqual([{ phase: "held" }, 0]);
  });

  it("[WB19] a wrong code without a held key leaves the page as it was: it may look", async () => {
    const { key } = await stage(null);
    await given(key, "of somebody else");
    expect(await key.pass()).toBeNull();
    expect(key.state.get()).toEqual({ phase: "refused", message: "not known" });
  });

  it("[WB19, SC11] a key that the server does not know is set aside, not erased, and no other is shown", async () => {
    const { key, ids, storage } = await stage("mine");
    await expect(key.pass()).rejects.toMatchObject({ code: "E_UNAUTHORIZED" });
    expect(key.state.get()).toEqual({ phase: "refused", message: "not known" });
    expect(storage.kept).not.toBeNull();
    ids.set(storage.kept?.id ?? "", "mine");
    expect(await key.pass()).toBe("pass of mine");
    expect(key.state.get()).toEqual({ phase: "held" });
  });

  it("[WB19] a key that another tab got works here too", async () => {
    const { key, storage } = await stage(null, "k1");
    storage.kept = await secretOf("k1");
    await key.reread();
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "held" }, "pass of k1"]);
  });

  it("[WB19] if the browser keeps nothing, a key lasts for this visit, independent of other tabs", async () => {
    const { key, told } = await stageOf({ takes: false }, "k1");
    await given(key, "k1");
    expect([await key.pass(), told()]).toEqual(["pass of k1", 0]);
    await key.reread();
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "held" }, "pass of k1"]);
  });

  it("[WB19] a code is exchanged for a key once; a wrong one says why", async () => {
    const { key } = await stage(null, "k2");
    const asked: unknown[] = [];
    await key.pair("1234", async (...request: unknown[]) => {
      asked.push(request);
      return { key: "k2" };
    });
    expect(asked).toEqual([["POST", "/v1/pair", { body: '{"code":"1234"}' }]]);
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "held" }, "pass of k2"]);
    const used = () => Promise.reject(new Fault("E_PAIRING_CODE", "this link was used already"));
    await key.pair("old", used);
    expect(key.state.get()).toEqual({ phase: "held" });
    const other = await stage(null);
    await other.key.pair("old", used);
    expect(other.key.state.get()).toEqual({ phase: "refused", message: "this link was used already" });
  });
});
