import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { DaemonStatus } from "../../src/core/protocol/daemon.ts";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

export interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One request to the daemon, over its port or its socket; every answer is an answer, whatever its status. */
export function ask(
  where: { port: number } | { socketPath: string },
  { method, path, headers, body }: Ask,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const host = "port" in where ? { host: "127.0.0.1" } : {};
    const sent = request(
      { ...where, ...host, path, method: method ?? "GET", headers: headers ?? {}, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: bytes.toString("utf8"),
            bytes,
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Writes bytes that no HTTP library would, and returns all that comes back until the connection ends. */
export function askRaw(port: number, bytes: string, end: "wait" | "reset" = "wait"): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => {
      if (end === "wait") socket.write(bytes);
      else socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()));
    });
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

export function portOf(status: DaemonStatus): number {
  if (status.port === null) throw new Error("the daemon names no port");
  return status.port;
}

/** The secret in the dashboard's link. */
export function tokenOf(status: DaemonStatus): string {
  const token = new URL(status.dashboard ?? "").searchParams.get("token");
  if (token === null) throw new Error("the dashboard's link has no token");
  return token;
}
