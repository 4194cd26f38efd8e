import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import { PASS_HEADER } from "../../core/pairing/greeting-text.ts";
import type { Route } from "../../core/protocol/routes/route.ts";
import { ROUTES } from "../../core/protocol/routes/routes.ts";
import type { Devices } from "../access/devices.ts";
import { cookieOf, deviceOfCookie } from "./auth.ts";
import { admit, type Gate, type GateRequest, sessionCookie, wrongHostOrOrigin } from "./gate.ts";
import { placeOf } from "./names.ts";
import type { OwnToken } from "./own-token.ts";
import { type PageRequest, readPage } from "./page.ts";
import type { RequestContext } from "./request-context.ts";
import { LARGEST_BODY, urlOf } from "./serve-fetch.ts";

export interface TcpHandlerOptions {
  api: Hono;
  webRoot: string;
  devices: Devices;
  token: Pick<OwnToken, "value" | "onRotate">;
}

/** A client that pairs has no key yet; one that greets sends no key before we have proven that we know it. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(
  Object.values<Record<string, Route>>(ROUTES)
    .flatMap((group) => Object.values(group))
    .filter(({ access }) => access === "anybody")
    .map(({ path }) => path),
);
/** Bytes. These requests carry a code or a nonce, so a client without a key needs no more. */
const LARGEST_GREETING = 16 * 1024;

/** Handles requests over TCP or from the user's proxy: the page is public, a link's code is exchanged for a key. */
export async function handleTcpRequest(
  request: Request,
  options: TcpHandlerOptions,
  gate: Gate,
  isByPort: boolean,
): Promise<Response> {
  const shown = shownByFetch(request);
  const foreign = wrongHostOrOrigin(shown, gate);
  const place = placeOf(shown.host, gate);
  if (foreign !== null || place === null) return Response.json(foreign?.toBody(), { status: 403 });
  const url = new URL(request.url);
  const reads = request.method === "GET" || request.method === "HEAD";
  const host = shown.host ?? "";
  const page = reads ? readPage(options.webRoot, pageRequest(request, url.pathname, host)) : null;
  if (page !== null) return page;
  const cookieFor = (deviceId: string) => sessionCookie(deviceId, shown, gate);
  const knownDevice = deviceOfCookie(cookieOf(shown.cookie, gate.port), gate.token);
  const how = { cookieFor, knownDevice, host, place, isByPort };
  if (request.method === "POST" && WITHOUT_KEY.has(url.pathname))
    return options.api.fetch(request, { ...how, principal: null, deviceName: null } satisfies RequestContext);
  const admission = admit(shown, reads ? "look" : "act", gate);
  if (!admission.ok) return Response.json(admission.fault.toBody(), { status: admission.status });
  const { principal } = admission;
  gate.devices.noteSeen(principal.device);
  const requestContext: RequestContext = { ...how, principal, deviceName: options.devices.nameOf(principal.device) };
  return options.api.fetch(request, requestContext);
}

/** Refuses unauthenticated clients by their headers alone, before any of the body is kept. */
export function authorizeHeaders(request: IncomingMessage, gate: Gate): number | Response {
  const shown = { ...shownByUpgrade(request), protocols: null, isUpgrade: false };
  const path = new URL(urlOf(request)).pathname;
  const isForEverybody = request.method === "POST" && WITHOUT_KEY.has(path);
  const foreign = wrongHostOrOrigin(shown, gate);
  if (foreign !== null) return Response.json(foreign.toBody(), { status: 403 });
  if (isForEverybody) return LARGEST_GREETING;
  const admission = admit(shown, "act", gate);
  return admission.ok ? LARGEST_BODY : Response.json(admission.fault.toBody(), { status: admission.status });
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
    // only upgrades have subprotocols
    protocols: null,
    site: headers.get("sec-fetch-site"),
  };
}

function siteOf(headers: IncomingMessage["headers"]): string {
  const site = headers["sec-fetch-site"];
  return [site].flat().join();
}
