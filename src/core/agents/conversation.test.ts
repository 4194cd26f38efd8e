import { describe, expect, it } from "vitest";
import { linesOf } from "../../../test/accuracy/recorded-lines.ts";
import type { Adapter } from "../adapter/adapter.ts";
import { readPieces, spokenIn } from "../adapter/conversation.ts";
import { type Item, turnsOf } from "../conversation/turns-of.ts";
import type { Piece } from "../protocol/conversation/conversation.ts";
import { claude } from "./claude/adapter.ts";
import { codex } from "./codex/adapter.ts";
import { copilot } from "./copilot/adapter.ts";
import { gemini } from "./gemini/adapter.ts";
import { pi } from "./pi/adapter.ts";

function piecesIn({ name, conversation }: Adapter, situation: string, run: string | null = null): Piece[] {
  if (conversation === undefined) throw new Error(`${name} has no conversation`);
  const pieces = linesOf(`${name}/${situation}`).flatMap((line) => readPieces(conversation, line));
  return pieces.map((piece) => ({ ...piece, run: piece.run ?? run }));
}

/** One line for each part. */
function told(pieces: readonly Piece[]): string[] {
  return turnsOf(pieces).flatMap(({ prompt, items }) => [
    ...(prompt === null ? [] : [`> ${prompt.text}`]),
    ...items.flatMap((item) => wordsOf(item)),
  ]);
}

function wordsOf(item: Item): string[] {
  switch (item.kind) {
    case "prompt":
      return [`> ${item.text}`];
    case "words":
      return [item.text];
    case "note":
      return [`(${item.text})`];
    case "tool": {
      const { tool, argument, result, sub_agent } = item;
      const nested = (sub_agent?.items ?? []).flatMap((each) => wordsOf(each)).map((line) => `  ${line}`);
      const outcome = result === null ? "…" : `${result.is_error ? "✕ " : ""}${result.text.trim().split("\n").at(-1)}`;
      return [`${tool} ${argument} = ${outcome.slice(0, 60)}`, ...nested];
    }
    default:
      return item satisfies never;
  }
}

