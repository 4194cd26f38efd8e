import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";

/** Push services refuse tokens valid for more than a day; half of that allows for wrong clocks. */
const HOLDS_S = 12 * 3_600;

/** Our identity as a sender: RFC 8292. Browsers tie a subscription to this key, so it is created once. */
export interface Vapid {
  /** Public point, 65 bytes in base64url: `applicationServerKey`. */
  publicKey: string;
  /** The `Authorization` header for that push service. */
  authorize(origin: string, contact: string, now: number): string;
}

/** Loads the key file, or creates it, private to the user. Throws if the file holds no key. */
export function loadVapid(path: string): Vapid {
  const key = readKey(path) ?? makeKey(path);
  const publicKey = pointOf(key);
  return {
    publicKey,
    authorize(origin, contact, now) {
      const claims = { aud: origin, exp: Math.floor(now / 1_000) + HOLDS_S, sub: contact };
      const words = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
      const signature = sign("sha256", Buffer.from(words), { key, dsaEncoding: "ieee-p1363" });
      return `vapid t=${words}.${signature.toString("base64url")}, k=${publicKey}`;
    },
  };
}

function readKey(path: string): KeyObject | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  chmodSync(path, 0o600);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  } catch {
    // reported below
  }
  throw new Error(`${path} holds no key for Web Push: remove it, then switch push on again on every device`);
}

function makeKey(path: string): KeyObject {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  // never overwrite a key that another process has just created
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  return privateKey;
}

function pointOf(key: KeyObject): string {
  const { x = "", y = "" } = createPublicKey(key).export({ format: "jwk" });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString("base64url");
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
