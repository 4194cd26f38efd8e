import type { Transport } from "../../client/client.ts";
import type { ErrorBody } from "../../core/protocol/errors.ts";
import { Fault } from "../../core/protocol/fault.ts";

const TIMEOUT_MS = 15_000;

/** The daemon's API over fetch. The cookie lets the page look; to act it shows the device's key. */
export function fetchTransport(keyNow: () => string | null, fetched: typeof fetch = fetch): Transport {
  return async (method, path, { body, timeoutMs = TIMEOUT_MS } = {}) => {
    const key = keyNow();
    const response = await reach(fetched, path, {
      method,
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    });
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
