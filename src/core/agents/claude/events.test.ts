import { describe, expect, it } from "vitest";
import { recordedHooks, wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { claude } from "./adapter.ts";

const read = (event: string, payload: object) => claude.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
const words = (event: string, payload: object) => read(event, payload).map(wordsOf);
const BASH = { tool_name: "Bash", tool_input: { command: "rm -rf build\nls", description: "Tidy up" } };

describe("Claude's hooks", () => {
  it("[AD6] recorded ones are read as in the table", () => {
    expect(wordsByEvent(claude)).toEqual({
      SessionStart: ["begin rest idle", "nothing"],
      UserPromptSubmit: ["begin busy"],
      PreToolUse: ["busy"],
      PermissionRequest: ["ask waiting_approval", "ask waiting_input"],
      PostToolUse: ["busy"],
      Notification: ["nothing"],
      Stop: ["busy", "rest completed"],
      StopFailure: ["rest error"],
      SubagentStart: ["child busy"],
      SubagentStop: ["child rest completed"],
      PreCompact: ["busy compacting"],
      PostCompact: ["rest completed"],
      SessionEnd: ["begin rest idle"],
    });
  });

  it("[AD6] those that were not recorded too", () => {
    expect(words("PostToolUseFailure", BASH)).toEqual(["busy"]);
    expect(words("PostCompact", { trigger: "auto" })).toEqual(["nothing"]);
    for (const source of ["resume", "clear", "fork"])
      expect(words("SessionStart", { source })).toEqual(["begin rest idle"]);
    expect(words("Notification", { notification_type: "idle_prompt" })).toEqual(["nothing"]);
  });

  it("[AD6] a session that starts or ends outside of any pane does not affect a pane", () => {
    for (const event of ["SessionStart", "SessionEnd"]) {
      const payload = JSON.stringify({ source: "fork", session_id: "s" });
      const by = (pane: string | null) => claude.normalize?.({ event, payload, pane }).map(wordsOf);
      expect([by("%1"), by(null)]).toEqual([["begin rest idle"], ["nothing"]]);
    }
  });

  it("[AD6] a permission request has the subject of its own call's other events, and of no other call", () => {
    const [asked, before, after] = ["PermissionRequest", "PreToolUse", "PostToolUse"].map(
      (event) => read(event, { ...BASH, tool_use_id: "toolu_1" })[0]?.subject,
    );
    expect([before, after]).toEqual([asked, asked]);
    expect(read("PostToolUse", { ...BASH, tool_input: { command: "ls" } })[0]?.subject).not.toBe(asked);
  });

  it("[AD6] the answer to a question ends it, although the call's input has grown by the answer", () => {
    const question = { tool_name: "AskUserQuestion", tool_input: { questions: [{ question: "Which database?" }] } };
    const answered = { ...question, tool_input: { ...question.tool_input, answers: { a: "SQLite" } } };
    expect(read("PermissionRequest", question)[0]).toMatchObject({ message: "Which database?" });
    expect(read("PostToolUse", answered)[0]?.subject).toBe(read("PermissionRequest", question)[0]?.subject);
  });

  it("[AD6] an ask has its words, and the agent's session, turn, directory and transcript", () => {
    const common = { session_id: "s", prompt_id: "t", cwd: "/w", transcript_path: "/h/.claude/projects/w/s.jsonl" };
    expect(read("PermissionRequest", { ...common, ...BASH })).toMatchObject([
      { source: "hook", event_type: "claude.PermissionRequest", message: "Bash: rm -rf build" },
    ]);
    expect(read("UserPromptSubmit", { ...common, prompt: "secret plan" })).toEqual([
      {
        source: "hook",
        event_type: "claude.UserPromptSubmit",
        message: "",
        evidence: { kind: "edge", phase: "busy", state: "running", begin: true },
        session_id: "s",
        turn: "t",
        cwd: "/w",
        transcript: "/h/.claude/projects/w/s.jsonl",
        doing: { task: "secret plan" },
      },
    ]);
  });

  it("[AD6] all events of a sub-agent, also its asks, belong to a child run", () => {
    const [reading] = read("PermissionRequest", { ...BASH, session_id: "s", agent_id: "a1" });
    expect(reading).toMatchObject({ run: { id: "a1", parent: "s" }, evidence: { phase: "ask" } });
  });

  it("[AD6] a turn is over although a command goes on in the background, and not while a sub-agent does", () => {
    const stop = (...types: string[]) => words("Stop", { background_tasks: types.map((type) => ({ type })) });
    expect(stop("shell", "shell")).toEqual(["rest completed"]);
    expect(stop("shell", "subagent")).toEqual(["busy"]);
    expect(stop("shell", "teammate")).toEqual(["rest completed"]);
    expect(stop("teammate", "subagent")).toEqual(["busy"]);
  });

  it("[RS28] the end of a turn tells how many commands run on; a version that does not list them tells nothing of that", () => {
    const shells = (payload: object) => read("Stop", payload)[0]?.doing?.shells;
    expect(shells({ background_tasks: [{ type: "shell" }, { type: "subagent" }, { type: "shell" }] })).toBe(2);
    expect(shells({ background_tasks: [] })).toBe(0);
    expect(shells({ last_assistant_message: "Done." })).toBeUndefined();
  });

  it("[AD16] a marker in the last message is read there; the last one counts, near-misses do not", () => {
    const last_assistant_message = [
      "Done with the first part.",
      "--<[schmux:working:Going on]>--",
      "--<[schmux:needs_testing:Please try the new page]>--",
      "as in `--<[schmux:completed:x]>--` above",
    ].join("\n");
    const [stop, marker, ...more] = read("Stop", { session_id: "s", last_assistant_message, background_tasks: [] });
    expect(stop).toMatchObject({ source: "hook", message: "Done with the first part." });
    expect(marker).toEqual({
      source: "marker",
      event_type: "schmux.needs_testing",
      message: "Please try the new page",
      evidence: { kind: "declaration", state: "completed", attention: "testing", medium: "repainted" },
      session_id: "s",
    });
    expect(more).toEqual([]);
  });

  it("[AD5] no recorded payload is unsupported, and a broken one is", () => {
    for (const signal of recordedHooks("claude"))
      expect(claude.normalize?.(signal).map(wordsOf)).not.toContain("unsupported");
    expect(claude.normalize?.({ event: "Stop", payload: '{"session_id":' }).map(wordsOf)).toEqual(["unsupported"]);
  });
});
