import type { Transport } from "../../client/transport.ts";
import { PASS_HEADER } from "../../core/pairing/greeting-text.ts";
import type { ErrorBody } from "../../core/protocol/base/errors.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { parseVisible } from "../../core/text/parse-visible.ts";
import type { DeviceKey } from "./device-key.ts";

const TIMEOUT_MS = 15_000;

/** For requests that bring their own pass, or none: nothing is renewed. */
export function fixedPass(pass: string | null): Pick<DeviceKey, "pass" | "renew"> {
  return { pass: async () => pass, renew: () => undefined };
}

/**
 * The daemon's API over fetch. The cookie allows viewing; acting needs the key's pass. Cookies and basic auth are sent
 * in either case: a proxy of the user's may require them.
 */
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
        credentials: cookies,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(pass !== null && { [PASS_HEADER]: pass }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body }),
      });
    const pass = await key.pass();
    try {
      return await answerIn(await ask(pass));
    } catch (error) {
      if (pass === null || !(error instanceof Fault) || error.code !== "E_UNAUTHORIZED") throw error;
      // the pass was from an earlier run of the daemon; the request had no effect
      key.renew();
      const renewed = await key.pass();
      if (renewed === pass) throw error;
      return answerIn(await ask(renewed));
    }
  };
}

async function reach(fetched: typeof fetch, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetched(path, request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "TimeoutError")
      throw new Fault("E_TIMEOUT", "the daemon did not answer in time: it is not known whether it was done", {}, cause);
    throw new Fault("E_DAEMON_DOWN", "the daemon cannot be reached", {}, cause);
  }
}

async function answerIn(response: Response): Promise<unknown> {
  // the daemon never redirects
  if (response.type === "opaqueredirect")
    throw new Fault("E_DAEMON_DOWN", "a login page answers instead of the daemon: reload this page to sign in");
  const value = await response
    .text()
    .then(parseVisible)
    .catch(() => null);
  if (response.ok) return value;
  throw faultOf(value) ?? new Fault("E_INTERNAL", `the daemon answered ${response.status} ${response.statusText}`);
}

function faultOf(value: unknown): Fault | null {
  if (typeof value !== "object" || value === null || !("code" in value) || !("message" in value)) return null;
  const { code, message, details } = value as ErrorBody;
  return new Fault(code, message, details);
}
