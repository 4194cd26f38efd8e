import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { APP_SERVER } from "../../src/core/agents/codex/app-server.ts";

const THREAD = "thread-1";

/** A server in that folder with one thread that waits for an approval, and answers as Codex's does. */
export async function appServer(dir: string, command: string): Promise<object[]> {
  const path = APP_SERVER.path({ transcript: transcriptIn(dir) }) ?? "";
  const told: object[] = [];
  const server = createServer();
  const request = {
    method: "item/commandExecution/requestApproval",
    id: 0,
    params: {
      kind: "command",
      ...{ threadId: THREAD, turnId: "t1", itemId: "call_1", startedAtMs: Date.now() },
      ...{ cwd: dir, command: `/bin/bash -lc '${command}'` },
      commandActions: [{ type: "unknown", command }],
      availableDecisions: ["accept", "cancel"],
    },
  };
  new WebSocketServer({ server }).on("connection", (socket: WebSocket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.on("message", (data) => {
      const { id, method, params, result } = JSON.parse(String(data));
      if (method === "turn/interrupt") {
        told.push(params);
        say({ id, result: {} });
      }
      if (method === "initialize") say({ id, result: {} });
      if (method === "thread/loaded/list") say({ id, result: { data: [THREAD], nextCursor: null } });
      if (method === "thread/resume") {
        say({ id, result: { thread: { status: { type: "active", activeFlags: ["waitingOnApproval"] } } } });
        say(request);
      }
      if (result === undefined) return;
      told.push(result);
      say({ method: "serverRequest/resolved", params: { threadId: THREAD, requestId: id } });
      const item = { id: "call_1", status: "completed" };
      say({ method: "item/completed", params: { threadId: THREAD, item } });
    });
  });
  mkdirSync(dirname(path), { recursive: true });
  server.listen(path);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return told;
}

/** Writes what its hook tells about the call, as a file; returns its path. */
export function approvalPayload(dir: string, command: string): string {
  const path = join(dir, "payload");
  const told = { session_id: THREAD, turn_id: "t1", transcript_path: transcriptIn(dir) };
  writeFileSync(path, JSON.stringify({ ...told, tool_name: "Bash", tool_input: { command } }));
  return path;
}

function transcriptIn(dir: string): string {
  return join(dir, "codex-home/sessions/2026/11/17/rollout-a.jsonl");
}
