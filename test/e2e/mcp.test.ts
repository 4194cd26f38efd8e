import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, it } from "vitest";
import { askedAnew, askingAgentsIn } from "../support/asking-agents.ts";
import { mcpClient } from "../support/mcp-client.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { repository, spawnBox, toldBy } from "../support/spawn-box.ts";

/** An agent in a session of its own, in a repository. */
async function lead(box: Sandbox): Promise<string> {
  const shop = repository(join(box.dir, "shop"));
  const pane = box.session("lead", `cd ${shop} && exec claude`);
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  return pane;
}

function configured(text: string): Sandbox {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), text);
  return box;
}

it("[MC1][MC2][MC4][MC6][MC9] an agent starts another, reads and waits for it, and ends it; strangers it may not see", async () => {
  const box = await spawnBox();
  box.session("other", "exec codex");
  const pane = await lead(box);
  const { call, client } = await mcpClient(box, pane);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("wait_for");
  expect(tools.every(({ inputSchema }) => inputSchema.additionalProperties === false)).toBe(true);

  const alone = await call("list_agents");
  expect(alone.value.agents).toMatchObject([{ agent: "claude", place: `lead/${pane}`, is_you: true, may: ["look"] }]);
  const stranger = await call("read_output", { ref: "codex" });
  expect(stranger).toMatchObject({
    isError: true,
    text: expect.stringMatching(/may not look.*E_NOT_ALLOWED.*ask the/s),
  });
  expect((await call("send", { ref: pane, text: "hello" })).text).toMatch(/that is you.*E_NOT_ALLOWED/s);

  const outside = await call("spawn", { agent: "codex", workspace: box.dir });
  expect(outside.text).toMatch(/may not start an agent in .*E_NOT_ALLOWED/s);
  // nor by a link in its own directory
  const link = join(box.dir, "shop", "link");
  symlinkSync(box.dir, link);
  const led = await call("spawn", { agent: "codex", workspace: link });
  expect(led.text).toMatch(/may not start an agent in .*E_NOT_ALLOWED/s);
  rmSync(link);
  expect((await call("spawn", { agent: "bash", prompt: "x" })).text).toMatch(/neither an agent nor a preset.*codex/s);

  const spawned = await call("spawn", { agent: "codex", prompt: "review it" });
  expect(spawned.isError, spawned.text).toBe(false);
  const { ref, session_id } = spawned.value;
  const told = await toldBy(box.home, { session_id });
  expect(told.words.at(-1)).toBe(`[from claude in lead/${pane}] review it`);
  await until(async () => {
    const { agents } = (await call("list_agents")).value as { agents: { agent: string; may: string[] }[] };
    return agents.some(({ agent, may }) => agent === "codex" && may.includes("act"));
  });
  const mate = ref.slice(ref.lastIndexOf("/") + 1);
  box.type(mate, 'echo "completed All good" > "$SCHMUX_STATUS_FILE"');
  const settled = await call("wait_for", { refs: [ref], timeout_seconds: 60 });
  expect(settled.value).toMatchObject({ arrived: true, ref, state: "completed", says: "All good" });
  expect((await call("get_agent", { ref })).value).toMatchObject({ state: "completed", last_words: "All good" });
  expect((await call("read_output", { ref, lines: 5 })).value.text).toContain("ready");
  expect((await call("diff", { ref })).value).toMatchObject({ files: 0 });

  const { items } = await box.client.audit(0);
  expect(items.find(({ action }) => action === "spawn")?.actor).toMatchObject({
    via: "mcp",
    agent: { name: "claude", place: `lead/${pane}` },
  });
  expect(items.filter(({ actor }) => actor.via === "mcp")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "spawn", outcome: "done" }),
      expect.objectContaining({ action: "send", outcome: "refused", code: "E_NOT_ALLOWED" }),
    ]),
  );

  // what it has spawned is still its own after the daemon was started again
  await box.agtmux(["daemon", "restart"]);
  const ended = await call("dispose", { ref });
  expect(ended.isError, ended.text).toBe(false);
  expect(ended.value.disposed).toBe(true);
});

it("[MC1] the caller is the agent above its process, whatever its environment says", async () => {
  const box = await spawnBox();
  const pane = await lead(box);
  const other = box.session("other", "exec codex");
  await untilPane(box, other, ({ agent }) => agent === "codex");
  const out = join(box.dir, "out");
  const request = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  writeFileSync(
    join(box.dir, "requests"),
    `${request(1, "initialize", hello)}\n${request(2, "tools/call", { name: "list_agents", arguments: {} })}\n`,
  );
  const env = `AGTMUX_HOME=${box.home} TMUX_PANE=${other}`;
  box.type(
    pane,
    `(cat ${box.dir}/requests; while [ ! -s ${out}.done ]; do sleep 0.1; done) | ${env} ${AGTMUX} mcp > ${out}`,
  );
  await until(() => existsSync(out) && readFileSync(out, "utf8").includes('"id":2'));
  writeFileSync(`${out}.done`, "1");
  const answer = JSON.parse(
    readFileSync(out, "utf8")
      .split("\n")
      .find((line) => line.includes('"id":2')) ?? "{}",
  );
  expect(JSON.parse(answer.result.content[0].text).agents).toMatchObject([{ place: `lead/${pane}`, is_you: true }]);
});

