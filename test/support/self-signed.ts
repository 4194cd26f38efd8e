import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** A self-signed certificate for one name, and the key hash that makes Chromium trust it. */
export function selfSigned(name: string): { cert: string; key: string; spkiHash: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const called = sequence(set(sequence(COMMON_NAME, tlv(0x0c, Buffer.from(name)))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    sequence(ECDSA_SHA256),
    called,
    sequence(time(-86_400_000), time(86_400_000)),
    called,
    spki,
    tlv(0xa3, sequence(sequence(OTHER_NAMES, tlv(0x04, sequence(tlv(0x82, Buffer.from(name))))))),
  );
  const signature = sign("sha256", body, privateKey);
  const cert = sequence(body, sequence(ECDSA_SHA256), tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    cert: pem(cert),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    spkiHash: createHash("sha256").update(spki).digest("base64"),
  };
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Object identifiers, encoded: 2.5.4.3, 1.2.840.10045.4.3.2, 2.5.29.17. */
const COMMON_NAME = Buffer.from("0603550403", "hex");
const ECDSA_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const OTHER_NAMES = Buffer.from("0603551d11", "hex");

function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return tlv(0x31, Buffer.concat(parts));
}

/** Encodes as GeneralizedTime: 20260131120000Z. */
function time(fromNow: number): Buffer {
  const text = new Date(Date.now() + fromNow).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return tlv(0x18, Buffer.from(text));
}
