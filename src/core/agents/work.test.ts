import { describe, expect, it } from "vitest";
import { linesOf } from "../../../test/accuracy/recorded-lines.ts";
import { recordedHooks } from "../../../test/accuracy/recorded-words.ts";
import type { Adapter, Reading } from "../adapter/adapter.ts";
import type { DoingNews } from "../protocol/events/doing-news.ts";
import { claude } from "./claude/adapter.ts";
import { codex } from "./codex/adapter.ts";
import { copilot } from "./copilot/adapter.ts";
import { cursor } from "./cursor/adapter.ts";
import { factsOf } from "./facts-of.ts";
import { gemini } from "./gemini/adapter.ts";
import { opencode } from "./opencode/adapter.ts";

const BRINGING = { target: "host", pane_id: "%1", dedupe_key: "k", event_time: 5 };

/** Facts about the agent's own work, not its sub-agents'. */
function newsIn({ name }: Adapter, readings: readonly Reading[]): DoingNews[] {
  return readings.flatMap((reading) => {
    const isRoot = reading.run === undefined || reading.run.parent === null;
    return (isRoot && factsOf(name, reading, BRINGING).metadata?.doing) || [];
  });
}

function recorded(adapter: Adapter): DoingNews[] {
  const hooks = recordedHooks(adapter.name).filter(({ run }) => run === "basic");
  return newsIn(
    adapter,
    hooks.flatMap((hook) => adapter.normalize?.(hook) ?? []),
  );
}

function lines(adapter: Adapter, kind: string, situation: string): DoingNews[] {
  const source = adapter.secondSources?.[kind];
  return newsIn(
    adapter,
    linesOf(`${adapter.name}/${situation}`).flatMap((line) => source?.read(line) ?? []),
  );
}

const tasksOf = (news: readonly DoingNews[]) => news.flatMap(({ task }) => task ?? []);
const wordsOf = (news: readonly DoingNews[]) => news.flatMap(({ words }) => words ?? []);
const beganIn = (news: readonly DoingNews[]) => news.flatMap(({ began }) => began ?? []);
const endedIn = (news: readonly DoingNews[]) => news.flatMap(({ ended }) => ended ?? []);

const COMMAND = "mkdir -p build && touch build/marker";
const ANSWER =
  "It is a small HTTP service with one health route and a worker that sends queued mail. Nothing needs changing.";

