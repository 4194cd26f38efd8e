import type { Transport } from "../../client/client.ts";
import { passText, proofText } from "../../core/pairing/greeting-text.ts";
import type { Greeting } from "../../core/protocol/devices.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { applied, type Secret, toHex } from "./secret.ts";

/**
 * Has whoever answers prove that it is the daemon that knows our key, and returns what to show it as the key from then
 * on: a pass for this run of the daemon. Anybody may have taken its port while it was away; they learn nothing from this.
 */
export async function greet(secret: Secret, transport: Transport, host: string): Promise<string> {
  if (secret.type === "plain") return secret.key;
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const body = JSON.stringify({ key_id: secret.id, nonce });
  const { boot, proof } = (await transport("POST", "/v1/greet", { body })) as Partial<Greeting>;
  const facts = { host, boot: String(boot), nonce };
  if (proof !== (await applied(secret.hmac, proofText(facts))))
    throw new Fault("E_NOT_PROVEN", "what answers here could not prove that it is your daemon: nothing was sent to it");
  return `${secret.id}.${nonce}.${await applied(secret.hmac, passText(facts))}`;
}
