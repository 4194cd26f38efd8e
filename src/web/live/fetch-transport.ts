import type { Transport } from "../../client/client.ts";
import type { ErrorBody } from "../../core/protocol/errors.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { DeviceKey } from "./device-key.ts";

const TIMEOUT_MS = 15_000;

/** Whoever holds nothing. */
export const NO_KEY: Pick<DeviceKey, "pass" | "renew"> = { pass: async () => null, renew: () => undefined };

/** The daemon's API over fetch. The cookie lets the page look; to act it shows the pass of its key, and then no cookie. */
export function fetchTransport(
  key: Pick<DeviceKey, "pass" | "renew">,
  fetched: typeof fetch = fetch,
  cookies: RequestCredentials = "same-origin",
): Transport {
  return async (method, path, { body, timeoutMs = TIMEOUT_MS } = {}) => {
    const ask = (pass: string | null) =>
      reach(fetched, path, {
        method,
        cache: "no-store",
        credentials: pass === null ? cookies : "omit",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(pass !== null && { authorization: `Bearer ${pass}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body }),
      });
    const pass = await key.pass();
    let response = await ask(pass);
    if (response.status === 401 && pass !== null) {
      // it was of an earlier run of the daemon; nothing was done
      key.renew();
      response = await ask(await key.pass());
    }
    const value: unknown = await response.json().catch(() => null);
    if (response.ok) return value;
    throw faultOf(value) ?? new Fault("E_INTERNAL", `the daemon answered ${response.status} ${response.statusText}`);
  };
}

async function reach(fetched: typeof fetch, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetched(path, request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "TimeoutError")
      throw new Fault("E_TIMEOUT", "the daemon did not answer in time: nobody knows whether it was done", {}, cause);
    throw new Fault("E_DAEMON_DOWN", "the daemon is out of reach", {}, cause);
  }
}

function faultOf(value: unknown): Fault | null {
  if (typeof value !== "object" || value === null || !("code" in value) || !("message" in value)) return null;
  const { code, message, details } = value as ErrorBody;
  return new Fault(code, message, details);
}
