import { describe, expect, it } from "vitest";
import { readBy, recordedScreen, replaced } from "../../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../../adapter/screen.ts";

const screen = (name: string) => recordedScreen("opencode", name);
const read = (shown: Screen) => readBy("opencode", shown);

describe("OpenCode's screen", () => {
  it.each([
    ["approval-shell", "waiting_approval by approval"],
    ["approval-narrow", "waiting_approval by approval"],
    ["question", "waiting_input by question"],
    ["retrying-429", "running by retrying"],
    ["compacting", "running by compacting"],
    ["working-narrow", "running by working"],
    ["done-narrow", "completed by completed"],
    ["compacted", "completed by completed"],
    ["interrupted-thinking", "idle by interrupted"],
    ["denied-edit", "idle by stopped"],
    ["question-cancelled", "idle by stopped"],
    ["interrupted-retry", "idle by unanswered"],
    ["error-401", "error by error"],
    ["error-status-code", "error by error"],
    ["startup", "idle by start"],
    ["startup-draft", "idle by start"],
    ["slash-menu", "rest by resting-keys"],
    ["exited", "idle by shell"],
  ])("[AD17] %s is %s", (name, words) => {
    expect(read(screen(name))).toBe(words);
  });

  it("[AD17] an error and a prompt look alike in their box: if nothing distinguishes them, neither is read", () => {
    const failed = screen("error-400");
    expect(read(replaced(failed, "  ┃  mock error 400", "  ┃  terminated"))).toBe("rest by resting-keys");
    expect(read(replaced(failed, "  ┃  Summarise", "  ┃  Explain the error"))).toBe("rest by resting-keys");
  });

  it("[AD17] a first interrupt that waits for the second is work", () => {
    const again = replaced(screen("working"), "   ■■■■", "   ■■■■⬝⬝⬝⬝  esc again to interrupt");
    expect(read(again)).toBe("running by working");
  });

  it("[AD17] a column at the right of a wide screen changes nothing", () => {
    const wide = (shown: Screen): Screen => ({
      ...shown,
      lines: shown.lines.map((line, index) => `${line.padEnd(121)}${index % 3 === 0 ? "Context 15 tokens · 7s" : ""}`),
    });
    for (const name of ["done-plain", "working", "error-400", "interrupted", "denied-no"])
      expect(read(wide(screen(name)))).toBe(read(screen(name)));
  });

  it("[AD17] dialogs and bylines inside an answer are the answer's", () => {
    const quoted = [
      "     It shows:",
      "     ┃  △ Permission required",
      "     ┃   Allow once   Allow always   Reject",
      "",
      "     ▣  Build · Mock Model · interrupted",
      "     ⬝⬝⬝⬝⬝⬝⬝⬝  esc interrupt",
    ];
    expect(read(replaced(screen("done-plain"), "     It is", ...quoted))).toBe("completed by completed");
  });
});
