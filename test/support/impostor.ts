import { createServer, type IncomingMessage, request } from "node:http";
import { onTestFinished } from "vitest";

export interface Impostor {
  /** Everything it received: method, path, headers and body of each request, upgrades too. */
  heard: string[];
  /** From now on forwards requests to this port, with that port's own host name. */
  relayTo(port: number): void;
  close(): Promise<void>;
}

/** A foreign server on the daemon's port: it accepts every request and records it. */
export async function impostor(port: number, address: "127.0.0.1" | "::1" = "127.0.0.1"): Promise<Impostor> {
  const heard: string[] = [];
  let relay: number | null = null;
  const note = ({ method, url, rawHeaders }: IncomingMessage, body: string) =>
    heard.push(`${method} ${url}\n${rawHeaders.join("\n")}\n${body}`);
  const server = createServer(async (asked, answer) => {
    let body = "";
    for await (const chunk of asked) body += String(chunk);
    note(asked, body);
    if (relay === null) {
      answer.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    const headers = { ...asked.headers, host: `127.0.0.1:${relay}`, origin: `http://127.0.0.1:${relay}` };
    const passed = request(
      { host: "127.0.0.1", port: relay, path: asked.url, method: asked.method, headers },
      (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers);
        from.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy()).end(body);
  });
  server.on("upgrade", (asked, socket) => {
    note(asked, "");
    socket.destroy();
  });
  await new Promise<void>((done, failed) => server.once("error", failed).listen(port, address, done));
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  onTestFinished(close);
  return {
    heard,
    relayTo(other) {
      relay = other;
    },
    close,
  };
}