it("[MC1][MC3][MC8] wrong input is refused with words that say what is right, and a caller in no pane may nothing", async () => {
  const box = await spawnBox();
  const { call } = await mcpClient(box, await lead(box));
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ["list_agents", { state: "busy" }, /list_agents: state: .*running/],
    ["list_agents", { limit: 0 }, /limit: /],
    ["get_agent", {}, /get_agent: ref: /],
    ["get_agent", { ref: "claude", actor: "root" }, /get_agent: .*actor/],
    ["read_output", { ref: "claude", lines: 100_000 }, /lines: /],
    ["wait_for", { refs: [] }, /refs: /],
    ["wait_for", { refs: ["claude"], until: "done" }, /until: /],
    ["wait_for", { refs: ["claude"] }, /one of them is you/],
    ["send", { ref: "claude", text: "  " }, /text: a text has words/],
    ["send", { ref: "nobody", text: "x" }, /no agent that you may look at.*E_REF_NOT_FOUND\]\nCall list_agents/],
    ["queue", { ref: "claude" }, /queue: text: /],
    ["interrupt", { ref: "" }, /ref: /],
    ["answer", { ref: "claude", answer: "yes" }, /may not answer/],
    ["spawn", { agent: "codex", workspace: "shop" }, /workspace: an absolute path/],
    ["spawn", { agent: "codex", args: ["--yolo"] }, /args/],
    ["dispose", { ref: "nobody" }, /E_REF_NOT_FOUND/],
    ["diff", { ref: "claude", since: "yesterday" }, /since: /],
    ["read_conversation", { ref: "claude", turns: 1000 }, /turns: /],
    ["search", { words: "" }, /words: /],
    ["no_such_tool", {}, /there is no tool no_such_tool; there are list_agents/],
  ];
  for (const [tool, input, words] of wrong) {
    const answer = await call(tool, input);
    expect([tool, answer.isError, answer.text]).toEqual([tool, true, expect.stringMatching(words)]);
  }
  const nobody = await mcpClient(box, null);
  expect((await nobody.call("list_agents")).value).toEqual({ agents: [] });
  expect((await nobody.call("get_agent", { ref: "claude" })).text).toMatch(/cannot tell which agent you are/);
  const spawned = await nobody.call("spawn", { agent: "claude", workspace: box.dir });
  expect(spawned.text).toMatch(/may not start.*E_NOT_ALLOWED/s);
});

it("[MC4][MC5][MC7][MC10] agents that ask each other in a circle are stopped, and a person's question stays the person's", async () => {
  const box = configured('[mcp]\ndepth = 2\n\n[[mcp.allow]]\nagent = "claude"\nlook = "all"\nact = "all"\n');
  const { a, b } = await askingAgentsIn(box, "a", "b");
  const [byA, byB] = [await mcpClient(box, a.pane), await mcpClient(box, b.pane)];
  for (const agent of [a, b]) agent.ask({ working: true, onPrompt: true });
  const told = new Promise<string>((resolve) =>
    byA.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri)),
  );
  const uri = `agtmux://agent/${encodeURIComponent((await box.pane(b.pane)).ref)}`;
  await byA.client.subscribeResource({ uri });
  const first = await byA.call("send", { ref: b.pane, text: "look at this" });
  expect(first.isError, first.text).toBe(false);
  const words = `"[from claude in a/${a.pane}] look at this"`;
  await until(() => JSON.stringify(b.read()).includes(words));
  await untilPane(box, b.pane, ({ state }) => state === "running");
  expect(await told).toBe(uri);
  const queued = await byA.call("queue", { ref: b.pane, text: "later" });
  expect(queued.value, queued.text).toMatchObject({ queued: true, prompts_waiting: 1 });
  const [waiting] = (await box.client.queues()).items.flatMap(({ prompts }) => prompts);
  expect(waiting).toMatchObject({
    text: `[from claude in a/${a.pane}] later`,
    added_by: { agent: { name: "claude" } },
  });
  await box.client.removeQueued(waiting?.id ?? "");
  const back = await byB.call("send", { ref: a.pane, text: "and you at this" });
  expect(back.isError, back.text).toBe(false);
  const again = await byA.call("send", { ref: b.pane, text: "and again" });
  expect(again).toMatchObject({ isError: true, text: expect.stringMatching(/stand behind you.*E_AGENTS_LIMIT/s) });

  const interrupted = await byA.call("interrupt", { ref: b.pane });
  expect(interrupted.isError, interrupted.text).toBe(false);
  await askedAnew(box, b.pane, "make all", () => b.ask({ command: "make all" }));
  expect((await byB.call("get_agent", { ref: b.pane })).value.question.detail).toContain("make all");
  expect((await byA.call("answer", { ref: b.pane, answer: "yes" })).text).toMatch(/may not answer.*E_NOT_ALLOWED/s);
  await untilPane(box, b.pane, ({ state }) => state === "waiting_approval");
  expect((await byA.call("send", { ref: b.pane, text: "1" })).text).toMatch(/asks its person.*E_GUARD_STATE/s);

  const paused = await box.agtmux(["mcp", "pause"]);
  expect(paused).toMatchObject({ code: 0, stdout: expect.stringContaining("paused") });
  expect((await byA.call("interrupt", { ref: b.pane })).text).toMatch(/paused that.*E_AGENTS_STOPPED/s);
  expect((await byA.call("list_agents")).value.agents).toHaveLength(2);
  await box.agtmux(["mcp", "pause", "--off"]);
  expect((await box.client.mcpStatus()).paused).toBe(false);
});
