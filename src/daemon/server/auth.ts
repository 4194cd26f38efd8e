import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";

/** Browsers keep cookies by host without the port: the daemons of two homes must not sign each other out. */
export function cookieName(port: number): string {
  return `agtmux_session_${port}`;
}

/** The secret in the dashboard's link; made once, private to the user. */
export function loadToken(path: string): string {
  try {
    const token = readFileSync(path, "utf8").trim();
    chmodSync(path, 0o600);
    if (/^[a-f0-9]{48}$/.test(token)) return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const token = randomBytes(24).toString("hex");
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  return token;
}

/** What a browser keeps beside its key: it sends it to every server of this host, whatever the port, so it opens less. */
export function cookieValue(token: string, deviceId: string): string {
  return `${deviceId}.${createHmac("sha256", token).update(`cookie:${deviceId}`).digest("hex")}`;
}

/** The device to which we gave this cookie; whether it is still welcome is another question. */
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

/** A browser's WebSocket has no headers of its own but this one. */
const KEY_PROTOCOL = /^agtmux\.(?:key|token)\./;

/** All that a request shows as a key, however it is spelled. */
export function keysOf(authorization: string | null | undefined, protocols: string | null | undefined): string[] {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  const offered = (protocols ?? "").split(",").map((each) => each.trim());
  const named = offered.filter((each) => KEY_PROTOCOL.test(each)).map((each) => each.replace(KEY_PROTOCOL, ""));
  return [...(bearer === undefined ? [] : [bearer]), ...named];
}

/** A browser wants one of its protocols back; a key is not repeated where it offers another. */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  const [first = false] = offered;
  return [...offered].find((each) => !KEY_PROTOCOL.test(each)) ?? first;
}
