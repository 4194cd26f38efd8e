import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { APP_SERVER } from "../../src/core/agents/codex/app-server.ts";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const THREAD = "thread-1";

/** A server with one thread that waits for an approval, and answers as Codex's does. */
async function appServer(path: string, command: string) {
  const told: object[] = [];
  const server = createServer();
  const request = {
    method: "item/commandExecution/requestApproval",
    id: 0,
    params: {
      kind: "command",
      ...{ threadId: THREAD, itemId: "call_1", startedAtMs: Date.now() },
      commandActions: [{ type: "unknown", command }],
      availableDecisions: ["accept", "cancel"],
    },
  };
  new WebSocketServer({ server }).on("connection", (socket: WebSocket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.on("message", (data) => {
      const { id, method, result } = JSON.parse(String(data));
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

async function asking(box: Sandbox, codexHome: string, command: string): Promise<string> {
  const pane = box.session("codex", "exec bash --norc --noprofile");
  box.type(pane, fakeAgents(box.dir).codex);
  await untilPane(box, pane, ({ agent }) => agent === "codex");
  await until(() => box.screen(pane).includes("ready"));
  const transcript_path = join(codexHome, "sessions/2026/11/17/rollout-a.jsonl");
  const payload = { session_id: THREAD, turn_id: "t1", transcript_path, tool_name: "Bash", tool_input: { command } };
  writeFileSync(join(box.dir, "payload"), JSON.stringify(payload));
  box.type(pane, `${join(box.home, "bin", "agtmux")} hook codex PermissionRequest <${join(box.dir, "payload")}`);
  await untilPane(box, pane, ({ attention }) => attention?.kind === "approval");
  return pane;
}

describe("an agent that listens at a socket of its own", () => {
  it("[DC6] is answered there, in the moment of the answer", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const codexHome = join(box.dir, "codex-home");
    const path = APP_SERVER.path({ transcript: join(codexHome, "sessions/2026/11/17/rollout-a.jsonl") }) ?? "";
    const pane = await asking(box, codexHome, "make all");
    const told = await appServer(path, "make all");
    const report = await box.json<AnswerReport>("answer", pane, "yes", "--json");
    expect(report).toMatchObject({ channel: "native", answered: ["yes"] });
    expect(told).toEqual([{ decision: "accept" }]);
  });

  it("[DC5, DC6] is not answered there if it asks something else by now", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const codexHome = join(box.dir, "codex-home");
    const path = APP_SERVER.path({ transcript: join(codexHome, "sessions/2026/11/17/rollout-a.jsonl") }) ?? "";
    const pane = await asking(box, codexHome, "make all");
    const told = await appServer(path, "rm -rf build");
    expect((await box.agtmux(["answer", pane, "yes"])).code).not.toBe(0);
    expect(told).toEqual([]);
  });
});
