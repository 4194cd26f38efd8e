import { describe, expect, it } from "vitest";
import type { Decision, OutcomeEvent } from "../../adapter/decisions.ts";
import { DECISIONS, wordsOf } from "./decisions.ts";
import { DIALECT } from "./events.ts";

const SUGGESTION = { type: "setMode", mode: "acceptEdits", destination: "session" };

function request(tool: string, input: object, suggestions: object[] = [SUGGESTION]): string {
  return JSON.stringify({
    session_id: "s1",
    hook_event_name: "PermissionRequest",
    tool_name: tool,
    tool_input: input,
    permission_suggestions: suggestions,
  });
}

const TOUCH = request("Bash", { command: "touch a" });
const question = (text: string, multiSelect = false) => ({
  question: text,
  header: "H",
  multiSelect,
  options: [{ label: "Red" }, { label: "Blue" }],
});
const COLOUR = request("AskUserQuestion", { questions: [question("Which colour?")] });

function decided(payload: string, decision: Decision): unknown {
  const line = DECISIONS.reply(payload, decision);
  if (line === null) return null;
  expect(line).not.toContain("\n");
  const { hookSpecificOutput } = JSON.parse(line);
  expect(hookSpecificOutput.hookEventName).toBe("PermissionRequest");
  return hookSpecificOutput.decision;
}

describe("what Claude's waiting hook is told", () => {
  it("[DC1] allow, always with the request's own suggestion, and deny, with words or without, never with an interrupt", () => {
    expect(decided(TOUCH, { type: "allow" })).toEqual({ behavior: "allow" });
    expect(decided(TOUCH, { type: "always" })).toEqual({ behavior: "allow", updatedPermissions: [SUGGESTION] });
    expect(decided(TOUCH, { type: "deny" })).toEqual({ behavior: "deny", message: expect.stringContaining("Stop") });
    expect(decided(TOUCH, { type: "deny", message: "use\nmake" })).toEqual({ behavior: "deny", message: "use\nmake" });
  });

  it("[DC1] the answers to its questions beside the questions as they were asked", () => {
    expect(decided(COLOUR, { type: "answers", answers: [["Blue"]] })).toEqual({
      behavior: "allow",
      updatedInput: { questions: [question("Which colour?")], answers: { "Which colour?": "Blue" } },
    });
  });

  it("[UI28] a plan is called a plan, not by the tool that leads to it", () => {
    expect(wordsOf({ tool_name: "ExitPlanMode", tool_input: { plan: "Move to Postgres 17\n1. Dump" } })).toMatchObject({
      kind: "approval",
      text: "Plan: Move to Postgres 17",
      detail: "Move to Postgres 17\n1. Dump",
    });
    expect(wordsOf({ tool_name: "ExitPlanMode", tool_input: {} })).toMatchObject({ kind: "approval", text: "Plan" });
  });

  it("[DC1] a plan is approved as by its dialog: it asks about each edit; all else is for the dialog", () => {
    const plan = request("ExitPlanMode", { plan: "all of it" });
    const updatedPermissions = [{ type: "setMode", mode: "default", destination: "session" }];
    expect(decided(plan, { type: "allow" })).toEqual({ behavior: "allow", updatedInput: {}, updatedPermissions });
    expect([decided(plan, { type: "always" }), decided(plan, { type: "deny" })]).toEqual([null, null]);
  });

  it("[DC4] is never another input than requested, and nothing if a plain answer would have no effect", () => {
    const several = request("Bash", { command: "touch a" }, [SUGGESTION, { ...SUGGESTION, mode: "plan" }]);
    const many = request("AskUserQuestion", { questions: [question("Which?", true)] });
    const two = request("AskUserQuestion", { questions: [question("One?"), question("Two?")] });
    expect(decided(several, { type: "always" })).toBeNull();
    for (const decision of [{ type: "allow" }, { type: "always" }, { type: "deny" }] as const)
      expect(decided(COLOUR, decision)).toBeNull();
    expect(decided(TOUCH, { type: "answers", answers: [["rm -rf /"]] })).toBeNull();
    expect(decided(many, { type: "answers", answers: [["Red"]] })).toBeNull();
    expect(decided(two, { type: "answers", answers: [["Red"]] })).toBeNull();
    expect(decided("no JSON", { type: "allow" })).toBeNull();
  });

  it("[DC1] a request is the question of the quick hook, and is over when its tool call has run", () => {
    const asked = DIALECT.events.PermissionRequest;
    const meaning = typeof asked === "function" ? asked(JSON.parse(TOUCH), { event: "", payload: "" }) : undefined;
    expect(meaning).toMatchObject({ question: DECISIONS.read(TOUCH) });
    const { subject } = meaning as { subject: string };
    const at = (event_type: string, about?: string, payload?: string) => ({
      ...{ event_type, subject: about, payload, event_time: 5, clock_offset: 0, ingested_at: 5 },
    });
    const outcome = (...events: ReturnType<typeof at>[]) => DECISIONS.outcome?.(TOUCH, events as OutcomeEvent[], 5);
    expect(outcome(at("claude.PostToolUse", subject))).toBe("done");
    expect(outcome(at("claude.PostToolUseFailure", subject))).toBe("done");
    expect(outcome(at("claude.PreToolUse", subject), at("claude.PostToolUse", "another"))).toBeNull();
    expect(outcome({ ...at("claude.PostToolUse", subject), event_time: 4 })).toBeNull();
    const before = { ...at("claude.PreToolUse", subject, JSON.stringify({ tool_use_id: "call_1" })), event_time: 4 };
    expect(outcome(at("claude.interrupted"), at("claude.allowed", "call_1"), before)).toBe("done");
    expect(outcome(at("claude.declined", "call_1"), before)).toBe("declined");
    expect(outcome(at("claude.interrupted"), at("claude.allowed", "call_2"), before)).toBe("stopped");
    expect(outcome(at("claude.allowed", "call_2"), before)).toBeNull();
  });
});
