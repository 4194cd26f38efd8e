import { describe, expect, it } from "vitest";
import { readBy, recordedScreen, replaced } from "../../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../../adapter/screen.ts";

const screen = (name: string) => recordedScreen("claude", name);
const read = (shown: Screen) => readBy("claude", shown);

/** The screen after a turn, over an empty input box. */
function talk(...rows: string[]): Screen {
  return replaced(screen("startup"), " ▝▝   ▝▝", " ▝▝   ▝▝   /home/dev/demo", "", ...rows, "");
}

describe("Claude's screen", () => {
  it.each([
    ["approval-shell", "waiting_approval by approval"],
    ["approval-plan", "waiting_approval by approval"],
    ["approval-plan-file", "waiting_approval by plan"],
    ["approval-plan-words", "waiting_approval by plan"],
    ["trust-dialog", "waiting_approval by trust"],
    ["after-trust", "waiting_approval by api-key"],
    ["question", "waiting_input by question"],
    ["retrying-5xx", "running by retrying"],
    ["compacting", "running by compacting"],
    ["thinking", "running by working"],
    ["subagent-running", "running by background-agents"],
    ["done-subagent", "completed by completed"],
    ["compacted", "completed by compacted"],
    ["denied-edit", "idle by rejected"],
    ["question-cancelled", "idle by declined"],
    ["interrupted-tool", "idle by interrupted"],
    ["error-401", "error by error"],
    ["exited", "idle by shell"],
  ])("[AD17] %s is %s", (name, words) => {
    expect(read(screen(name))).toBe(words);
  });

  it("[AD17] an approval carries the question, an error its words", () => {
    const approval = recordedScreen("claude", "approval-edit");
    expect(
      read(replaced(approval, " Do you want to create", " Do you want to make this edit to", " settings.yaml?")),
    ).toBe("waiting_approval by approval");
  });

  it("[AD17] the mode line's words about permissions and edits are no dialog", () => {
    const footers = [
      "  ⏵⏵ bypass permissions on (shift+tab to cycle)",
      "  ⏵⏵ accept edits on · ? for shortcuts",
      "  Esc to cancel",
    ];
    for (const footer of footers)
      expect(read(replaced(screen("done-plain"), "  ⏸ manual mode on", footer))).toBe("completed by completed");
  });

  it("[AD17] the program works while a draft hides its keys, and whatever verb it uses", () => {
    const working = screen("working-draft");
    for (const line of ["✻ Flibbertigibbeting…", "· Fixing the build… (1m 2s · ↓ 2.1k tokens · esc to interrupt)"])
      expect(read(replaced(working, "✶ Honking…", line))).toBe("running by working");
    expect(read(replaced(working, "✶ Honking…", ""))).toMatch(/^unknown/);
  });

  it("[AD17] a line of work that the screen's edge has broken is still one", () => {
    const narrow = replaced(
      screen("retrying-429"),
      "✻ 429",
      "✻ 429 a long explanation of what the server",
      "  thinks · Retrying in 4s · attempt 4/10",
    );
    expect(read(narrow)).toBe("running by retrying");
  });

  it("[AD17] dialogs, ends and lines of work inside an answer are the answer's", () => {
    const quoted = [
      "● It shows this:",
      "",
      "   Do you want to proceed?",
      "   ❯ 1. Yes",
      "     2. No",
      "",
      "   Esc to cancel · Tab to amend",
      "",
      "  ✽ Clauding… (4s · ↓ 14 tokens)",
      "",
      "  ● API Error: 400",
      "",
      "  ⎿  User rejected write to x",
      "",
      "  ⎿  Interrupted · What should Claude do instead?",
    ];
    expect(read(talk("❯ What does it show?", "", ...quoted, "", "✻ Baked for 3s · done 7:09 AM"))).toBe(
      "rest by ended",
    );
    expect(read(talk("❯ What does it show?", "", ...quoted.slice(0, 11), "", "✻ Baked for 3s"))).toBe(
      "completed by completed",
    );
  });

  it("[AD17] an end that was quoted in the answer ends nothing: what works still works", () => {
    const streaming = talk("❯ Go", "", "● As follows:", "", "  ✻ Baked for 3s · done 7:09 AM", "", "✢ Honking… (1s)");
    expect(read(streaming)).toBe("running by working");
    expect(read(talk("❯ Go", "", "● As follows:", "", "  ✻ Baked for 3s · done 7:09 AM"))).toBe("rest by resting-keys");
  });

  it("[AD17] text in the input box may be a prompt taken back, so the end of the turn above it is not read", () => {
    for (const name of ["done-plain", "error-400"]) {
      const shown = screen(name);
      const box = shown.lines.findLastIndex((line) => /^❯/.test(line));
      expect(read({ ...shown, lines: shown.lines.with(box, "❯ List the open tasks") })).toBe("rest by ended");
    }
    expect(read(screen("interrupted-thinking"))).toBe("idle by interrupted");
    expect(read(screen("startup-draft"))).toBe("idle by start");
  });

  it("[AD17] an open menu neither hides a state nor is one", () => {
    expect(read(screen("slash-menu"))).toBe("completed by compacted");
    const menu = [
      " Select model",
      " ❯ 1. Default (recommended)",
      "   2. Yes, Opus",
      "   3. No model",
      "",
      " Enter to confirm · Esc to exit",
    ];
    const shown = screen("approval-rm");
    const top = shown.lines.findIndex((line) => line.startsWith(" Bash command"));
    expect(read({ ...shown, lines: [...shown.lines.slice(0, top), ...menu] })).toMatch(/^unknown/);
  });

  it("[AD17] a question whose answers are yes and no is a question", () => {
    const asked = replaced(replaced(screen("question"), "❯ 1. PostgreSQL", "❯ 1. Yes"), "  2. SQLite", "  2. No");
    const question = replaced(asked, "Which database", "Do you want to proceed?");
    expect(read(question)).toBe("waiting_input by question");
  });

  it("[AD17] a cleared conversation is one in which nothing was asked", () => {
    expect(read(talk("❯ /clear"))).toBe("idle by cleared");
  });

  it("[AD18] a dialog that nobody knows gives no state", () => {
    const dialog = replaced(screen("approval-rm"), " Do you want to proceed?", " A new kind of question");
    expect(read(replaced(dialog, " Esc to cancel · Tab to amend", " Enter to go on"))).toMatch(/^unknown/);
  });
});
