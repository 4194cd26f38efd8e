import type { Transport } from "../../client/transport.ts";
import { passText, proofText } from "../../core/pairing/greeting-text.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { Greeting } from "../../core/protocol/daemon/devices.ts";
import { applied, type Secret, toHex } from "./secret.ts";

const UNPROVEN = "what answers here could not prove that it is your daemon: nothing was sent to it";
const PROXY_HINT = "; a proxy in front of it has to pass Host on as the browser wrote it (docs/phone.md)";

/**
 * Makes the server prove that it is the daemon that knows our key, and returns the pass to use as the key for this run
 * of the daemon. Another process may have taken its port meanwhile; it learns nothing from this. Where the browser
 * offers no cryptography, the key itself is sent, and verified by being accepted.
 */
export async function verifyDaemon(
  secret: Secret,
  showing: (pass: string | null) => Transport,
  host: string,
): Promise<string> {
  if (secret.type === "plain") return tried(secret.key, showing(secret.key));
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const body = JSON.stringify({ key_id: secret.id, nonce });
  const { boot, proof } = ((await showing(null)("POST", "/v1/greet", { body })) as Partial<Greeting> | null) ?? {};
  const facts = { host, boot: String(boot), nonce };
  if (proof !== (await applied(secret.hmac, proofText(facts))))
    throw new Fault("E_NOT_PROVEN", `${UNPROVEN}${isOwnMachine(host) ? "" : PROXY_HINT}`);
  return `${secret.id}.${nonce}.${await applied(secret.hmac, passText(facts))}`;
}

async function tried(key: string, transport: Transport): Promise<string> {
  // a real key has only characters that are valid in a header
  if (!/^\w+$/.test(key)) throw new Fault("E_DEVICE_NOT_FOUND", "the key in the address is not valid");
  try {
    await transport("GET", "/v1/health");
    return key;
  } catch (error) {
    const fault = asFault(error);
    throw fault.code === "E_UNAUTHORIZED" ? new Fault("E_DEVICE_NOT_FOUND", fault.message) : fault;
  }
}

/** Whether the page is served from this machine, without a proxy in between. */
export function isOwnMachine(host: string): boolean {
  return isPlainAddress(host) || /^[a-f0-9]+\.localhost(:\d+)?$/.test(host);
}

/** Whether the page uses a loopback address, shared by any process that takes the port, not the daemon's own name. */
export function isPlainAddress(host: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}
