import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { recordedHooks } from "../../../../test/accuracy/recorded-words.ts";
import { readPieces } from "../../adapter/conversation.ts";
import { parseSpoolEntry } from "../../spool/spool-entry.ts";
import { conversationOf } from "./conversation.ts";
import { pluginFor } from "./plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "agtmux-plugin-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** In a process of its own, as the agent runs it: loads the plugin, then gives it each event in turn. */
const HOST = `
  const { Agtmux, ...others } = await import("./plugin.mjs");
  if (Object.keys(others).length > 0) throw new Error("every export is taken for a plugin");
  const plugin = await Agtmux({ directory: "/w" });
  for (const [event, payload] of JSON.parse(process.env.EVENTS))
    await (plugin[event] ? plugin[event](payload, payload) : plugin.event({ event: payload }));
`;

function run(home: string, events: readonly (readonly [string, unknown])[]): string {
  writeFileSync(join(folder, "plugin.mjs"), pluginFor("opencode"));
  writeFileSync(join(folder, "host.mjs"), HOST);
  const env = { PATH: process.env.PATH, HOME: folder, AGTMUX_HOME: home, EVENTS: JSON.stringify(events) };
  const tmux = { TMUX_PANE: "%7", TMUX: "/tmp/tmux-0/default,99,0", SCHMUX_SESSION_ID: "" };
  return execFileSync(process.execPath, ["host.mjs"], { cwd: folder, env: { ...env, ...tmux }, encoding: "utf8" });
}

function madeHome(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name);
}

