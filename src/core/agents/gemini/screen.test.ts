import { describe, expect, it } from "vitest";
import { readBy, recordedScreen, replaced } from "../../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../../adapter/screen.ts";

const screen = (name: string) => recordedScreen("gemini", name);
const read = (shown: Screen) => readBy("gemini", shown);
const untitled = (shown: Screen): Screen => ({ ...shown, title: undefined });

describe("Gemini's screen", () => {
  it.each([
    ["approval-shell", "waiting_approval by approval"],
    ["approval-narrow", "waiting_approval by approval"],
    ["trust-dialog", "waiting_approval by trust"],
    ["question", "waiting_input by question"],
    ["usage-limit", "waiting_approval by limits"],
    ["usage-limit-fallback", "waiting_approval by limits"],
    ["usage-limit-credits", "waiting_approval by limits"],
    ["working-start", "running by working"],
    ["retrying-429", "running by working"],
    ["done-subagent", "completed by completed"],
    ["interrupted-tool", "idle by cancelled-tool"],
    ["denied-edit", "idle by cancelled"],
    ["error-400", "error by error"],
    ["ctrl-c-once", "completed by completed"],
    ["startup-draft", "idle by start"],
    ["exited", "idle by shell"],
    ["after-trust", "idle by shell"],
  ])("[AD17, AD43] %s is %s", (name, words) => {
    expect(read(screen(name))).toBe(words);
  });

  it("[AD17] its keys to cancel mean work, not a dialog", () => {
    expect(read(untitled(screen("working")))).toBe("running by working");
  });

  it("[AD17] the title keeps a screen from being read as rest, and a dialog from being overlooked", () => {
    expect(read({ ...screen("done-plain"), title: screen("working").title })).toBe("running by title");
    expect(read({ ...screen("done-plain"), title: screen("question").title })).toMatch(/^unknown/);
    expect(read({ ...screen("working"), title: screen("startup").title })).toMatch(/^unknown/);
  });

  it("[AD17] an old dialog that was left over in the scrollback is over", () => {
    const old = screen("approval-rm").lines.filter((line) => line !== "");
    const below = screen("done-plain").lines;
    expect(read({ ...screen("done-plain"), lines: [...old, ...below] })).toBe("completed by completed");
    expect(read({ ...screen("startup"), lines: [...old, ...screen("startup").lines] })).toBe("idle by start");
  });

  it("[AD17] dialogs, cancellations and errors inside an answer are the answer's", () => {
    const quoted = [
      "✦ It shows:",
      "  │ Allow execution of [Shell]?",
      "  │ ● 1. Allow once",
      "  │   3. No, suggest changes (esc)",
      "  ╰──────────────╯",
      "  ℹ Request cancelled.",
      "  ✕ [API Error: x]",
      "   ⠴ Thinking... (esc to cancel, 4s)",
    ];
    expect(read(replaced(screen("done-plain"), "✦ It is", ...quoted))).toBe("completed by completed");
  });

  it("[AD17] a note of a failure counts unless an answer has followed it", () => {
    const note = ["⚠  Agent execution blocked: go on", "", "ℹ This request failed. Press F12 for diagnostics, or"];
    const shown = (...rows: string[]) => read(replaced(screen("done-plain"), "✦ It is", ...rows));
    expect(shown("✦ It is done.", "", ...note, "✦ Now it is done.")).toBe("completed by completed");
    expect(shown("✦ It is", "", ...note)).toBe("error by error-note");
    expect(shown(...note)).toBe("error by error-note-alone");
  });

  it("[AD17] an answer that is higher than the screen is one all the same", () => {
    const shown = screen("done-plain");
    const status = shown.lines.findIndex((line) => line.includes("? for shortcuts"));
    const answer = Array.from({ length: 20 }, (_, index) => `  ${index + 1}. module number ${index + 1}`);
    expect(read({ ...shown, lines: [...answer, "", "", ...shown.lines.slice(status)] })).toBe(
      "completed by completed-long",
    );
  });
});
