import type { Endpoint } from "../core/protocol/routes/endpoints.ts";

/** Sends a request: over a unix socket from commands, by fetch in a browser. Rejects with the daemon's error. */
export type Transport = (
  method: Endpoint["method"],
  path: string,
  request?: { body?: string; timeoutMs?: number },
) => Promise<unknown>;