function entriesIn(home: string) {
  const names = readdirSync(join(home, "spool", "new")).sort((a, b) => numberOf(a) - numberOf(b));
  return names.map((name) => {
    const path = join(home, "spool", "new", name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const parsed = parseSpoolEntry(readFileSync(path));
    if (!parsed.ok) throw new Error(parsed.fault);
    return parsed.entry;
  });
}

const talkIn = (home: string, session: string) => join(home, "conversations", "opencode", `${session}.jsonl`);

const numberOf = (name: string) => Number(name.split(".").at(-1));

describe("OpenCode's plugin", () => {
  it("[AD6] writes the events that the adapter reads, in order, and a sub-agent's session with its parent", () => {
    const home = madeHome("home");
    const recorded = recordedHooks("opencode").filter((hook) => hook.run === "extra" && hook.event !== "plugin.init");
    const events = recorded.map(({ event, payload }) => [event, JSON.parse(payload)] as const);
    expect(run(home, events)).toBe("");

    const entries = entriesIn(home);
    const told = recorded.map(({ event }) => event);
    expect(entries.map(({ event }) => event)).toEqual(["plugin.init", ...told]);
    for (const { agent, pane, tmux, session } of entries)
      expect({ agent, pane, tmux, session }).toEqual({
        agent: "opencode",
        pane: "%7",
        tmux: "/tmp/tmux-0/default,99,0",
        session: null,
      });
    const root = "ses_e21ea082cffe7rGWfQEGoBgCJ9";
    const parents = entries.map(({ payload }) => {
      const { sessionID, properties, parentID } = JSON.parse(payload);
      return [sessionID ?? properties?.sessionID ?? null, parentID ?? null];
    });
    for (const [id, parent] of parents) expect(parent).toBe(id === null || id === root ? null : root);
    expect(parents.some(([, parent]) => parent === root)).toBe(true);
  });

  it("[AD6, AD16] tells words as soon as they are complete, and a turn's last words with its end", () => {
    const home = madeHome("words");
    const part = (text: string, end?: number) => {
      const time = { start: 1, ...(end !== undefined && { end }) };
      const properties = { part: { type: "text", messageID: "m1", sessionID: "s1", text, time } };
      return ["message.part.updated", { type: "message.part.updated", properties }] as const;
    };
    const spoken = { type: "message.updated", properties: { info: { id: "m1", role: "assistant" } } };
    run(home, [
      ["message.updated", spoken],
      part("--<[schmux:working:Bui"),
      part("--<[schmux:working:Building]>--", 2),
      part("All done.", 3),
      ["session.idle", { type: "session.idle", properties: { sessionID: "s1" } }],
    ]);
    const told = entriesIn(home).map(({ event, payload }) => [event, JSON.parse(payload).last_message]);
    expect(told.slice(1)).toEqual([
      ["message.said", "--<[schmux:working:Building]>--"],
      ["message.said", "All done."],
      ["session.idle", "All done."],
    ]);
  });

  it("[RS21] tells the prompt, and each call with short arguments and one end, however it ended", () => {
    const home = madeHome("work");
    const call = (callID: string) => ({ tool: "write", sessionID: "s1", callID });
    const part = (callID: string, status: string) => {
      const properties = { part: { type: "tool", sessionID: "s1", callID, state: { status } } };
      return ["message.part.updated", { type: "message.part.updated", properties }] as const;
    };
    const args = { filePath: "/w/a", content: "x".repeat(100_000), mode: 7 };
    run(home, [
      ["chat.message", { sessionID: "s1", parts: [{ type: "file" }, { type: "text", text: "Write it" }] }],
      ["tool.execute.before", { ...call("c1"), args }],
      part("c1", "running"),
      ["tool.execute.after", call("c1")],
      part("c1", "completed"),
      ["tool.execute.before", call("c2")],
      part("c2", "error"),
    ]);
    const told = entriesIn(home).map(({ event, payload }) => [event, JSON.parse(payload)]);
    const short = { filePath: "/w/a", content: "x".repeat(4096) };
    expect(told.slice(1)).toEqual([
      ["chat.message", { sessionID: "s1", prompt: "Write it", transcript: talkIn(home, "s1") }],
      ["tool.execute.before", { ...call("c1"), args: short }],
      ["tool.execute.after", { sessionID: "s1", callID: "c1" }],
      ["tool.execute.before", { ...call("c2"), args: {} }],
      ["tool.execute.after", { sessionID: "s1", callID: "c2" }],
    ]);
  });

  it("[WK8, WK2] writes the conversation down, each part once and complete, with sub-agents in their parent's file", () => {
    const home = madeHome("talk");
    mkdirSync(join(home, "conversations", "opencode"), { recursive: true });
    writeFileSync(talkIn(home, "old"), "");
    utimesSync(talkIn(home, "old"), 1, 1);
    const event = (type: string, properties: object) => [type, { type, properties }] as const;
    const part = (fields: object) => event("message.part.updated", { part: { sessionID: "s1", ...fields } });
    const tool = (state: object) => part({ type: "tool", callID: "c1", tool: "task", state });
    const input = { prompt: "Help", content: "x".repeat(10_000) };
    const said = (sessionID: string, id: string, text: string, time: object) =>
      part({ type: "text", id, messageID: "m1", sessionID, text, time });
    run(home, [
      ["chat.message", { sessionID: "s1", message: { id: "p1" }, parts: [{ type: "text", text: "Do it" }] }],
      event("message.updated", { info: { id: "m1", role: "assistant" } }),
      tool({ status: "pending" }),
      tool({ status: "running", input }),
      tool({ status: "running", input, metadata: { sessionId: "s2" } }),
      event("session.created", { sessionID: "s2", info: { id: "s2", parentID: "s1" } }),
      said("s2", "t1", "Helping.", { start: 1, end: 2 }),
      tool({ status: "completed", input, output: "Helped." }),
      said("s1", "t2", "Do", { start: 1 }),
      said("s1", "t2", "Done.", { start: 1, end: 2 }),
      said("s1", "t2", "Done.", { start: 1, end: 2 }),
      event("session.error", { sessionID: "s1", error: { name: "MessageAbortedError" } }),
    ]);
    expect(existsSync(talkIn(home, "old"))).toBe(false);
    expect(statSync(talkIn(home, "s1")).mode & 0o777).toBe(0o600);
    const lines = readFileSync(talkIn(home, "s1"), "utf8").trimEnd().split("\n");
    const pieces = lines.flatMap((line) => readPieces(conversationOf("opencode"), line));
    expect(pieces.map(({ kind, id, run }) => [kind, id, run])).toEqual([
      ["prompt", "p1", null],
      ["call", "c1", null],
      ["sub_agent", "c1", null],
      ["words", "t1", "s2"],
      ["result", "c1", null],
      ["words", "t2", null],
      ["note", expect.any(String), null],
    ]);
    expect(pieces[1]).toMatchObject({ tool: "task", argument: "Help", is_cut: true });
    expect(pieces[6]).toMatchObject({ text: "interrupted", is_error: false });
  });

  it("[AD6] does not fail the agent if nothing can be written or an event has an unknown shape", () => {
    writeFileSync(join(folder, "file"), "");
    expect(
      run(join(folder, "file"), [
        ["session.idle", { type: "session.idle" }],
        ["x", {}],
        ["chat.message", {}],
        ["tool.execute.before", {}],
        ["y", null],
      ]),
    ).toBe("");
  });

  it("[IN30] writes nothing and makes no folder when agtmux is gone", () => {
    const home = join(folder, "gone");
    expect(run(home, [["session.idle", { type: "session.idle", properties: { sessionID: "s" } }]])).toBe("");
    expect(existsSync(home)).toBe(false);
  });
});
