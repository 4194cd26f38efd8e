import { describe, expect, it } from "vitest";
import { readBy, recordedScreen, replaced } from "../../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../../adapter/screen.ts";

const screen = (name: string) => recordedScreen("copilot", name);
const read = (shown: Screen) => readBy("copilot", shown);

describe("Copilot's screen", () => {
  it.each([
    ["approval-shell", "waiting_approval by approval"],
    ["approval-no-feedback", "waiting_approval by approval"],
    ["approval-narrow", "waiting_approval by approval"],
    ["trust-dialog", "waiting_approval by approval"],
    ["question", "waiting_input by question"],
    ["session-in-use", "waiting_approval by session-in-use"],
    ["rate-limited", "waiting_approval by rate-limited"],
    ["question-framed", "waiting_input by question-framed"],
    ["question-framed-typed", "waiting_input by question-framed"],
    ["question-framed-text", "waiting_input by question-framed"],
    ["compacting", "running by compacting"],
    ["thinking", "running by working"],
    ["working-draft", "running by working"],
    ["done-narrow", "completed by completed"],
    ["compacted", "completed by completed"],
    ["ctrl-c-once", "completed by completed"],
    ["denied-no", "completed by completed"],
    ["denied-edit", "idle by cancelled"],
    ["interrupted-thinking", "idle by aborted"],
    ["error-401", "error by error"],
    ["after-trust", "idle by start"],
  ])("[AD17, AD43] %s is %s", (name, words) => {
    expect(read(screen(name))).toBe(words);
  });

  it("[AD17] text in the input box may be a prompt taken back, so the end of the turn above it is not read", () => {
    expect(read(screen("interrupted-retry"))).toBe("rest by resting-keys");
    expect(read(screen("startup-draft"))).toBe("idle by start");
  });

  it("[AD17] a failed tool is no error of the turn, and an end without words is not read", () => {
    const failed = replaced(screen("done-tool"), " ● The marker is", " ✗ Shell Run the tests 2 failed", "   npm test");
    expect(read(failed)).toBe("rest by resting-keys");
    expect(read(replaced(screen("done-tool"), " ● The marker is", ""))).toBe("rest by resting-keys");
  });

  it("[AD17] dialogs and cancellations inside an answer are the answer's", () => {
    const quoted = [
      " ● It shows:",
      "   │ Do you want to run this command?",
      "   │ ❯ 1. Yes",
      "   │   3. No, and tell Copilot what to do differently (Esc to stop)",
      "   │ ↑/↓ to navigate · enter to select · esc to cancel",
      "   ╰──────────────╯",
      "   ● Operation cancelled by user",
      "   ✗ 400 mock error 400",
      "   ◉ Working · 60 B esc esc interrupt",
    ];
    expect(read(replaced(screen("done-plain"), " ● It is", ...quoted))).toBe("completed by completed");
  });

  it("[AD18] a dialog that nobody knows gives no state", () => {
    const rewind = replaced(screen("approval-rm"), "│ Do you want to run", `│ ${"Rewind to".padEnd(116)} │`);
    expect(read(replaced(rewind, "│   3. No, and tell", `│   ${"3. A third one".padEnd(114)} │`))).toMatch(/^unknown/);
  });
});
