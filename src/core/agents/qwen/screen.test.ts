import { describe, expect, it } from "vitest";
import { readBy, recordedScreen, replaced } from "../../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../../adapter/screen.ts";
import { qwen } from "./adapter.ts";

const screen = (name: string) => recordedScreen("qwen", name);
const read = (shown: Screen) => readBy("qwen", shown);
const untitled = (shown: Screen): Screen => ({ ...shown, title: undefined });

describe("Qwen's screen", () => {
  it.each([
    ["approval-shell", "waiting_approval by approval"],
    ["approval-edit", "waiting_approval by approval"],
    ["approval-narrow", "waiting_approval by approval"],
    ["trust-dialog", "waiting_approval by trust"],
    ["question", "waiting_input by question"],
    ["questions", "waiting_input by question"],
    ["working-start", "running by title"],
    ["working-narrow", "running by working"],
    ["retrying-429", "running by working"],
    ["subagent-running", "running by background-agents"],
    ["done-subagent", "completed by completed"],
    ["interrupted", "idle by cancelled"],
    ["interrupted-tool", "idle by cancelled-tool"],
    ["denied-esc", "idle by cancelled-tool"],
    ["error-400", "error by error"],
    ["ctrl-c-once", "completed by completed"],
    ["startup-draft", "idle by start"],
    ["exited", "idle by shell"],
  ])("[AD17, AD43] %s is %s", (name, words) => {
    expect(read(screen(name))).toBe(words);
  });

  it("[AD17] a prompt that Esc has put back into the input box hides how the turn before it ended", () => {
    expect(read(untitled(screen("interrupted-retry")))).toBe("rest by resting-keys");
  });

  it("[AD17] dialogs, cancellations and errors inside an answer are the answer's", () => {
    const quoted = [
      "  ◆\ufe0e It shows:",
      "     › 1. Yes, allow once",
      "       4. No, suggest changes (esc)",
      "    ●\ufe0e Request cancelled.",
      "    ✕ [API Error: x]",
      "    ⠏ Waiting for user confirmation...",
    ];
    expect(read(replaced(screen("done-plain"), "  ◆\ufe0e It is", ...quoted))).toBe("completed by completed");
  });

  it("[AD17] what it shows in the first second of work proves nothing, since each of its commands shows it", () => {
    expect(read(untitled(screen("working-start")))).toBe("unknown: no cue fits");
    const { lines } = screen("done-plain");
    const box = lines.findIndex((line) => line.startsWith("────"));
    const opened = { lines: lines.toSpliced(box, 0, "  ⠋ One moment (0s · ↓ 3 tokens · esc to cancel)") };
    expect(read(untitled(opened))).toBe("unknown: no cue fits");
  });

  it("[SQ18] from the line for words in a list of boxes it goes up before it goes on", () => {
    const boxes = (...cursors: string[]) => [
      "   Which parts should be tested?",
      "",
      `   ${cursors[0]} [✓] 1. Server`,
      `   ${cursors[1]} [ ] 2. Type something...`,
      "",
      "   ↑/↓: Navigate | Space: Toggle | Enter: Confirm | Esc: Cancel",
      "",
      "  ⠏ Waiting for user confirmation...",
    ];
    expect(qwen.readDialog?.({ lines: boxes("❯", " ") })?.ticking?.onward).toEqual(["Enter"]);
    expect(qwen.readDialog?.({ lines: boxes(" ", "❯") })?.ticking?.onward).toEqual(["Up", "Enter"]);
  });

  it("[AD67] its title has a mark while it works and while it asks; its ✳ is no rest", () => {
    const phase = (title: string) => {
      const evidence = qwen.readTitle?.(title)?.evidence;
      return evidence?.kind === "level" ? evidence.phase : null;
    };
    expect(phase("◐\ufe0e Qwen - demo")).toBe("busy");
    expect(phase("✳\ufe0e Fix the login test")).toBe("ask");
    expect([phase("Qwen - demo"), phase("Fix the login test"), phase("")]).toEqual([null, null, null]);
  });
});
