import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import { deviceName } from "../../core/pairing/device-name.ts";
import { PASS_HEADER } from "../../core/pairing/greeting-text.ts";
import type { Devices } from "../devices.ts";
import { cookieOf, deviceOfCookie, sameSecret } from "./auth.ts";
import type { Door } from "./door.ts";
import { admit, foreignness, type Gate, type GateRequest, sessionCookie } from "./gate.ts";
import { type PageRequest, readPage } from "./page.ts";
import { LARGEST_BODY, urlOf } from "./serve-fetch.ts";

export interface EntranceOptions {
  api: Hono;
  webRoot: string;
  devices: Devices;
}

/** Who pairs has no key yet, and who greets shows none before we have proven that we know it. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(["/v1/pair", "/v1/greet"]);
/** A code or a nonce: whoever has no key yet has not much to say. */
const LARGEST_GREETING = 16 * 1024;

/** What comes over TCP: the page for everybody, a key for the link or a pairing code, the API for whoever has one. */
export async function answerTcp(request: Request, options: EntranceOptions, gate: Gate): Promise<Response> {
  const shown = shownByFetch(request);
  const foreign = foreignness(shown, gate);
  if (foreign !== null) return Response.json(foreign.toBody(), { status: 403 });
  const url = new URL(request.url);
  const reads = request.method === "GET" || request.method === "HEAD";
  if (reads && url.pathname === "/" && sameSecret(url.searchParams.get("token"), gate.token))
    return exchangeLink(request, shown, options.devices, gate);
  const host = shown.host ?? "";
  const page = reads ? readPage(options.webRoot, pageRequest(request, url.pathname, host)) : null;
  if (page !== null) return page;
  const cookieFor = (deviceId: string) => sessionCookie(deviceId, shown, gate);
  if (request.method === "POST" && WITHOUT_KEY.has(url.pathname))
    return options.api.fetch(request, { visit: null, cookieFor, deviceName: null, host } satisfies Door);
  const admission = admit(shown, reads ? "look" : "act", gate);
  if (!admission.ok) return Response.json(admission.fault.toBody(), { status: admission.status });
  const { visit } = admission;
  gate.devices.noteSeen(visit.device);
  const door: Door = { visit, cookieFor, deviceName: options.devices.nameOf(visit.device), host };
  const follows = request.headers.get("accept")?.includes("text/event-stream") ?? false;
  return options.api.fetch(follows ? untilRemoved(request, visit.device, options.devices) : request, door);
}

/** Strangers are refused by what their head shows: of what they send nothing is kept. */
export function judgeHead(request: IncomingMessage, gate: Gate): number | Response {
  const shown = { ...shownByUpgrade(request), protocols: null, isUpgrade: false };
  const path = new URL(urlOf(request)).pathname;
  const isForEverybody = request.method === "POST" && WITHOUT_KEY.has(path);
  const foreign = foreignness(shown, gate);
  if (foreign !== null) return Response.json(foreign.toBody(), { status: 403 });
  if (isForEverybody) return LARGEST_GREETING;
  const admission = admit(shown, "act", gate);
  return admission.ok ? LARGEST_BODY : Response.json(admission.fault.toBody(), { status: admission.status });
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
  const protocols = headers["sec-websocket-protocol"];
  const pass = [headers[PASS_HEADER]].flat()[0];
  return { host, origin, cookie, authorization, pass, protocols, site: siteOf(headers), isUpgrade: true };
}

function pageRequest({ headers }: Request, path: string, host: string): PageRequest {
  return { path, host, accepts: headers.get("accept-encoding"), knows: headers.get("if-none-match") };
}

function shownByFetch({ headers }: Request): GateRequest {
  return {
    host: headers.get("host"),
    origin: headers.get("origin"),
    cookie: headers.get("cookie"),
    authorization: headers.get("authorization"),
    pass: headers.get(PASS_HEADER),
    // only an upgrade has them
    protocols: null,
    site: headers.get("sec-fetch-site"),
  };
}

function siteOf(headers: IncomingMessage["headers"]): string {
  const site = headers["sec-fetch-site"];
  return [site].flat().join();
}
