import { createHmac, timingSafeEqual } from "node:crypto";

/** Browsers scope cookies by host, not port: without the port, daemons of two homes would overwrite each other's. */
export function cookieName(port: number): string {
  return `agtmux_session_${port}`;
}

/** A device's cookie. Browsers send it to every port of this host, so it grants less than the key. */
export function cookieValue(token: string, deviceId: string): string {
  return `${deviceId}.${createHmac("sha256", token).update(`cookie:${deviceId}`).digest("hex")}`;
}

/** The device that this cookie was issued to, which may have been removed since. */
export function deviceOfCookie(value: string | null, token: string): string | null {
  const id = value?.split(".")[0] ?? "";
  return sameSecret(value, cookieValue(token, id)) ? id : null;
}

export function sameSecret(given: string | null | undefined, token: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function cookieOf(header: string | null | undefined, port: number): string | null {
  for (const pair of (header ?? "").split(";")) {
    const [name, value] = pair.trim().split("=");
    if (name === cookieName(port) && value !== undefined) return value;
  }
  return null;
}

/** Subprotocols are the only header that a browser's WebSocket can set. */
const KEY_PROTOCOL = /^agtmux\.(?:key|token)\./;

/** Every key in a request's Authorization and subprotocol headers. */
export function keysOf(authorization: string | null | undefined, protocols: string | null | undefined): string[] {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  const offered = (protocols ?? "").split(",").map((each) => each.trim());
  const named = offered.filter((each) => KEY_PROTOCOL.test(each)).map((each) => each.replace(KEY_PROTOCOL, ""));
  return [...(bearer === undefined ? [] : [bearer]), ...named];
}

/** A browser requires one of its subprotocols in the response; do not echo a key if it offers another one. */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  const [first = false] = offered;
  return [...offered].find((each) => !KEY_PROTOCOL.test(each)) ?? first;
}
