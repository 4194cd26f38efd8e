import { createHmac, timingSafeEqual } from "node:crypto";
import { type GreetingFacts, KEY_ID_TEXT, passText, proofText } from "../../core/pairing/greeting-text.ts";

/** Sent by a page instead of its key; valid for one run of the daemon and one host. */
export interface Pass {
  keyId: string;
  nonce: string;
  proof: string;
}

/** Identifies a key without revealing it. `hash`: of the key. */
export function keyIdOf(hash: string): string {
  return applied(hash, KEY_ID_TEXT).slice(0, 32);
}

/** Proves that we know the key. */
export function proofOf(hash: string, facts: GreetingFacts): string {
  return applied(hash, proofText(facts));
}

export function readPass(shown: string): Pass | null {
  const [, keyId, nonce, proof] = /^([a-f0-9]{32})\.([a-f0-9]{32})\.([a-f0-9]{64})$/.exec(shown) ?? [];
  return keyId === undefined || nonce === undefined || proof === undefined ? null : { keyId, nonce, proof };
}

/** Whether the sender knows the key. */
export function isProven({ nonce, proof }: Pass, hash: string, { host, boot }: Omit<GreetingFacts, "nonce">): boolean {
  return timingSafeEqual(Buffer.from(proof, "hex"), Buffer.from(applied(hash, passText({ host, boot, nonce })), "hex"));
}

function applied(hash: string, text: string): string {
  return createHmac("sha256", Buffer.from(hash, "hex")).update(text).digest("hex");
}
