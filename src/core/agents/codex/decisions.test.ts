import { describe, expect, it } from "vitest";
import type { Decision } from "../../adapter/decisions.ts";
import { APP_SERVER } from "./app-server.ts";
import { DECISIONS } from "./decisions.ts";

const THREAD = "01a1e9a5-9694-7e03-8cd8-296ba9d5831d";
const ALWAYS = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["touch", "a"] } };
const about = { threadId: THREAD, turnId: "t1", itemId: "call_1", startedAtMs: 1_794_921_307_734 };
const request = (method: string, params: object) => JSON.stringify({ method, id: 0, params: { ...about, ...params } });
/** As 0.166.0 sends it. */
const COMMAND = request("item/commandExecution/requestApproval", {
  kind: "command",
  command: "/bin/bash -lc \"touch a && echo 'a b'\"",
  commandActions: [{ type: "unknown", command: "touch a && echo 'a b'" }],
  availableDecisions: ["accept", ALWAYS, "cancel"],
});
const FILES = request("item/fileChange/requestApproval", { reason: null, grantRoot: null });
const question = { id: "q1", header: "H", question: "Which?", options: [{ label: "Red" }, { label: "Blue" }] };
const QUESTION = request("item/tool/requestUserInput", { questions: [question] });

function decided(payload: string, decision: Decision): unknown {
  const line = DECISIONS.reply(payload, decision);
  return line === null ? null : JSON.parse(line);
}

describe("what Codex's app-server is told", () => {
  it("[DC6] about a command: one of the decisions that the request offers", () => {
    expect(decided(COMMAND, { type: "allow" })).toEqual({ id: 0, result: { decision: "accept" } });
    expect(decided(COMMAND, { type: "always" })).toEqual({ id: 0, result: { decision: ALWAYS } });
    expect(decided(COMMAND, { type: "deny" })).toEqual({ id: 0, result: { decision: "cancel" } });
    const few = request("item/commandExecution/requestApproval", { availableDecisions: ["cancel"] });
    expect([decided(few, { type: "allow" }), decided(few, { type: "always" })]).toEqual([null, null]);
    // it has no words for a No
    expect(decided(COMMAND, { type: "deny", message: "use make" })).toBeNull();
  });

  it("[DC6] about a change of files, and to a question", () => {
    expect(decided(FILES, { type: "allow" })).toEqual({ id: 0, result: { decision: "accept" } });
    expect(decided(QUESTION, { type: "answers", answers: [["Blue"]] })).toEqual({
      id: 0,
      result: { answers: { q1: { answers: ["Blue"] } } },
    });
    expect(decided(QUESTION, { type: "allow" })).toBeNull();
    expect(decided(FILES, { type: "answers", answers: [["Blue"]] })).toBeNull();
  });

  it("[DC6] a request has the words of its question, and its time; input for a running command is for the dialog", () => {
    expect(DECISIONS.read(COMMAND)).toMatchObject({ kind: "approval", detail: "touch a && echo 'a b'" });
    expect(DECISIONS.read(QUESTION)).toMatchObject({ kind: "choice", text: "Which?" });
    expect(DECISIONS.askedAt?.(FILES)).toBe(about.startedAtMs);
    const actions = [{ command: "a" }, { command: "b" }];
    for (const params of [{ kind: "writeStdin", commandActions: [{ command: "y" }] }, { commandActions: actions }])
      expect(DECISIONS.read(request("item/commandExecution/requestApproval", params))).toBeNull();
    expect(DECISIONS.read("no JSON")).toBeNull();
  });
});

describe("the conversation with Codex's app-server", () => {
  const heard = (id: number, result: object) => JSON.stringify({ id, result });

  it("[DC6] joins a loaded thread, and receives its request, its end and its outcome", () => {
    const talk = APP_SERVER.join(THREAD);
    expect(JSON.parse(talk.opening)).toMatchObject({ method: "initialize", id: 1 });
    expect(talk.hear(heard(1, {})).say?.map((each) => JSON.parse(each).method)).toEqual([
      "initialized",
      "thread/loaded/list",
    ]);
    expect(talk.hear(heard(2, { data: ["x"], nextCursor: "c" })).say?.map((each) => JSON.parse(each).params)).toEqual([
      { cursor: "c" },
    ]);
    expect(talk.hear(heard(2, { data: [THREAD], nextCursor: null })).say?.map((each) => JSON.parse(each))).toEqual([
      { method: "thread/resume", id: 3, params: { threadId: THREAD, excludeTurns: true } },
    ]);
    const status = { type: "active", activeFlags: ["waitingOnApproval"] };
    expect(talk.hear(heard(3, { thread: { status } }))).toEqual({});
    expect(talk.hear(COMMAND)).toEqual({ news: { type: "request", id: "0", payload: COMMAND } });
    const note = (method: string, params: object) => talk.hear(JSON.stringify({ method, params })).news;
    expect(note("serverRequest/resolved", { threadId: THREAD, requestId: 0 })).toEqual({ type: "over", id: "0" });
    const item = { id: "call_1", status: "completed" };
    expect(note("item/completed", { threadId: THREAD, item })).toEqual({ type: "outcome", how: "done" });
    const declined = { id: "call_1", status: "declined" };
    expect(note("item/completed", { threadId: THREAD, item: declined })).toEqual({ type: "outcome", how: "declined" });
    const turn = { status: "interrupted" };
    expect(note("turn/completed", { threadId: THREAD, turn })).toEqual({ type: "outcome", how: "stopped" });
    expect(note("serverRequest/resolved", { threadId: "another", requestId: 0 })).toBeUndefined();
  });

  it("[DC6] has nothing to answer if the thread is in another process or waits for nothing", () => {
    const talk = APP_SERVER.join(THREAD);
    const nothing = { news: { type: "nothing" } };
    expect(talk.hear(heard(2, { data: ["x"], nextCursor: null }))).toEqual(nothing);
    expect(talk.hear(heard(3, { thread: { status: { type: "idle" } } }))).toEqual(nothing);
    expect(talk.hear(JSON.stringify({ id: 3, error: { code: -32600 } }))).toEqual(nothing);
    expect(talk.hear("no JSON")).toEqual({});
  });

  it("[DC7] ends a turn of a thread that is loaded there", () => {
    const talk = APP_SERVER.interrupt(THREAD, "t1");
    expect(talk.hear(heard(2, { data: [THREAD], nextCursor: null })).say?.map((each) => JSON.parse(each))).toEqual([
      { method: "turn/interrupt", id: 4, params: { threadId: THREAD, turnId: "t1" } },
    ]);
    expect(talk.hear(heard(4, {}))).toEqual({ news: { type: "done" } });
    expect(talk.hear(JSON.stringify({ id: 4, error: {} }))).toEqual({ news: { type: "nothing" } });
  });

  it("[DC6] its socket is in the folder of the conversation's file", () => {
    const path = (transcript?: string) => APP_SERVER.path({ transcript });
    expect(path("/h/.codex/sessions/2026/11/17/rollout-a.jsonl")).toBe(
      "/h/.codex/app-server-control/app-server-control.sock",
    );
    expect([path(), path("sessions/2026/11/17/rollout-a.jsonl"), path("/x/y.jsonl")]).toEqual([null, null, null]);
  });
});
