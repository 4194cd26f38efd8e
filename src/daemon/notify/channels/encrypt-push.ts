import { createCipheriv, createECDH, createHmac, type ECDH, randomBytes } from "node:crypto";

/** The keys of a browser's push subscription. */
export interface PushKeys {
  /** Public point, 65 bytes in base64url. */
  p256dh: string;
  /** Shared secret, 16 bytes in base64url. */
  auth: string;
}

const RECORD_SIZE = 4_096;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const LAST_RECORD = 2;

/** Encrypts a message for that browser: RFC 8291, in one record of `aes128gcm` (RFC 8188). */
export function encryptPush(message: Uint8Array, keys: PushKeys, once: PushOnce = pushOnce()): Buffer {
  const theirs = bytesOf(keys.p256dh, POINT_BYTES, "p256dh");
  const auth = bytesOf(keys.auth, AUTH_BYTES, "auth");
  const ours = once.pair.getPublicKey();
  const shared = once.pair.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const material = hmac(once.salt, expand(hmac(auth, shared), info, 32));
  const key = expand(material, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = expand(material, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_SIZE, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([once.salt, head, ours, sealed, cipher.getAuthTag()]);
}

/** Random values of one message, never reused. */
export interface PushOnce {
  salt: Buffer;
  pair: Pick<ECDH, "getPublicKey" | "computeSecret">;
}

function pushOnce(): PushOnce {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return { salt: randomBytes(16), pair };
}

function bytesOf(text: string, length: number, name: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== length) throw new RangeError(`${name} of the subscription has ${bytes.length} bytes`);
  return bytes;
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

/** HKDF's expand step; every output here fits in one block. */
function expand(material: Buffer, info: Buffer, length: number): Buffer {
  return hmac(material, Buffer.concat([info, Buffer.of(1)])).subarray(0, length);
}
