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

/** What a browser keeps instead of the token: it sends it to every server of this host, whatever the port, so it opens less. */
export function cookieSecret(token: string): string {
  return createHmac("sha256", token).update("cookie").digest("hex");
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

/** Another site's page can make a browser call us by name or by address: only our own names are answered. */
export function isOurHost(host: string | null | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
}

/** Absent on plain navigation and in command line clients; a browser always sends it across sites. */
export function isOurOrigin(origin: string | null | undefined, port: number): boolean {
  return (
    origin === null ||
    origin === undefined ||
    (origin.startsWith("http://") && isOurHost(origin.slice("http://".length), port))
  );
}
