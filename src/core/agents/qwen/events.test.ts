import { describe, expect, it } from "vitest";
import { recordedHooks, wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { qwen } from "./adapter.ts";

const read = (event: string, payload: object) => qwen.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
const words = (event: string, payload: object) => read(event, payload).map(wordsOf);

describe("Qwen's hooks", () => {
  it("[AD6] recorded ones are read as in the table", () => {
    expect(wordsByEvent(qwen)).toEqual({
      SessionStart: ["begin rest idle"],
      UserPromptSubmit: ["begin busy", "nothing"],
      PermissionRequest: ["ask waiting_approval", "ask waiting_input"],
      PreToolUse: ["busy"],
      PostToolUse: ["busy"],
      PostToolUseFailure: ["rest idle"],
      PostToolBatch: ["nothing", "rest idle"],
      Stop: ["busy background", "rest completed"],
      StopFailure: ["rest error"],
      Notification: ["nothing", "weak rest idle"],
      PreCompact: ["busy compacting"],
      SubagentStart: ["child busy"],
      SubagentStop: ["child rest completed"],
      SessionEnd: ["begin rest idle"],
    });
  });

  it("[AD6] only a prompt with words begins a turn: an empty one brings results of tools to the model", () => {
    expect(words("UserPromptSubmit", { prompt: "Fix it" })).toEqual(["begin busy"]);
    expect(words("UserPromptSubmit", { prompt: "" })).toEqual(["nothing"]);
  });

  it("[AD6] a Stop is a pause while a sub-agent works in the background, and an end when all in its list have ended", () => {
    const stop = (...statuses: string[]) =>
      words("Stop", { last_assistant_message: "Done.", background_tasks: statuses.map((status) => ({ status })) });
    expect(stop("completed", "running")).toEqual(["busy background"]);
    expect(stop("completed", "failed")).toEqual(["rest completed"]);
    expect(stop()).toEqual(["rest completed"]);
  });

  it("[AD6] calls that were all denied or interrupted end the turn; of others the model is told", () => {
    const batch = (...statuses: string[]) =>
      words("PostToolBatch", { tool_calls: statuses.map((status) => ({ status })) });
    expect(batch("cancelled", "cancelled")).toEqual(["rest idle"]);
    expect(batch("cancelled", "success")).toEqual(["nothing"]);
    expect(batch()).toEqual(["nothing"]);
    expect(words("PostToolUseFailure", { tool_name: "run_shell_command", is_interrupt: true })).toEqual(["rest idle"]);
    expect(words("PostToolUseFailure", { tool_name: "run_shell_command", is_interrupt: false })).toEqual(["busy"]);
  });

  it("[AD6] back at its prompt its turn is over somehow; the notification of a dialog repeats what was asked", () => {
    expect(words("Notification", { notification_type: "idle_prompt" })).toEqual(["weak rest idle"]);
    expect(words("Notification", { notification_type: "permission_prompt" })).toEqual(["nothing"]);
  });

  it("[AD6] a permission request has its question, and the call that was allowed closes it", () => {
    const asked = recordedHooks("qwen").filter(({ event }) => event === "PermissionRequest");
    expect([...new Set(asked.map((signal) => qwen.normalize?.(signal)[0]?.message))]).toEqual([
      "run_shell_command: mkdir -p build && touch build/marker",
      "run_shell_command: touch build-started && sleep 6 && touch waited",
      "write_file: /home/dev/demo/settings.yaml",
      "Which database should the service use?",
      "agent: Count the tests slowly",
      "run_shell_command: rm -rf build/cache",
      "Which parts should be tested?",
      "Which color?",
    ]);
    const call = { tool_name: "run_shell_command", tool_input: { command: "make" } };
    const [request, began] = [read("PermissionRequest", call)[0], read("PreToolUse", call)[0]];
    expect(request?.subject).toBeDefined();
    expect(began?.subject).toBe(request?.subject);
  });

  it("[AD6, EN36] the id of a prompt is none of a turn: the report of a sub-agent and the next prompt have the same", () => {
    const turns = recordedHooks("qwen")
      .flatMap((signal) => qwen.normalize?.(signal) ?? [])
      .map(({ turn }) => turn);
    expect(new Set(turns)).toEqual(new Set([undefined]));
  });

  it("[AD16] a marker in the last message is read there", () => {
    const readings = read("Stop", { last_assistant_message: "--<[schmux:completed:Built it]>--" });
    expect(readings.map(({ event_type, message }) => [event_type, message])).toContainEqual([
      "schmux.completed",
      "Built it",
    ]);
  });
});
