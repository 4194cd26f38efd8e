import { describe, expect, it } from "vitest";
import type { Reading } from "../../core/adapter/adapter.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import type { KeyValueWrite } from "../pipeline/pipeline.ts";
import type { LineFollow, LinePosition } from "../targets/machine/machine.ts";
import { type ParentFile, SubAgentLines } from "./sub-agent-lines.ts";

const SOURCES = {
  claude: adapterOf("claude")?.secondSources?.transcript,
  codex: adapterOf("codex")?.secondSources?.rollout,
  gemini: adapterOf("gemini")?.secondSources?.chat,
};

/** A conversation whose sub-agents' files are followed. */
function followed(agent: keyof typeof SOURCES, path: string, stored = new Map<string, string>()) {
  const files = new Map<string, { from: LinePosition | null; take: Parameters<LineFollow["follow"]>[2] }>();
  const read: Reading[] = [];
  const keep = (writes: readonly KeyValueWrite[]) => {
    for (const [key, value] of writes) value === null ? stored.delete(key) : stored.set(key, value);
  };
  const lines = {
    follow: (at: string, from: LinePosition | null, take: Parameters<LineFollow["follow"]>[2]) =>
      files.set(at, { from, take }),
    unfollow: (at: string) => files.delete(at),
  };
  const store = { recall: (key: string) => stored.get(key) ?? null };
  const subAgents = new SubAgentLines({ target: "host", lines, store } as never);
  const source = SOURCES[agent];
  if (source === undefined) throw new Error(agent);
  const parent: ParentFile = {
    path,
    source,
    session: "s-1",
    take: (readings, writes) => {
      read.push(...readings.map(({ reading }) => reading));
      keep(writes);
      return true;
    },
  };
  return {
    paths: () => [...files.keys()],
    from: () => [...files.values()].map(({ from }) => from),
    watch: () => subAgents.watch(parent),
    says: (line: object) => keep(subAgents.learn(parent, [{ text: JSON.stringify(line) }])),
    hears: (id: string) => keep(subAgents.name(parent, [id])),
    ends: () => keep(subAgents.unwatch(path)),
    append: (at: string, line: object) =>
      files.get(at)?.take([{ text: JSON.stringify(line), at: { file: "1", offset: 0 } }], { file: "1", offset: 99 }),
    read,
    stored,
  };
}

