import { createECDH } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { notificationOf } from "../../../../test/support/notification.ts";
import { PushReader, pushServer } from "../../../../test/support/push-server.ts";
import { ChannelFault } from "./channel.ts";
import { encryptPush } from "./encrypt-push.ts";
import { createPush } from "./push.ts";
import { loadVapid } from "./vapid.ts";

const NOW = Date.UTC(2026, 0, 1);
const signal = new AbortController().signal;

/** The example of RFC 8291, section 5 and appendix A. */
const RFC = {
  plaintext: "When I grow up, I want to be a watermelon",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  receiverPrivate: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  receiverPublic: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

function keyFile(): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-vapid-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, "vapid.pem");
}

async function setUp(settings = {}) {
  const vapidPath = keyFile();
  const deps = { vapidPath, clock: { now: () => NOW } };
  const server = await pushServer(() => NOW);
  const address = server.subscribe(new PushReader(), loadVapid(vapidPath).publicKey);
  return { server, address, deps, channel: createPush("push:1", address, settings, deps) };
}

const faultOf = (sent: Promise<void>) => sent.then(() => null).catch((error: unknown) => error as ChannelFault);

describe("encryption of pushes", () => {
  it("[NT11] is that of RFC 8291, byte for byte", () => {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(Buffer.from(RFC.senderPrivate, "base64url"));
    const keys = { p256dh: RFC.receiverPublic, auth: RFC.auth };
    const once = { salt: Buffer.from(RFC.salt, "base64url"), pair };
    expect(encryptPush(Buffer.from(RFC.plaintext), keys, once).toString("base64url")).toBe(RFC.body);
    const reader = new PushReader(Buffer.from(RFC.receiverPrivate, "base64url"), Buffer.from(RFC.auth, "base64url"));
    expect(reader.read(Buffer.from(RFC.body, "base64url"))).toBe(RFC.plaintext);
  });

  it("[NT11] never uses a salt or a key twice", () => {
    const { keys } = new PushReader();
    const [first, second] = [1, 2].map(() => encryptPush(Buffer.from("x"), keys));
    expect(first?.subarray(0, 16)).not.toEqual(second?.subarray(0, 16));
    expect(first?.subarray(21, 86)).not.toEqual(second?.subarray(21, 86));
  });
});

describe("the key for Web Push", () => {
  it("[NT6, NT11] is made once, in a file that only its owner reads", () => {
    const path = keyFile();
    const { publicKey } = loadVapid(path);
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    expect(loadVapid(path).publicKey).toBe(publicKey);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toContain("PRIVATE KEY");
  });

  it("[NT11] a file without a key is left as it is, and reported", async () => {
    const { address, deps } = await setUp();
    writeFileSync(deps.vapidPath, "hello");
    const fault = await faultOf(createPush("push:1", address, {}, deps).send(notificationOf(), signal));
    expect(fault).toMatchObject({ lasting: true, message: expect.stringContaining(deps.vapidPath) });
    expect(readFileSync(deps.vapidPath, "utf8")).toBe("hello");
  });
});

describe("Web Push", () => {
  it("[NT1, NT11] reaches a push service that checks the signature, and only the browser can read it", async () => {
    const { server, channel } = await setUp({ ttl: 60_000 });
    await channel.send(notificationOf({ message: "Läuft es?" }), signal);
    const [got] = server.delivered();
    expect(got).toMatchObject({ urgency: "high", ttl: 60 });
    expect(got?.topic).toMatch(/^[\w-]{32}$/);
    expect(JSON.parse(got?.text ?? "")).toEqual({
      v: 1,
      key: "r1/a1/phone",
      runtime_id: "r1",
      attention_id: "a1",
      kind: "approval",
      title: "⚠ Needs Authorization · claude in host/work",
      body: "Läuft es?",
      path: "/pane/host/3",
    });
    expect(String(server.received[0]?.body)).not.toContain("claude");
  });

  it("[NT3, NT11] a repetition takes the place of the first, another call does not; urgency goes by kind", async () => {
    const { server, channel } = await setUp();
    for (const _ of [1, 2]) await channel.send(notificationOf(), signal);
    await channel.send(notificationOf({ attention_id: "a2", kind: "done" }), signal);
    expect(server.delivered().map(({ urgency, ttl }) => [urgency, ttl])).toEqual([
      ["high", 14_400],
      ["low", 14_400],
    ]);
  });

  it("[NT11] a 404 or 410 ends the subscription", async () => {
    const { server, channel, address } = await setUp();
    server.unsubscribe(address.endpoint);
    expect(await faultOf(channel.send(notificationOf(), signal))).toMatchObject({ gone: true, lasting: true });
    server.next({ status: 404 });
    expect(await faultOf(channel.send(notificationOf(), signal))).toMatchObject({ gone: true });
  });

  it("[NT5, NT11] a refusal is reported as passing or lasting, without the address", async () => {
    const { server, channel, address } = await setUp();
    server.next(
      { status: 429, headers: { "retry-after": "120" } },
      { status: 413, body: `too large for ${address.endpoint}, ${new URL(address.endpoint).pathname}` },
      { status: 503 },
    );
    const passing = await faultOf(channel.send(notificationOf(), signal));
    expect(passing).toMatchObject({ lasting: false, gone: false, retryAfterMs: 120_000 });
    const large = await faultOf(channel.send(notificationOf(), signal));
    expect(large).toMatchObject({ lasting: true, gone: false });
    expect(large?.message).not.toContain("/push/");
    expect(await faultOf(channel.send(notificationOf(), signal))).toMatchObject({ lasting: false });
  });

  it("[NT11] another key than the one that the browser subscribed with is refused there", async () => {
    const { server, deps } = await setUp();
    const foreign = server.subscribe(new PushReader(), loadVapid(keyFile()).publicKey);
    const fault = await faultOf(createPush("push:2", foreign, {}, deps).send(notificationOf(), signal));
    expect(fault).toMatchObject({ lasting: true, message: expect.stringContaining("not the key") });
    expect(server.delivered()).toEqual([]);
  });

  it("[NT11] invalid keys and addresses are lasting faults", async () => {
    const { address, deps } = await setUp();
    const odd = [
      { ...address, keys: { p256dh: "AAAA", auth: address.keys.auth } },
      { ...address, keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: address.keys.auth } },
      { ...address, endpoint: "nowhere" },
      { ...address, endpoint: "http://192.0.2.1/push" },
    ];
    for (const each of odd) {
      const fault = await faultOf(createPush("push:1", each, {}, deps).send(notificationOf(), signal));
      expect(fault).toBeInstanceOf(ChannelFault);
      expect(fault).toMatchObject({ lasting: true });
    }
  });
});