describe("what agents tell of their work, as recorded", () => {
  it.each([
    [claude, "What does this project do?", "Bash"],
    [codex, "What does this project do?", "Bash"],
    [gemini, "What does this project do", "run_shell_command"],
  ])("[RS21] $name's hooks tell prompt, tool with its argument and end, and last words", (adapter, task, tool) => {
    const news = recorded(adapter);
    expect(tasksOf(news)[0]).toBe(task);
    expect(tasksOf(news)).toContain("Create a build marker");
    expect(wordsOf(news)[0]).toBe(ANSWER);
    const [call] = beganIn(news).filter(({ argument }) => argument === COMMAND);
    expect(call).toMatchObject({ tool, argument: COMMAND });
    expect(endedIn(news)).toContain(call?.id);
  });

  it("[RS21] Copilot's hooks tell the prompt, its events.jsonl the rest, each call by its id", () => {
    expect(tasksOf(recorded(copilot))).toContain("Create a build marker");
    const news = lines(copilot, "events", "tool-approved");
    expect(beganIn(news)).toEqual([
      { id: expect.stringMatching(/^call_mock/), tool: "bash", argument: "touch proof.txt && echo made-proof" },
    ]);
    expect(endedIn(news)).toEqual(beganIn(news).map(({ id }) => id));
    expect(wordsOf(news)).toEqual(["Tool finished. Done."]);
    expect(endedIn(lines(copilot, "events", "denied-no"))).toHaveLength(1);
  });

  it("[RS21] OpenCode's plugin tells prompt, words, and each call with its end", () => {
    const news = recorded(opencode);
    expect(beganIn(news)[0]).toMatchObject({ id: "call_mock_mwhi67mc_5", tool: "bash", argument: COMMAND });
    expect(endedIn(news)[0]).toBe("call_mock_mwhi67mc_5");
    const read = (event: string, payload: object) =>
      newsIn(opencode, opencode.normalize?.({ event, payload: JSON.stringify(payload) }) ?? []);
    expect(read("chat.message", { sessionID: "s1", prompt: "Fix it\nnow" })).toEqual([{ task: "Fix it" }]);
    expect(read("message.said", { sessionID: "s1", last_message: "On it." })).toEqual([{ words: "On it." }]);
    expect(read("chat.message", { sessionID: "s2", parentID: "s1", prompt: "a sub-agent's" })).toEqual([]);
  });

  it("[RS21] Claude's transcript tells the same without hooks, and the end of a call that was denied", () => {
    const news = lines(claude, "transcript", "tool-approved");
    expect(tasksOf(news)).toEqual(["MOCK=bash please"]);
    expect(beganIn(news)).toEqual([
      { id: "toolu_mock_mwhywigt_3", tool: "Bash", argument: "touch proof.txt && echo made-proof" },
    ]);
    expect(endedIn(news)).toEqual(["toolu_mock_mwhywigt_3"]);
    expect(wordsOf(news)).toEqual(["Tool finished. Done."]);
    for (const situation of ["denied-no", "denied-esc", "denied-edit", "interrupted-tool"]) {
      const denied = lines(claude, "transcript", situation);
      expect([situation, endedIn(denied)]).toEqual([situation, beganIn(denied).map(({ id }) => id)]);
    }
  });

  it("[RS21] Codex's rollout tells the end of a call that no hook ends, Gemini's chat file too", () => {
    expect(endedIn(lines(codex, "rollout", "interrupted-tool"))).toEqual(["call_mock_mwhywxgs_21"]);
    const input = { command: "sleep 20", description: "Mock command" };
    const payload = JSON.stringify({ tool_name: "run_shell_command", tool_input: input });
    const [began] = newsIn(gemini, gemini.normalize?.({ event: "BeforeTool", payload }) ?? []);
    expect(endedIn(lines(gemini, "chat", "interrupted-tool"))).toContain(began?.began?.[0]?.id);
  });

  it("[RS21] a sub-agent's work is not its parent's, and a report of a background task is no prompt", () => {
    const words = wordsOf(lines(copilot, "events", "subagent"));
    expect(words.length).toBeGreaterThan(0);
    expect(words.join()).not.toContain("Slow words");
    expect(tasksOf(lines(claude, "transcript", "subagent")).join()).not.toContain("<");
    const hooks = recordedHooks("claude").flatMap((hook) => claude.normalize?.(hook) ?? []);
    expect(tasksOf(newsIn(claude, hooks)).join()).not.toContain("task-notification");
  });

  it("[RS23] a new conversation empties task, tool and words; a compaction does not", () => {
    const start = (source: string) =>
      claude.normalize?.({ event: "SessionStart", payload: JSON.stringify({ source }) }) ?? [];
    expect(newsIn(claude, start("clear"))).toEqual([{ cleared: true }]);
    expect(newsIn(claude, start("compact"))).toEqual([]);
    expect(newsIn(gemini, gemini.normalize?.({ event: "SessionStart", payload: "{}" }) ?? [])).toEqual([
      { cleared: true },
    ]);
  });

  it("[RS21] Cursor's hooks as documented", () => {
    const read = (event: string, payload: object) =>
      newsIn(cursor, cursor.normalize?.({ event, payload: JSON.stringify(payload) }) ?? []);
    const call = { tool_name: "Shell", tool_input: { command: "make" }, tool_use_id: "c" };
    expect(read("beforeSubmitPrompt", { prompt: "Go" })).toEqual([{ task: "Go" }]);
    expect(read("preToolUse", call)).toEqual([{ began: [{ id: "c", tool: "Shell", argument: "make" }] }]);
    expect(read("postToolUse", call)).toEqual([{ ended: ["c"] }]);
  });
});