describe("the files of sub-agents", () => {
  it("[UG2] Claude: what one used counts for the conversation, and tells nothing of its context", () => {
    const it = followed("claude", "/h/.claude/projects/-w/s-1.jsonl");
    it.says({ type: "user", toolUseResult: { status: "async_launched", agentId: "a94a" }, sessionId: "s-1" });
    const path = "/h/.claude/projects/-w/s-1/subagents/agent-a94a.jsonl";
    expect(it.paths()).toEqual([path]);
    expect(it.from()).toEqual([{ file: "", offset: 0 }]);
    const message = { id: "msg_1", model: "haiku", usage: { input_tokens: 10, output_tokens: 5 }, content: [] };
    const line = { type: "assistant", isSidechain: true, agentId: "a94a", message, timestamp: "2026-11-17T19:15:19Z" };
    it.append(path, line);
    it.append(path, { ...line, type: "user", message: { role: "user", content: "x" } });
    expect(it.read).toMatchObject([
      {
        evidence: { kind: "note" },
        session_id: "s-1",
        run: { id: "a94a", parent: "s-1" },
        at: Date.parse("2026-11-17T19:15:19Z"),
        usage: { call: { id: "msg_1", model: "haiku", input: 10, output: 5 } },
      },
    ]);
    expect(it.read[0]?.usage?.context).toBeUndefined();
  });

  it("[UG2] Gemini: its file is beside those of its conversation", () => {
    const it = followed("gemini", "/h/.gemini/tmp/w/chats/session-2026-11-17T19-16-42a4887f.jsonl");
    it.says({ type: "gemini", toolCalls: [{ name: "invoke_agent", agentId: "d09c4f7b-2713" }] });
    const path = "/h/.gemini/tmp/w/chats/s-1/d09c4f7b-2713.jsonl";
    expect(it.paths()).toEqual([path]);
    const tokens = { input: 11_125, output: 293, cached: 2_224, thoughts: 46 };
    it.append(path, { id: "m-1", type: "gemini", content: "x", tokens, model: "gemini-2.5-flash" });
    expect(it.read).toMatchObject([{ usage: { call: { id: "m-1", input: 8_901, reasoning: 46 } } }]);
  });

  it.each([
    ["UTC", "2026/11/17/rollout-2026-11-17T19-15-40", "2026/11/17/rollout-2026-11-17T19-15-44"],
    ["east of it, on another day", "2026/11/18/rollout-2026-11-18T00-45-40", "2026/11/18/rollout-2026-11-18T00-45-44"],
    ["west of it", "2026/11/17/rollout-2026-11-17T07-15-40", "2026/11/17/rollout-2026-11-17T07-15-44"],
  ])("[UG2] Codex: its file is found by the time in its id, on a clock of %s", (_, parent, child) => {
    const folder = "/h/.codex/sessions";
    const it = followed("codex", `${folder}/${parent}-01a1eaef-b66b-7f70-bebd-54fc1b043b34.jsonl`);
    const id = "01a1eaef-c44d-7201-906f-16f9c98de4db";
    it.says({ type: "event_msg", payload: { item: { type: "CollabAgentToolCall", receiver_thread_ids: [id] } } });
    const path = `${folder}/${child}-${id}.jsonl`;
    expect(it.paths()).toEqual([path, path.replace("-44-", "-45-")]);
    const line = (type: string, payload: object) => ({ timestamp: "2026-11-17T19:15:45Z", type, payload });
    it.append(path, line("turn_context", { model: "mini" }));
    const [total_token_usage, last_token_usage] = [{ total_tokens: 110 }, { input_tokens: 100, output_tokens: 10 }];
    it.append(path, line("event_msg", { type: "token_count", info: { total_token_usage, last_token_usage } }));
    expect(it.read).toMatchObject([{ usage: { call: { id: `${id}:110`, model: "mini", input: 100, output: 10 } } }]);
  });

  it("[UG2] Codex: the last second of a year leads to the next one, and an odd path to none", () => {
    const { paths } = SOURCES.codex?.subAgents ?? { paths: () => [] };
    const id = (at: number) =>
      `${at
        .toString(16)
        .padStart(12, "0")
        .replace(/(.{8})/, "$1-")}-7000-8000-000000000000`;
    const began = Date.UTC(2027, 11, 31, 23, 59, 50);
    const transcript = `/s/2027/12/31/rollout-2027-12-31T23-59-50-${id(began)}.jsonl`;
    const child = id(began + 9_999);
    expect(paths(child, { transcript })).toEqual([
      `/s/2027/12/31/rollout-2027-12-31T23-59-59-${child}.jsonl`,
      `/s/2028/01/01/rollout-2028-01-01T00-00-00-${child}.jsonl`,
    ]);
    expect(paths(child, { transcript: "/s/x.jsonl" })).toEqual([]);
  });

  it("[UG2] after a restart they are read on from where reading stopped, unless the conversation is over", () => {
    const path = "/p/s-1.jsonl";
    const it = followed("claude", path);
    it.hears("a");
    it.says({ agentId: "a" });
    it.append("/p/s-1/subagents/agent-a.jsonl", { agentId: "b" });
    const next = followed("claude", path, it.stored);
    next.watch();
    expect(next.paths()).toEqual(["/p/s-1/subagents/agent-a.jsonl", "/p/s-1/subagents/agent-b.jsonl"]);
    expect(next.from()).toEqual([
      { file: "1", offset: 99 },
      { file: "", offset: 0 },
    ]);
    next.ends();
    expect(next.paths()).toEqual([]);
    expect([...next.stored.keys()]).toEqual([]);
  });

  it("[UG2] of very many only the last 32 are followed, and an id that leads elsewhere is ignored", () => {
    const it = followed("claude", "/p/s-1.jsonl");
    for (let n = 0; n < 40; n += 1) it.says({ agentId: `a${n}` });
    it.says({ agentId: "../../etc/x" });
    it.hears("../../etc/x");
    expect(it.paths()).toHaveLength(32);
    expect(it.paths()[0]).toContain("agent-a8.jsonl");
    expect(JSON.parse([...it.stored.values()][0] ?? "")).toHaveLength(32);
  });
});
