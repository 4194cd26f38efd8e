import { describe, expect, it } from "vitest";
import { linesOf } from "../../../test/accuracy/recorded-lines.ts";
import { claude } from "../agents/claude/adapter.ts";
import { codex } from "../agents/codex/adapter.ts";
import { copilot } from "../agents/copilot/adapter.ts";
import { cursor } from "../agents/cursor/adapter.ts";
import { gemini } from "../agents/gemini/adapter.ts";
import { opencode } from "../agents/opencode/adapter.ts";
import { AGENTS, adapterOf } from "../agents/registry.ts";
import type { Adapter, Reading } from "./adapter.ts";
import { firstLine } from "./last-message.ts";

const MARKER = "--<[schmux:needs_testing:Try it]>--";
const FENCED = `To call somebody, print:\n\n\`\`\`\n--<[schmux:error:example]>--\n\`\`\`\n`;
const timestamp = "2026-11-15T15:06:35.144Z";

/** Each way in which an agent tells its own words. */
const WAYS: [string, (message: string) => Reading[]][] = [
  ["Claude's Stop", (text) => event(claude, "Stop", { last_assistant_message: text, background_tasks: [] })],
  ["Codex's Stop", (text) => event(codex, "Stop", { last_assistant_message: text })],
  ["Codex's notify", (text) => event(codex, "notify", { type: "agent-turn-complete", "last-assistant-message": text })],
  ["Gemini's AfterAgent", (text) => event(gemini, "AfterAgent", { prompt_response: text })],
  ["OpenCode's session.idle", (text) => event(opencode, "session.idle", { last_message: text })],
  ["OpenCode's message.said", (text) => event(opencode, "message.said", { last_message: text })],
  ["Cursor's afterAgentResponse", (text) => event(cursor, "afterAgentResponse", { text })],
  [
    "Claude's transcript",
    (text) => line(claude, { type: "assistant", message: { content: [{ type: "text", text }] }, timestamp }),
  ],
  ["Codex's rollout, a message", (text) => line(codex, codexItem(text))],
  ["Codex's rollout, an end", (text) => line(codex, codexEnd(text))],
  ["Gemini's chat file", (content) => line(gemini, { type: "gemini", content, timestamp })],
  [
    "Copilot's events.jsonl",
    (content) => line(copilot, { type: "assistant.message", data: { content, toolRequests: [] }, timestamp }),
  ],
];

describe.each(WAYS)("%s", (_, read) => {
  const said = (message: string) =>
    read(message)
      .filter(({ evidence }) => evidence.kind === "declaration")
      .map(({ event_type, message: words }) => `${event_type} ${words}`);

  it("[AD16] tells the last marker that the agent says", () => {
    expect(said(`Done.\n\n--<[schmux:working:On it]>--\n\n${MARKER}`)).toEqual(["schmux.needs_testing Try it"]);
  });

  it("[AD16, MK24] tells none that it only shows", () => {
    expect(said(FENCED)).toEqual([]);
    expect(said(`> ${MARKER}\n\nprint ${MARKER} when it works`)).toEqual([]);
    expect(said(`${FENCED}\n${MARKER}`)).toEqual(["schmux.needs_testing Try it"]);
  });
});

/** As the real programs have written them, with a marker in the place of what the model, or a tool, said. */
describe.each(["claude", "codex", "copilot", "gemini"])("the recorded file of %s", (name) => {
  const markersIn = (situation: string, words: string, instead: string) =>
    linesOf(`${name}/${situation}`)
      .flatMap((text) => line(adapterOf(name) as Adapter, JSON.parse(text.replaceAll(words, instead))))
      .filter(({ evidence }) => evidence.kind === "declaration");

  it("[AD16] tells the marker in an answer, dated", () => {
    const told = markersIn("normal-turn", "All done.", "\\n\\n--<[schmux:completed:Built]>--");
    expect(new Set(told.map(({ message }) => message))).toEqual(new Set(["Built"]));
    for (const { at } of told) expect(at).toBeGreaterThan(Date.parse("2026-11-15T15:00:00Z"));
  });

  it("[AD16, SR33] tells none of what a tool prints or a person asks", () => {
    const instead = "\\n--<[schmux:error:x]>--\\n";
    expect(markersIn("tool-approved", "made-proof", instead)).toEqual([]);
    expect(markersIn("tool-approved", "MOCK=bash please", instead)).toEqual([]);
  });
});

