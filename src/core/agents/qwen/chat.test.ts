import { describe, expect, it } from "vitest";
import { linesOf } from "../../../../test/accuracy/recorded-lines.ts";
import { readPieces, spokenIn } from "../../adapter/conversation.ts";
import { CHAT } from "./chat.ts";
import { CONVERSATION } from "./conversation.ts";

const readings = (situation: string) => linesOf(`qwen/${situation}`).flatMap((line) => CHAT.read(line));
const pieces = (situation: string) => linesOf(`qwen/${situation}`).flatMap((line) => readPieces(CONVERSATION, line));
const kinds = (situation: string) =>
  pieces(situation).map((piece) => `${piece.kind} ${"text" in piece ? piece.text.split("\n")[0]?.slice(0, 40) : ""}`);

const FOLDER = "/home/dev/.qwen/projects/-home-dev-demo";
const RUN = "general-purpose-call_1";

describe("Qwen's chat file", () => {
  it("[UG1] each answer of a model tells its tokens, the cached ones apart from the input, thoughts apart from the output", () => {
    const told = (line: object) =>
      CHAT.read(JSON.stringify({ uuid: "u", timestamp: "2026-11-18T07:09:36Z", ...line })).map(({ usage }) => usage);
    const uiEvent = {
      "event.name": "qwen-code.api_response",
      response_id: "r",
      model: "m",
      input_token_count: 1_000,
      cached_content_token_count: 300,
      output_token_count: 50,
      thoughts_token_count: 20,
    };
    const answer = (more: object) => ({ type: "system", systemPayload: { uiEvent: { ...uiEvent, ...more } } });
    const tokens = { input: 700, cached: 300, cache_written: 0, output: 30, reasoning: 20 };
    const call = { id: "r", model: "m", ...tokens, cost: null };
    expect(told(answer({}))).toEqual([{ call }]);
    expect(told(answer({ response_id: "" }))).toEqual([{ call: { ...call, id: "u" } }]);
    expect(told(answer({ "event.name": "qwen-code.tool_call" }))).toEqual([]);
    expect(told({ type: "assistant", usageMetadata: { promptTokenCount: 1_000 } })).toEqual([
      { context: { used: 1_000 } },
    ]);
  });

  it("[UG2] the calls of sub-agents and of its own helpers stand in the file of the conversation", () => {
    const calls = (situation: string) => readings(situation).filter(({ usage }) => usage?.call !== undefined).length;
    expect([calls("normal-turn"), calls("subagent")]).toEqual([2, 4]);
  });

  it("[AD15, RS20] it holds each message, and nothing about the state", () => {
    const all = ["normal-turn", "tool-approved", "error-400", "denied-no"].flatMap(readings);
    expect(new Set(all.map(({ evidence }) => evidence.kind))).toEqual(new Set(["note"]));
    expect(readings("tool-approved").flatMap(({ doing }) => doing?.words ?? [])).toEqual([
      "The marker is in place under build/.",
    ]);
  });

  it("[WK1, WK2] prompts, words, calls with their results, failures and the report of a sub-agent are for people", () => {
    expect(kinds("tool-approved")).toEqual([
      "prompt Create a build marker",
      expect.stringMatching(/^call /),
      expect.stringMatching(/^result /),
      "words The marker is in place under build/.",
    ]);
    expect(kinds("error-400")).toContainEqual("note 400 mock error 400");
    expect(kinds("subagent")).toContainEqual('note Agent "Look at the tests" completed.');
  });

  it("[WK1, WK2, WK55] a sub-agent's own file stands under the call that started it", () => {
    const [started] = pieces("subagent").flatMap((piece) => (piece.kind === "sub_agent" ? [piece.starts] : []));
    const own = pieces("subagent.subagent");
    expect(new Set(own.map(({ run }) => run))).toEqual(new Set([started]));
    const path = `${FOLDER}/subagents/s1/agent-${RUN}.jsonl`;
    expect(CONVERSATION.runPath?.(`${FOLDER}/chats/s1.jsonl`, RUN)).toBe(path);
    expect(CONVERSATION.runPath?.(path, "other")).toBe(`${FOLDER}/subagents/s1/agent-other.jsonl`);
    expect(CONVERSATION.runOf?.(path)).toBe(RUN);
    const spoken = spokenIn(CONVERSATION, `${FOLDER}/subagents/s1/agent-${started}.jsonl`);
    expect(new Set(own.map(spoken).map(({ run }) => run))).toEqual(new Set([null]));
  });
});
