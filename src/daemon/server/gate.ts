import { Fault } from "../../core/protocol/fault.ts";
import type { Devices } from "../devices.ts";
import { cookieName, cookieOf, cookieValue, deviceOfCookie, keysOf, sameSecret } from "./auth.ts";
import { isOurHost, isOurOrigin, isSecure, type Names } from "./names.ts";

/** What a request shows of itself. */
export interface GateRequest {
  host: string | null | undefined;
  origin: string | null | undefined;
  cookie: string | null | undefined;
  authorization: string | null | undefined;
  /** Agtmux-Pass: the page's own header, beside whatever login a proxy wants in the others. */
  pass?: string | null | undefined;
  /** Sec-WebSocket-Protocol. */
  protocols: string | null | undefined;
  /** Sec-Fetch-Site: whose page made the browser ask. */
  site?: string | null | undefined;
  isUpgrade?: boolean;
}

/** Who asks, and what they may do. The socket and the token are the user's own; a device holds a key, or only its cookie. */
export interface Visit {
  may: "look" | "act";
  by: "socket" | "token" | "key" | "cookie";
  device: string | null;
}

export const OWN_VISIT: Visit = { may: "act", by: "socket", device: null };

export interface Gate extends Names {
  token: string;
  devices: Pick<Devices, "holderOf" | "has" | "noteSeen">;
}

export type Admission = { ok: true; visit: Visit } | { ok: false; status: 401 | 403; fault: Fault };

/** What a TCP request must show before anything is answered: our name, our origin, and the token, a key or its cookie. */
export function admit(request: GateRequest, wants: Visit["may"], gate: Gate): Admission {
  const foreign = foreignness(request, gate) ?? meddling(request);
  if (foreign !== null) return { ok: false, status: 403, fault: foreign };
  const visit = visitOf(request, gate);
  if (visit === null)
    return {
      ok: false,
      // at a 401 browsers forget the password that the user's proxy has asked for
      status: /^Basic\s/i.test(request.authorization ?? "") ? 403 : 401,
      fault: new Fault("E_UNAUTHORIZED", "open the link that 'agtmux daemon status' prints: it carries the key"),
    };
  // browsers always name it there, and add the cookie to whatever a page of this host opens
  if (request.isUpgrade && visit.by === "cookie" && !request.origin)
    return { ok: false, status: 403, fault: new Fault("E_FORBIDDEN_ORIGIN", "this upgrade does not say its origin") };
  if (wants === "act" && visit.may === "look")
    return {
      ok: false,
      status: 403,
      fault: new Fault("E_UNAUTHORIZED", "this page may look and not act: open the link again, or pair this device"),
    };
  return { ok: true, visit };
}

/** Who asks; null for strangers, and for devices that were removed. */
export function visitOf(request: GateRequest, { token, port, devices }: Gate): Visit | null {
  const pass = request.pass ?? null;
  for (const key of [...(pass === null ? [] : [pass]), ...keysOf(request.authorization, request.protocols)]) {
    if (sameSecret(key, token)) return { may: "act", by: "token", device: null };
    const device = devices.holderOf(key, request.host ?? "");
    if (device !== null) return { may: "act", by: "key", device };
  }
  // a page whose pass is of an earlier run must hear of it, and makes another
  if (pass !== null) return null;
  const device = deviceOfCookie(cookieOf(request.cookie, port), token);
  return device !== null && devices.has(device) ? { may: "look", by: "cookie", device } : null;
}

export function foreignness({ host, origin }: GateRequest, names: Names): Fault | null {
  if (!isOurHost(host, names)) return new Fault("E_FORBIDDEN_ORIGIN", `"${host ?? ""}" is not a name of this daemon`);
  if (!isOurOrigin(origin, names)) return new Fault("E_FORBIDDEN_ORIGIN", `requests from ${origin} are not answered`);
  return null;
}

/** An image or a script of another page names no origin, and one of another port of this host brings the cookie. */
function meddling({ site }: GateRequest): Fault | null {
  const isOurs = !site || site === "same-origin" || site === "none";
  return isOurs ? null : new Fault("E_FORBIDDEN_ORIGIN", `the API answers no ${site} requests`);
}

export function sessionCookie(deviceId: string, { host, origin }: GateRequest, gate: Gate): string {
  const secure = isSecure(host, origin, gate) ? "; Secure" : "";
  const value = cookieValue(gate.token, deviceId);
  return `${cookieName(gate.port)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000${secure}`;
}
