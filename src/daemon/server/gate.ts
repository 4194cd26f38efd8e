import { Fault } from "../../core/protocol/base/fault.ts";
import type { Devices } from "../access/devices.ts";
import { cookieName, cookieOf, cookieValue, deviceOfCookie, keysOf, sameSecret } from "./auth.ts";
import { isOurOrigin, isSecure, type Names, placeOf } from "./names.ts";

/** The request headers that decide about access. */
export interface GateRequest {
  host: string | null | undefined;
  origin: string | null | undefined;
  cookie: string | null | undefined;
  authorization: string | null | undefined;
  /** Agtmux-Pass: the page's own header, so that the others stay free for a proxy's login. */
  pass?: string | null | undefined;
  /** Sec-WebSocket-Protocol. */
  protocols: string | null | undefined;
  /** Sec-Fetch-Site: which site's page caused the request. */
  site?: string | null | undefined;
  isUpgrade?: boolean;
}

/** An authenticated client and its rights. A member is another daemon of the fleet. Socket and token are the user's; a device has a key, or only its cookie. */
export interface Principal {
  may: "look" | "act";
  by: "socket" | "token" | "key" | "cookie" | "member";
  device: string | null;
}

export const LOOK_ONLY = "this page may look and not act: open the link again, or pair this device";

export const OWNER: Principal = { may: "act", by: "socket", device: null };

export interface Gate extends Names {
  /** Part of the cookie's name. */
  port: number;
  token: string;
  devices: Pick<Devices, "holderOf" | "has" | "noteSeen">;
}

export type Admission = { ok: true; principal: Principal } | { ok: false; status: 401 | 403; fault: Fault };

/** Authorizes a TCP request by its headers: our host, our origin, and the token, a key or a device cookie. */
export function admit(request: GateRequest, wants: Principal["may"], gate: Gate): Admission {
  const foreign = wrongHostOrOrigin(request, gate) ?? crossSiteRequest(request);
  if (foreign !== null) return { ok: false, status: 403, fault: foreign };
  const principal = principalOf(request, gate);
  if (principal === null)
    return {
      ok: false,
      // a 401 would make browsers forget the password of the user's proxy
      status: /^Basic\s/i.test(request.authorization ?? "") ? 403 : 401,
      fault: new Fault("E_UNAUTHORIZED", "open the link that 'agtmux daemon status' prints: it carries the key"),
    };
  // browsers always send Origin here, and add the cookie to a socket that any page of this host opens
  if (request.isUpgrade && principal.by === "cookie" && !request.origin)
    return { ok: false, status: 403, fault: new Fault("E_FORBIDDEN_ORIGIN", "this upgrade does not say its origin") };
  if (wants === "act" && principal.may === "look")
    return {
      ok: false,
      status: 403,
      fault: new Fault("E_UNAUTHORIZED", LOOK_ONLY),
    };
  return { ok: true, principal };
}

/** The authenticated client; null for unknown clients and removed devices. */
export function principalOf(request: GateRequest, { token, port, devices }: Gate): Principal | null {
  const pass = request.pass ?? null;
  for (const key of [...(pass === null ? [] : [pass]), ...keysOf(request.authorization, request.protocols)]) {
    if (sameSecret(key, token)) return { may: "act", by: "token", device: null };
    const device = devices.holderOf(key, request.host ?? "");
    if (device !== null) return { may: "act", by: "key", device };
  }
  // a page with a pass of an earlier daemon must get the error, so that it makes a new one
  if (pass !== null) return null;
  const device = deviceOfCookie(cookieOf(request.cookie, port), token);
  return device !== null && devices.has(device) ? { may: "look", by: "cookie", device } : null;
}

export function wrongHostOrOrigin({ host, origin }: GateRequest, names: Names): Fault | null {
  if (placeOf(host, names) === null)
    return new Fault(
      "E_FORBIDDEN_ORIGIN",
      `"${host ?? ""}" is not a name of this daemon now: 'agtmux daemon status' prints the dashboard's link`,
    );
  if (!isOurOrigin(origin, host, names))
    return new Fault("E_FORBIDDEN_ORIGIN", `requests from ${origin} are not answered`);
  return null;
}

/** An image or script tag of another page sends no Origin, and one from another port of this host sends our cookie. */
function crossSiteRequest({ site }: GateRequest): Fault | null {
  const isOurs = !site || site === "same-origin" || site === "none";
  return isOurs ? null : new Fault("E_FORBIDDEN_ORIGIN", `the API answers no ${site} requests`);
}

export function sessionCookie(deviceId: string, { host, origin }: GateRequest, gate: Gate): string {
  const secure = isSecure(host, origin, gate) ? "; Secure" : "";
  const value = cookieValue(gate.token, deviceId);
  return `${cookieName(gate.port)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000${secure}`;
}
