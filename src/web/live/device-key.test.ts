import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/fault.ts";
import { openDeviceKey, readFragment } from "./device-key.ts";
import type { Secret } from "./secret.ts";
import { secretOf } from "./secret.ts";

/** A browser that keeps `before`, and a daemon that knows these keys. */
async function stage(before: string | null, ...known: string[]) {
  return stageOf({ before }, ...known);
}

/** `takes`: whether the browser keeps anything at all. `earlier`: what an earlier version has left. */
async function stageOf(
  { before = null, takes = true, earlier = null }: { before?: string | null; takes?: boolean; earlier?: string | null },
  ...known: string[]
) {
  const ids = new Map(await Promise.all(known.map(async (key) => [(await secretOf(key)).id, key] as const)));
  const shelf = { kept: before === null ? null : await secretOf(before), saved: 0 };
  const greeted: string[] = [];
  let told = 0;
  const key = await openDeviceKey({
    shelf: {
      load: async () => shelf.kept,
      async save(secret: Secret) {
        if (!takes) return false;
        shelf.kept = secret;
        shelf.saved += 1;
        return true;
      },
    },
    async greet({ id }) {
      greeted.push(id);
      const name = ids.get(id);
      if (name === undefined) throw new Fault("E_DEVICE_NOT_FOUND", "not known");
      return `pass of ${name}`;
    },
    tellOtherTabs: () => {
      told += 1;
    },
    earlier,
  });
  return { key, ids, shelf, greeted, told: () => told };
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

describe("openDeviceKey", () => {
  it("[WB19] a key is kept for the next visit once the daemon knows it, and other tabs are told", async () => {
    const { key, shelf, told } = await stage(null, "k1");
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "none" }, null]);
    await key.hold("k1");
    expect(shelf.saved).toBe(0);
    expect(await Promise.all([key.pass(), key.pass()])).toEqual(["pass of k1", "pass of k1"]);
    expect([shelf.kept?.id, shelf.saved, told()]).toEqual([(await secretOf("k1")).id, 1, 1]);
    expect(key.state.get()).toEqual({ phase: "held" });
  });

  it("[SC11] what is kept cannot be read out again, and each run of the daemon is greeted once", async () => {
    const { key, shelf, greeted } = await stage("k1", "k1");
    expect(shelf.kept).toMatchObject({ type: "proving", hmac: { extractable: false } });
    await Promise.all([key.pass(), key.pass()]);
    expect(greeted).toHaveLength(1);
    key.renew();
    await key.pass();
    expect(greeted).toHaveLength(2);
  });

  it("[WB19] a key in the address that is none does not cost the one that was held", async () => {
    const { key, shelf } = await stage("good", "good");
    await key.hold("of another site");
    expect(await Promise.all([key.pass(), key.pass()])).toEqual(["pass of good", "pass of good"]);
    expect([key.state.get(), shelf.saved]).toEqual([{ phase: "held" }, 0]);
  });

  it("[WB19] one that is none, where none was held, leaves the page as it was: it may look", async () => {
    const { key } = await stage(null);
    await key.hold("of another site");
    expect(await key.pass()).toBeNull();
    expect(key.state.get()).toEqual({ phase: "refused", message: "not known" });
  });

  it("[WB19, SC11] a key that whoever answers does not know is given up for now, not erased, and nothing else is shown", async () => {
    const { key, ids, shelf } = await stage("mine");
    await expect(key.pass()).rejects.toMatchObject({ code: "E_UNAUTHORIZED" });
    expect(key.state.get()).toEqual({ phase: "refused", message: "not known" });
    expect(shelf.kept).not.toBeNull();
    ids.set(shelf.kept?.id ?? "", "mine");
    expect(await key.pass()).toBe("pass of mine");
    expect(key.state.get()).toEqual({ phase: "held" });
  });

  it("[WB19] what another tab was given is good here too", async () => {
    const { key, shelf } = await stage(null, "k1");
    shelf.kept = await secretOf("k1");
    await key.reread();
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "held" }, "pass of k1"]);
  });

  it("[WB19] where the browser keeps nothing a key lasts this visit: other tabs are not told, nor is it lost by what they tell", async () => {
    const { key, told } = await stageOf({ takes: false }, "k1");
    await key.hold("k1");
    expect([await key.pass(), told()]).toEqual(["pass of k1", 0]);
    await key.reread();
    expect([key.state.get(), await key.pass()]).toEqual([{ phase: "held" }, "pass of k1"]);
  });

  it("[WB19, SC11] the key that an earlier version kept readable is taken over at once, unless there is a newer one", async () => {
    const { key, shelf } = await stageOf({ earlier: "old" }, "old");
    expect([shelf.kept?.id, key.state.get()]).toEqual([(await secretOf("old")).id, { phase: "held" }]);
    expect(await key.pass()).toBe("pass of old");
    const newer = await stageOf({ before: "new", earlier: "old" }, "old", "new");
    expect([await newer.key.pass(), newer.shelf.saved]).toEqual(["pass of new", 0]);
    const forbidden = await stageOf({ takes: false, earlier: "old" }, "old");
    expect(await forbidden.key.pass()).toBe("pass of old");
  });

  it("[WB19] a code is changed for a key, once; one that does not fit says why", async () => {
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
