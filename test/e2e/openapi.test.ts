import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { ask } from "../support/http.ts";
import { holdAgainst, type OpenApi, publishedOpenApi } from "../support/openapi.ts";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";
import { repository, spawnBox } from "../support/spawn-box.ts";

/** A client that checks every response of the daemon against the document. */
function stranger(box: Sandbox, document: OpenApi) {
  const { used, expectDocumented, expectMessage } = holdAgainst(document);
  const hear = async (method: string, path: string, body?: object) => {
    const request = { method, path, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await ask({ socketPath: join(box.home, "agtmuxd.sock") }, request);
    expectDocumented(request, answer);
    return { status: answer.status, value: JSON.parse(answer.text) };
  };
  return {
    used,
    expectMessage,
    get: (path: string) => hear("GET", path),
    post: (path: string, body?: object) => hear("POST", path, body),
    remove: (path: string) => hear("DELETE", path),
  };
}

/** An agent that asks, and a client that knows only the document. */
async function setUp() {
  const box = await spawnBox();
  const document = publishedOpenApi();
  const asks = stranger(box, document);
  const shop = repository(join(box.dir, "shop"));
  const { status, value } = await asks.post("/v1/spawn", { agent: "claude", workspace: shop, prompt: "run: true" });
  expect(status).toBe(201);
  const { ref, pane_id } = value as { ref: string; pane_id: string };
  await untilPane(box, pane_id, ({ agent }) => agent === "claude");
  box.type(pane_id, "agtmux signal needs_input 'Which one?'");
  await untilPane(box, pane_id, ({ state }) => state === "waiting_input");
  return { ...asks, box, document, shop, ref };
}

it("[AP20] the daemon serves the published document, and whatever can be read is as it tells", async () => {
  const { get, document, ref } = await setUp();
  expect((await get("/v1/openapi.json")).value).toEqual(document);
  const reads = Object.entries(document.paths).filter(
    ([path, { get: told }]) => isPlain(path) && told?.responses[200]?.content?.["application/json"],
  );
  for (const [path] of reads) if (path !== "/v1/explain") expect([path, (await get(path)).status]).toEqual([path, 200]);
  for (const word of [encodeURIComponent(ref), "", "nobody", "pane:x"]) await get(`/v1/explain?ref=${word}`);
  for (const query of ["sort=age&needs_action=true", "target=host&state=waiting,error", "sort=x", "target=x"])
    for (const scope of ["panes", "windows", "sessions", "events"]) await get(`/v1/${scope}?${query}`);
  await get("/v1/windows?with_agent_status=true");
  await get("/v1/sessions?agent_summary=true&group_by=session-name");
  await get("/v1/events?since=other-1");
  await get("/v1/audit?since=yesterday");
});

it("[AP20] reports and refusals of actions are as the document tells", async () => {
  const { get, post, used, document, ref } = await setUp();
  const names = ["snapshot", "attach", "view-output", "send", "complete", "kill"];
  for (const name of [...names, "interrupt", "diff", "undo", "finish", "check"]) {
    await post(`/v1/actions/${name}`, { nonsense: true });
    await post(`/v1/actions/${name}`, { ref: "nobody", ...(name === "send" && { text: "x" }) });
  }
  await post("/v1/actions/send", { ref, text: "x", guards: { if_state: ["error"] } });
  for (const name of names)
    expect((await post(`/v1/actions/${name}`, { ref, ...(name === "send" && { text: "true" }) })).status).toBeLessThan(
      300,
    );
  await get("/v1/audit");
  expect(untold(document, used, /^.v1.actions./)).toEqual([]);
});

it("[AP20] responses to starting, removing and adding things match the OpenAPI document", async () => {
  const { get, post, remove, used, document, box, shop, ref } = await setUp();
  await post("/v1/targets", { name: "nobody-there", kind: "local", tmux_socket: `${box.socketName}-other` });
  await post("/v1/targets", { name: "nobody-there", kind: "local", tmux_socket: "x" });
  await post("/v1/targets/nobody-there/connect");
  await post("/v1/targets/host/doctor");
  for (const name of ["nobody-there", "host", "x"]) await remove(`/v1/targets/${name}`);
  for (const name of ["gemini", "x"])
    for (const verb of ["disable", "enable"]) await post(`/v1/adapters/${name}/${verb}`);
  await post("/v1/resume", { ref });
  await post("/v1/resume", { all: true, dry_run: true });
  await post("/v1/register", {});
  for (const which of [ref, ref, "nobody"]) await get(`/v1/spawn?ref=${encodeURIComponent(which)}`);
  for (const which of [ref, ref, "nobody"]) await post("/v1/dispose", { ref: which });
  await post("/v1/spawn", { agent: "no-such-agent", workspace: shop });
  await post("/v1/spawn", { agent: "claude", workspace: `${shop}/nothing` });
  await post("/v1/spawn", { agent: "claude", workspace: box.dir, worktree: "x" });
  await post("/v1/shutdown");
  expect(untold(document, used, /^.v1.(adapters.|spawn|dispose|resume$|shutdown)/)).toEqual([]);
});

it("[AP20] messages over web sockets match the OpenAPI document", async () => {
  const box = await spawnBox();
  const pane = box.session("work");
  const { expectMessage } = stranger(box, publishedOpenApi());
  for (const path of ["/v1/stream", "/v1/events"]) {
    const heard = hearing(box, path);
    box.type(await box.registered(path.slice("/v1/".length)), "agtmux signal error x");
    await until(() => heard.length > 1 && JSON.stringify(heard).includes(pane));
    for (const message of heard) expectMessage(path, message);
  }
});

function hearing(box: Sandbox, path: string): unknown[] {
  const heard: unknown[] = [];
  const socket = new WebSocket(`ws+unix://${join(box.home, "agtmuxd.sock")}:${path}`);
  onTestFinished(() => socket.terminate());
  socket.on("message", (data) => heard.push(JSON.parse(String(data))));
  return heard;
}

/** POST operations on matching paths that were never called. */
function untold({ paths }: OpenApi, used: ReadonlySet<string>, which: RegExp): string[] {
  const all = Object.entries(paths).filter(([path]) => which.test(path));
  return all
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    .filter((operation) => operation.startsWith("post") && !used.has(operation));
}

/** Whether the path has no parameters. */
function isPlain(path: string): boolean {
  return !path.includes("{");
}
