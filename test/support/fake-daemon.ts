import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Sandbox } from "./sandbox.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);
const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };

/** Listens on the daemon's socket and sends every client this response, or a computed one (null: hangs up). */
export async function fakeDaemon(
  box: Sandbox,
  answer: string | null | ((request: string) => string),
): Promise<{ server: Server; asked: string[] }> {
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (answer === null) socket.destroy();
    else
      socket.once("data", (request) => {
        const text = request.toString("utf8");
        asked.push(text);
        socket.end(typeof answer === "string" ? answer : answer(text));
      });
  });
  server.listen(join(box.home, "agtmuxd.sock"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { server, asked };
}

/** A daemon of this version with fixed responses, by method and path: a body with 200, or [status, body]. */
export async function pretendDaemon(box: Sandbox, answers: Record<string, object | [number, object]>) {
  const { asked } = await fakeDaemon(box, (request) => {
    const line = request.slice(0, request.indexOf(" HTTP/"));
    const known = answers[line] ?? [404, { code: "E_NOT_FOUND", message: `no such path: ${line}`, details: {} }];
    const [status, body] = Array.isArray(known) ? known : [200, known];
    return `HTTP/1.1 ${status} Answer\r\nagtmux-version: ${VERSION}\r\n\r\n${JSON.stringify(body)}`;
  });
  return {
    /** Method, path and body of each request so far. */
    requests: () => asked.map((text) => text.replace(/ HTTP\/1\.0[\s\S]*?\r\n\r\n/, " ").trimEnd()),
  };
}
