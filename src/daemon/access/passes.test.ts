import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { passText, proofText } from "../../core/pairing/greeting-text.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { Devices } from "./devices.ts";
import { keyIdOf, readPass } from "./passes.ts";

const HOST = "127.0.0.1:7433";
const NONCE = "0a".repeat(16);
const store = openMemoryStore();
const devices = new Devices(store, { now: () => 1 });
const { key, id } = devices.admit("phone");
const secret = createHash("sha256").update(key).digest();
const keyId = keyIdOf(secret.toString("hex"));
const applied = (text: string) => createHmac("sha256", secret).update(text).digest("hex");

/** The pass that a page makes from a greeting. */
function passFor(host: string, boot: string): string {
  return `${keyId}.${NONCE}.${applied(passText({ host, boot, nonce: NONCE }))}`;
}

describe("a greeting", () => {
  it("[SC11] proves that the daemon knows the key, for this name, this nonce and no other", () => {
    const { boot, proof } = devices.greet({ key_id: keyId, nonce: NONCE }, HOST);
    expect(proof).toBe(applied(proofText({ host: HOST, boot, nonce: NONCE })));
    const elsewhere = devices.greet({ key_id: keyId, nonce: NONCE }, "127.0.0.1:9");
    const another = devices.greet({ key_id: keyId, nonce: "0b".repeat(16) }, HOST);
    expect(new Set([proof, elsewhere.proof, another.proof]).size).toBe(3);
  });

  it("[SC11] a greeting with an unknown key gets no proof", () => {
    const fault = expect.objectContaining({ code: "E_DEVICE_NOT_FOUND" });
    expect(() => devices.greet({ key_id: "00".repeat(16), nonce: NONCE }, HOST)).toThrow(fault);
  });

  it("[SC11] the pass made with it is good under this name, in this run of the daemon, and for this device", () => {
    const { boot, proof } = devices.greet({ key_id: keyId, nonce: NONCE }, HOST);
    const pass = passFor(HOST, boot);
    expect(devices.holderOf(pass, HOST)).toBe(id);
    expect(devices.holderOf(pass, "agents.example.com")).toBeNull();
    // the daemon's proof is not accepted as a pass
    expect(devices.holderOf(`${keyId}.${NONCE}.${proof}`, HOST)).toBeNull();
    const restarted = new Devices(store, { now: () => 1 });
    expect([restarted.holderOf(pass, HOST), restarted.holderOf(key)]).toEqual([null, id]);
    const other = devices.admit("other");
    const nextBoot = devices.greet({ key_id: keyId, nonce: NONCE }, HOST).boot;
    expect(devices.holderOf(passFor(HOST, nextBoot), HOST)).toBe(id);
    devices.remove(id);
    expect([devices.holderOf(pass, HOST), devices.has(other.id)]).toEqual([null, true]);
  });

  it("[SC11] a malformed pass is not read", () => {
    for (const text of ["", "a.b.c", `${keyId}.${NONCE}`, `${keyId}.${NONCE}.${"g".repeat(64)}`, `${keyId}..`])
      expect(readPass(text)).toBeNull();
  });
});