describe("conversations of real agents, as they wrote them", () => {
  it.each([
    [claude, ["Bash touch proof.txt && echo made-proof = made-proof"]],
    [codex, ["exec_command touch proof.txt && echo made-proof = made-proof"]],
    [gemini, ["run_shell_command touch proof.txt && echo made-proof = </untrusted_context>"]],
    [copilot, ["bash touch proof.txt && echo made-proof = <shellId: 0 completed with exit code 0>"]],
  ])("[WK1, WK2] $name: a prompt, a call with its result, words", (adapter, call) => {
    expect(told(piecesIn(adapter, "tool-approved"))).toEqual(["> MOCK=bash please", ...call, "Tool finished. Done."]);
  });

  it("[WK1, WK2] pi: a prompt, a call with its result, words", () => {
    expect(told(piecesIn(pi, "tool"))).toEqual([
      "> Create a marker file",
      "bash mkdir -p build && touch build/marker = (no output)",
      "The marker is there.",
    ]);
  });

  it.each([
    [claude, "a8211bf47e6bfd4f7", /^Agent MOCK=slow = /],
    [codex, "01a1dff9-ff98-7a53-85f9-2af96ec64871", /^spawn_agent MOCK=slow = /],
    [gemini, "4efa3462-de60-414c-8889-494fb2453a45", /^invoke_agent MOCK=slow = /],
  ])("[WK2] $name: a sub-agent's own file stands under the call that started it", (adapter, run, call) => {
    const root = piecesIn(adapter, "subagent");
    expect(root.filter(({ kind }) => kind === "sub_agent")).toMatchObject([{ starts: run }]);
    const lines = told([...root, ...piecesIn(adapter, "subagent.subagent", run)]);
    expect(lines.slice(0, 4)).toEqual([
      "> MOCK=agent go",
      expect.stringMatching(call),
      "  > MOCK=slow",
      "  Slow words: one two three four five six seven eight nine ten eleven twelve.",
    ]);
    expect(lines.filter((line) => line.startsWith("> "))).toEqual(["> MOCK=agent go"]);
    expect(lines).toContain("Tool finished. Done.");
  });

  it("[WK2] Copilot: a sub-agent's lines are in the same file", () => {
    expect(told(piecesIn(copilot, "subagent"))).toEqual([
      "> MOCK=agent go",
      "task MOCK=slow = Slow words: one two three four five six seven eight nine ten",
      "  > MOCK=slow",
      "  Slow words: one two three four five six seven eight nine ten eleven twelve.",
      "Tool finished. Done.",
    ]);
  });

  it("[WK1] a sub-agent's file is found from its parent's", () => {
    const paths = [
      claude.conversation?.runPath?.("/h/.claude/projects/-w/s1.jsonl", "a1"),
      codex.conversation?.runPath?.("/h/.codex/sessions/2026/11/15/rollout-x-s1.jsonl", "t2"),
      gemini.conversation?.runPath?.("/h/.gemini/tmp/w/chats/session-x.jsonl", "g3"),
    ];
    expect(paths).toEqual([
      "/h/.claude/projects/-w/s1/subagents/agent-a1.jsonl",
      "/h/.codex/sessions/*/*/*/rollout-*-t2.jsonl",
      "/h/.gemini/tmp/w/chats/*/g3.jsonl",
    ]);
    const nested = claude.conversation?.runPath?.("/h/.claude/projects/-w/s1/subagents/agent-a1.jsonl", "a2");
    expect(nested).toBe("/h/.claude/projects/-w/s1/subagents/agent-a2.jsonl");
  });

  it("[WK55] a sub-agent's own file tells whose it is", () => {
    const own = "/h/.claude/projects/-w/s1/subagents/agent-a1.jsonl";
    expect([
      claude.conversation?.runOf?.(own),
      claude.conversation?.runOf?.("/h/.claude/projects/-w/s1.jsonl"),
      gemini.conversation?.runOf?.("/h/.gemini/tmp/w/chats/c1/g3.jsonl"),
      gemini.conversation?.runOf?.("/h/.gemini/tmp/w/chats/session-x.jsonl"),
    ]).toEqual(["a1", undefined, "g3", undefined]);
    if (claude.conversation === undefined) throw new Error("Claude has no conversation");
    const pieces = piecesIn(claude, "subagent.subagent");
    expect(told(pieces)).toEqual([]);
    const spoken = spokenIn(claude.conversation, own.replace("a1", pieces[0]?.run ?? ""));
    expect(told(pieces.map(spoken))[0]).toBe("> MOCK=slow");
  });

  it.each([
    [claude, "interrupted-streaming"],
    [codex, "interrupted-streaming"],
    [gemini, "interrupted-streaming"],
    [copilot, "interrupted-streaming"],
  ])("[WK2] $name: an interrupt is a note", (adapter, situation) => {
    expect(told(piecesIn(adapter, situation))).toContain("(interrupted)");
  });

  it.each([
    [claude, "(API Error: 400"],
    [codex, "mock error 400"],
    [gemini, "mock error 400"],
    [copilot, "(400 mock error 400)"],
  ])("[WK2] $name: a failure is a note that says so", (adapter, words) => {
    const notes = piecesIn(adapter, "error-400").filter((piece) => piece.kind === "note" && piece.is_error);
    expect(told(notes).join()).toContain(words);
  });

  it.each([[claude], [codex], [gemini], [copilot]])("[WK2] $name: a compaction is a note, and no prompt", (adapter) => {
    const lines = told(piecesIn(adapter, "compact"));
    expect(lines).toContain("(the conversation was compacted)");
    expect(lines.filter((line) => line.startsWith("> "))).toEqual(["> MOCK=say hello"]);
  });

  it("[WK2] an answer to a question, and a call that was denied, are results", () => {
    expect(told(piecesIn(claude, "question-answered")).join("\n")).toContain("AskUserQuestion ");
    const denied = turnsOf(piecesIn(claude, "denied-no")).flatMap(({ items }) => items);
    expect(denied.find(({ kind }) => kind === "tool")).toMatchObject({ result: { is_error: true } });
  });
});
