import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Sandbox } from "./sandbox.ts";

/** Something else that listens where the daemon does: gives every caller this answer (null: hangs up). */
export async function fakeDaemon(box: Sandbox, answer: string | null): Promise<{ server: Server; asked: string[] }> {
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (answer === null) socket.destroy();
    else
      socket.once("data", (request) => {
        asked.push(request.toString("utf8"));
        socket.end(answer);
      });
  });
  server.listen(join(box.home, "agtmuxd.sock"));
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { server, asked };
}
