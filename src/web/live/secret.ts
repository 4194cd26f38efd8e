import { KEY_ID_TEXT } from "../../core/pairing/greeting-text.ts";

/**
 * The page's stored key. A `proving` key cannot be extracted again, not even by a script from another process that took
 * our port. Where pages have no cryptography (plain http from another machine), the key itself is stored (`plain`).
 */
export type Secret = { type: "proving"; id: string; hmac: CryptoKey } | { type: "plain"; id: string; key: string };

export async function secretOf(key: string): Promise<Secret> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return { type: "plain", id: key, key };
  const hash = await subtle.digest("SHA-256", new TextEncoder().encode(key));
  const hmac = await subtle.importKey("raw", hash, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return { type: "proving", id: (await applied(hmac, KEY_ID_TEXT)).slice(0, 32), hmac };
}

export async function applied(hmac: CryptoKey, text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text))));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
