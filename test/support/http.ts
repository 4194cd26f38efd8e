import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";

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

/** Sends one request to the daemon, over its port or its socket; resolves for any status. */
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

/** Sends bytes that no HTTP library would, and returns everything received until the connection closes. */
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

/** The user's API token, for clients over TCP. */
export function tokenOf({ home }: DaemonStatus): string {
  return readFileSync(join(home, "token"), "utf8").trim();
}

export interface LetIn {
  answer: Answer;
  /** Empty if the code was rejected. */
  key: string;
  cookie: string;
}

/** Exchanges a link's code for a key and a cookie, as the page does; connects to 127.0.0.1 and accepts the risk. */
export async function letIn(link: string | null, headers: Record<string, string> = {}): Promise<LetIn> {
  const { port, hash } = new URL(link ?? "");
  const body = JSON.stringify({ code: hash.replace("#pair=", ""), accepts_risk: true });
  const answer = await ask({ port: Number(port) }, { method: "POST", path: "/v1/pair", body, headers });
  const { key = "" } = JSON.parse(answer.text) as { key?: string };
  return { answer, key, cookie: answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
}
