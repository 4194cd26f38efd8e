import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | object;
  /** Cuts the connection instead of responding. */
  cut?: boolean;
}

export interface Receiver {
  /** `http://127.0.0.1:PORT` */
  url: string;
  received: Received[];
  /** Queues replies that are sent before those of `answer`, one per request. */
  next(...replies: Reply[]): void;
}

/** A server on this machine that replies as `answer` says, until the test ends. */
export async function receiver(answer: (request: Received) => Reply): Promise<Receiver> {
  const received: Received[] = [];
  const queued: Reply[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks) };
      received.push(one);
      const { status, headers: told = {}, body = "", cut = false } = queued.shift() ?? answer(one);
      if (cut) {
        request.socket.destroy();
        return;
      }
      const isText = typeof body === "string";
      response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...told });
      response.end(isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, next: (...replies) => void queued.push(...replies) };
}

export function jsonOf(request: Pick<Received, "body"> | undefined): Record<string, unknown> {
  return JSON.parse(String(request?.body)) as Record<string, unknown>;
}