it("[RD1] a secret at the place where a long line is cut is removed, not halved", () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  for (let before = 155; before < 200; before += 1) {
    const told = firstLine(`${"x".repeat(before)} ${secret} and more`);
    expect(told).not.toContain("ghp_a");
  }
});

describe("the words of an agent", () => {
  it("[AD16, EN12] a message told as soon as it is complete is new; told with the end of the turn it may be a repetition", () => {
    const mediumOf = ([, read]: (typeof WAYS)[number]) =>
      read(MARKER).flatMap(({ evidence }) => (evidence.kind === "declaration" ? evidence.medium : []))[0];
    const appended = WAYS.filter((way) => mediumOf(way) === "appended").map(([name]) => name);
    expect(appended).toEqual([
      "OpenCode's message.said",
      "Cursor's afterAgentResponse",
      "Claude's transcript",
      "Codex's rollout, a message",
      "Copilot's events.jsonl",
    ]);
  });

  it("[AD16] the messages of each agent that reports events are read, from its events or a file", () => {
    const untold = AGENTS.filter(
      ({ capabilities, tellsWordsBy, secondSources = {} }) =>
        capabilities.event_driven &&
        tellsWordsBy === undefined &&
        !Object.values(secondSources).some((source) => source.tellsWords),
    );
    expect(untold).toEqual([]);
  });

  it("[AD16, EN5] a sub-agent's words are not its parent's", () => {
    const child = { agentId: "sub", type: "assistant.message", data: { content: MARKER }, timestamp };
    expect(line(copilot, child)).toEqual([]);
    const idle = { last_message: MARKER, properties: { sessionID: "s2" }, parentID: "s1" };
    expect(event(opencode, "session.idle", idle).map(({ evidence }) => evidence.kind)).toEqual(["edge"]);
    const sidechain = { type: "assistant", isSidechain: true, message: { content: [{ type: "text", text: MARKER }] } };
    expect(line(claude, { ...sidechain, timestamp })).toEqual([]);
  });

  it("[AD16, EN7] messages told by notify count only as notify does, as it also comes for hidden threads", () => {
    const told = event(codex, "notify", { type: "agent-turn-complete", "last-assistant-message": MARKER });
    expect(told.map(({ source }) => source)).toEqual(["notify", "notify"]);
  });

  it("[AD16] a line without a date may be of an earlier conversation, and says nothing", () => {
    expect(line(gemini, { type: "gemini", content: MARKER })).toEqual([]);
  });

  it("[SR18] a near-miss in the last message is a note, unless the message says a marker", () => {
    const [, missed, ...more] = event(claude, "Stop", { last_assistant_message: FENCED });
    expect(missed).toMatchObject({
      event_type: "schmux.near_miss",
      message: "--<[schmux:error:example]>--",
      evidence: { kind: "note", reason: "in a code block a marker is shown, not said" },
    });
    expect(more).toEqual([]);
    const both = event(claude, "Stop", { last_assistant_message: `${FENCED}\n${MARKER}` });
    expect(both.map(({ evidence }) => evidence.kind)).toEqual(["edge", "declaration"]);
  });
});

function event({ normalize }: Adapter, name: string, payload: object): Reading[] {
  return normalize?.({ event: name, payload: JSON.stringify(payload) }) ?? [];
}

function line({ secondSources = {} }: Adapter, told: object): Reading[] {
  const [source] = Object.values(secondSources).filter(({ tellsWords }) => tellsWords);
  return source?.read(JSON.stringify(told)) ?? [];
}

function codexItem(text: string) {
  const item = { type: "AgentMessage", content: [{ type: "Text", text }] };
  return { type: "event_msg", payload: { type: "item_completed", turn_id: "t", item }, timestamp };
}

function codexEnd(text: string) {
  return { type: "event_msg", payload: { type: "task_complete", turn_id: "t", last_agent_message: text }, timestamp };
}
