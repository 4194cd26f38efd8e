import type { Reading, SecondSource } from "../../adapter/adapter.ts";
import { FAILED, IDLE, limitedUntil, NOTHING } from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { countAt, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { type LineMeaning, lineReader } from "../../adapter/read-line.ts";
import { callBegan, taskOf } from "../../adapter/tool-call.ts";
import { personsWords } from "./events.ts";
import { sizeAfter, usageIn } from "./usage.ts";

/** Reports interrupts and failures, which no hook does, and each message and tool call. Sub-agents have files of their own. */
export const TRANSCRIPT: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ transcript, home, cwd, session_id }) => {
    if (transcript !== undefined || home === null || cwd === undefined || session_id === undefined)
      return transcript ?? null;
    return `${home}/.claude/projects/${cwd.replaceAll(/[^A-Za-z0-9]/g, "-")}/${session_id}.jsonl`;
  },
  subAgents: {
    named: /"agentId":"([\w-]{1,80})"/g,
    paths: (id, { transcript = "" }) => [`${transcript.replace(/\.jsonl$/, "")}/subagents/agent-${id}.jsonl`],
  },
  read: lineReader("claude", (line) => {
    if (valueAt(line, "isSidechain") === true) return ofSubAgent(line);
    if (textAt(line, "type") === "user" && isInterrupt(line))
      return { event_type: "interrupted", evidence: IDLE, ...known(line) };
    if (textAt(line, "type") === "user") return heard(line);
    if (textAt(line, "subtype") === "compact_boundary")
      return { event_type: "compacted", ...sizeAfter(line), ...known(line) };
    if (textAt(line, "type") !== "assistant") return null;
    if (valueAt(line, "isApiErrorMessage") === true)
      return { event_type: "api_error", evidence: failureOf(line), message: firstLine(wordsOf(line)), ...known(line) };
    const [said, began] = [messageOf(line), callsIn(line)];
    const doing = began.length > 0 && { doing: { began } };
    return { event_type: "message", said, ...doing, ...usageIn(line), ...known(line) };
  }),
};

/** A subscriber's limit names its reset. Claude goes on by itself then. */
function failureOf(line: Payload) {
  if (textAt(line, "apiError") !== "usage_limit_reached") return FAILED;
  const resets = countAt(line, "quotaLimits", "resetsAt");
  return limitedUntil(resets > 0 ? resets * 1_000 : null, true);
}

/** Older versions write a sub-agent's lines into the same file. */
function ofSubAgent(line: Payload): ReturnType<LineMeaning> {
  const { usage } = textAt(line, "type") === "assistant" ? usageIn(line) : {};
  if (usage === undefined) return null;
  return {
    event_type: "message",
    usage,
    run: { id: textAt(line, "agentId") ?? "sub-agent", parent: "root" },
    ...known(line),
  };
}

/** A prompt, or results of tools. */
function heard(line: Payload): ReturnType<LineMeaning> {
  const ended = listAt(line, "message", "content").flatMap((part) => textAt(part, "tool_use_id") ?? []);
  if (ended.length > 0) return { ...resultOf(line, ended), doing: { ended }, ...known(line) };
  const isOwn = valueAt(line, "isMeta") === true || valueAt(line, "isCompactSummary") === true;
  const { doing } = taskOf(isOwn ? undefined : personsWords(wordsOf(line)));
  return doing === undefined ? null : { event_type: "prompt", doing, ...known(line) };
}

/** The result of a call that was asked about tells whether a Yes counted, or the No of a hook. A No in the dialog looks like an interrupt. */
function resultOf(line: Payload, [call = ""]: readonly string[]) {
  const decision = valueAt(line, "permissionDecision");
  const wasAsked = /^(?:hook|user)/.test(textAt(decision, "source") ?? "");
  if (!wasAsked) return { event_type: "tool_result" };
  const isAllowed = textAt(decision, "decision") === "accept";
  return { event_type: isAllowed ? "allowed" : "declined", evidence: NOTHING, subject: call };
}

function callsIn(line: Payload) {
  const uses = listAt(line, "message", "content").filter((part) => textAt(part, "type") === "tool_use");
  return uses.flatMap(
    (use) => callBegan(textAt(use, "id"), textAt(use, "name"), valueAt(use, "input")).doing?.began ?? [],
  );
}

function known(line: Payload): Partial<Reading> {
  const session_id = textAt(line, "sessionId");
  return session_id === undefined ? {} : { session_id };
}

export function isInterrupt(line: Payload): boolean {
  return /^\[Request interrupted by user( for tool use)?\]$/.test(wordsOf(line) ?? "");
}

export function wordsOf(line: Payload): string | undefined {
  return textAt(line, "message", "content") ?? textAt(line, "message", "content", 0, "text");
}

/** Its text, without thoughts and tool calls. */
function messageOf(line: Payload): string {
  const parts = listAt(line, "message", "content").filter((part) => textAt(part, "type") === "text");
  return parts.map((part) => textAt(part, "text") ?? "").join("\n");
}
