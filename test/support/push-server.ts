import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from "node:crypto";
import { type Received, type Receiver, type Reply, receiver } from "./receiver.ts";

/** The browser's half of a subscription: decrypts what was encrypted for it. */
export class PushReader {
  private readonly pair = createECDH("prime256v1");
  private readonly auth: Buffer;

  constructor(privateKey?: Buffer, auth: Buffer = randomBytes(16)) {
    if (privateKey === undefined) this.pair.generateKeys();
    else this.pair.setPrivateKey(privateKey);
    this.auth = auth;
  }

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.pair.getPublicKey("base64url"), auth: this.auth.toString("base64url") };
  }

  /** Decrypts as a browser does (RFC 8291), from the bytes alone. */
  read(sealed: Buffer): string {
    const salt = sealed.subarray(0, 16);
    const recordSize = sealed.readUInt32BE(16);
    const idLength = sealed.readUInt8(20);
    const sender = sealed.subarray(21, 21 + idLength);
    const record = sealed.subarray(21 + idLength);
    if (record.length > recordSize) throw new Error("more than one record");
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.pair.getPublicKey(), sender]);
    const material = hkdf(this.auth, this.pair.computeSecret(sender), info, 32);
    const key = hkdf(salt, material, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = hkdf(salt, material, Buffer.from("Content-Encoding: nonce\0"), 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error("not the last record");
    return padded.subarray(0, end).toString("utf8");
  }
}

export interface PushServer extends Receiver {
  /** Creates the endpoint of that reader's browser; `serverKey` is the key it subscribed with. */
  subscribe(reader: PushReader, serverKey: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Ends the subscription: the browser takes no more pushes. */
  unsubscribe(endpoint: string): void;
  /** Delivered messages; only the newest of each topic, as for a device that is off. */
  delivered(): { topic: string; urgency: string; ttl: number; text: string }[];
}

/** A push service (RFC 8030) that rejects requests without a valid signature (RFC 8292). */
export async function pushServer(now: () => number = Date.now): Promise<PushServer> {
  const subscribed = new Map<string, { reader: PushReader; serverKey: string }>();
  const kept = new Map<string, ReturnType<PushServer["delivered"]>[number]>();
  const server: Receiver = await receiver((request): Reply => {
    const subscription = subscribed.get(request.path);
    if (subscription === undefined) return { status: 410, body: "push subscription has unsubscribed or expired" };
    const refusal = vapidRefusal(request, subscription.serverKey, server.url, now());
    if (refusal !== null) return { status: 403, body: refusal };
    const { ttl, urgency = "normal", topic = "", "content-encoding": encoding } = request.headers;
    if (!/^\d+$/.test(String(ttl))) return { status: 400, body: "TTL header is missing" };
    if (encoding !== "aes128gcm") return { status: 415, body: "unknown encoding" };
    if (request.body.length > 4_096) return { status: 413, body: "payload too large" };
    if (!/^[A-Za-z0-9_-]{0,32}$/.test(String(topic))) return { status: 400, body: "bad topic" };
    const text = subscription.reader.read(request.body);
    const one = { topic: String(topic), urgency: String(urgency), ttl: Number(ttl), text };
    kept.delete(`${request.path} ${topic}`);
    kept.set(`${request.path} ${topic}`, one);
    return { status: 201, headers: { location: "/message/1" } };
  });
  return {
    ...server,
    subscribe(reader, serverKey) {
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      subscribed.set(path, { reader, serverKey });
      return { endpoint: server.url + path, keys: reader.keys };
    },
    unsubscribe: (endpoint) => void subscribed.delete(new URL(endpoint).pathname),
    delivered: () => [...kept.values()],
  };
}

function vapidRefusal({ headers }: Received, serverKey: string, audience: string, now: number): string | null {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  if (token === undefined || key === undefined) return "no VAPID";
  if (key !== serverKey) return "not the key of the subscription";
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y } as never, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "signature does not fit";
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  if (aud !== audience) return `aud is ${aud}`;
  const left = Number(exp) - now / 1_000;
  if (!(left > 0 && left <= 86_400)) return `exp is in ${left} s`;
  return typeof sub === "string" && /^(mailto:|https:)/.test(sub) ? null : "nobody to write to";
}

function hkdf(salt: Buffer, material: Buffer, info: Buffer, length: number): Buffer {
  const key = createHmac("sha256", salt).update(material).digest();
  return createHmac("sha256", key).update(info).update(Buffer.of(1)).digest().subarray(0, length);
}
