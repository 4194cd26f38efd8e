import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import { deviceName } from "../../core/pairing/device-name.ts";
import type { Devices } from "../devices.ts";
import { cookieOf, deviceOfCookie, sameSecret } from "./auth.ts";
import type { Door } from "./door.ts";
import { admit, foreignness, type Gate, type GateRequest, sessionCookie } from "./gate.ts";
import { readPage } from "./page.ts";

export interface EntranceOptions {
  api: Hono;
  webRoot: string;
  devices: Devices;
}

/** What comes over TCP: the page for everybody, a key for the link or a pairing code, the API for whoever has one. */
export async function answerTcp(request: Request, options: EntranceOptions, gate: Gate): Promise<Response> {
  const shown = shownByFetch(request);
  const foreign = foreignness(shown, gate);
  if (foreign !== null) return Response.json(foreign.toBody(), { status: 403 });
  const url = new URL(request.url);
  const reads = request.method === "GET" || request.method === "HEAD";
  if (reads && url.pathname === "/" && sameSecret(url.searchParams.get("token"), gate.token))
    return exchangeLink(request, shown, options.devices, gate);
  const page = reads ? readPage(options.webRoot, url.pathname, shown.host ?? "") : null;
  if (page !== null) return page;
  const cookieFor = (deviceId: string) => sessionCookie(deviceId, shown, gate);
  // it has no key yet: the code in its body is what lets it in
  if (request.method === "POST" && url.pathname === "/v1/pair")
    return options.api.fetch(request, { visit: null, cookieFor } satisfies Door);
  const admission = admit(shown, reads ? "look" : "act", gate);
  if (!admission.ok) return Response.json(admission.fault.toBody(), { status: admission.status });
  const { visit } = admission;
  gate.devices.noteSeen(visit.device);
  const door: Door = { visit, cookieFor };
  const follows = request.headers.get("accept")?.includes("text/event-stream") ?? false;
  return options.api.fetch(follows ? untilRemoved(request, visit.device, options.devices) : request, door);
}

/** What goes on without an end is over when its device is removed. */
function untilRemoved(request: Request, device: string | null, devices: Devices): Request {
  const over = new AbortController();
  const leave = devices.onRemove((id) => id === device && over.abort());
  request.signal.addEventListener("abort", leave, { once: true });
  return new Request(request, { signal: AbortSignal.any([request.signal, over.signal]) });
}

/**
 * The token leaves the address bar at once: it would live on in histories and screenshots. What stands behind the # is for
 * the page alone; it keeps it where pages of other ports do not see it.
 */
function exchangeLink(request: Request, shown: GateRequest, devices: Devices, gate: Gate): Response {
  if (request.method === "HEAD") return new Response(null, { status: 302, headers: { location: "/" } });
  const known = deviceOfCookie(cookieOf(shown.cookie, gate.port), gate.token);
  const { key, id } = devices.admit(deviceName(request.headers.get("user-agent") ?? ""), known);
  return new Response(null, {
    status: 302,
    headers: {
      location: `/#key=${key}`,
      "set-cookie": sessionCookie(id, shown, gate),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
  });
}

export function shownByUpgrade({ headers }: IncomingMessage): GateRequest {
  const { host, origin, cookie, authorization } = headers;
  return { host, origin, cookie, authorization, protocols: headers["sec-websocket-protocol"] };
}

function shownByFetch({ headers }: Request): GateRequest {
  return {
    host: headers.get("host"),
    origin: headers.get("origin"),
    cookie: headers.get("cookie"),
    authorization: headers.get("authorization"),
    // only an upgrade has them
    protocols: null,
  };
}
