import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import { selfSigned } from "./self-signed.ts";

export interface HttpsProxy {
  /** Chromium flags that resolve the name to this proxy and trust its certificate. */
  flags: string[];
  close(): Promise<void>;
}

/** The proxy's own login, required for every request including WebSockets; `/proxy-login` sets the cookie. */
export interface ProxyLogin {
  basic: string;
  cookie: string;
}

/**
 * A user's own HTTPS proxy, for one name, in front of the daemon's socket; forwards everything unchanged, WebSockets
 * too.
 */
export async function httpsProxy(name: string, socketPath: string, login?: ProxyLogin): Promise<HttpsProxy> {
  const { cert, key, spkiHash } = selfSigned(name);
  const forwarded = (asked: IncomingMessage) => ({
    ...asked.headers,
    "x-forwarded-proto": "https",
    "x-forwarded-for": "192.0.2.7",
  });
  const server = createServer({ cert, key }, (asked, answer) => {
    const { method, url: path } = asked;
    const refused = login === undefined ? null : refusalOf(asked, login);
    if (refused !== null) {
      answer.writeHead(refused.status, refused.headers).end();
      return;
    }
    const passed = request({ socketPath, method, path, headers: forwarded(asked) }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.on("error", () => answer.writeHead(502).end("Bad gateway"));
    asked.pipe(passed);
  });
  server.on("upgrade", (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refused = login === undefined ? null : refusalOf(asked, login);
    if (refused !== null) {
      socket.end(`HTTP/1.1 ${refused.status} Refused\r\nconnection: close\r\n\r\n`);
      return;
    }
    const daemon = connect(socketPath, () => {
      const headers = Object.entries(forwarded(asked)).map(([field, value]) => `${field}: ${String(value)}\r\n`);
      daemon.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
      daemon.write(head);
      daemon.pipe(socket).pipe(daemon);
    });
    for (const each of [daemon, socket]) each.on("error", () => [daemon, socket].map((end) => end.destroy()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  onTestFinished(close);
  return { flags: siteFlags(name, port, spkiHash), close };
}

function refusalOf({ url, headers }: IncomingMessage, { basic, cookie }: ProxyLogin) {
  if (headers.authorization !== `Basic ${Buffer.from(basic).toString("base64")}`)
    return { status: 401, headers: { "www-authenticate": 'Basic realm="proxy"' } };
  if (url === "/proxy-login") return { status: 200, headers: { "set-cookie": `${cookie}; Path=/; Secure; HttpOnly` } };
  if (headers.cookie?.includes(cookie) !== true) return { status: 302, headers: { location: "/proxy-login" } };
  return null;
}

export function siteFlags(name: string, port: number, spkiHash: string): string[] {
  return [
    `--host-resolver-rules=MAP ${name}:443 127.0.0.1:${port}`,
    `--ignore-certificate-errors-spki-list=${spkiHash}`,
  ];
}
