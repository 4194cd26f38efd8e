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
  it("[UG1] each message tells its tokens, the cached ones apart from the input, thoughts apart from the output", () => {
    const usageMetadata = {
      promptTokenCount: 1_000,
      cachedContentTokenCount: 300,
      candidatesTokenCount: 50,
      thoughtsTokenCount: 20,
    };
    const line = (more: object) =>
      JSON.stringify({
        type: "assistant",
        uuid: "u",
        model: "m",
        timestamp: "2026-11-18T07:09:36Z",
        ...more,
        usageMetadata,
      });
    const call = {
      id: "u",
      model: "m",
      input: 700,
      cached: 300,
      cache_written: 0,
      output: 30,
      reasoning: 20,
      cost: null,
    };
    expect(CHAT.read(line({})).map(({ usage }) => usage)).toEqual([{ call, context: { used: 1_000 } }]);
    // a sub-agent's context is not that of its parent
    expect(CHAT.read(line({ isSidechain: true })).map(({ usage }) => usage)).toEqual([{ call }]);
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
