import { describe, expect, it } from "vitest";
import { readBy, recordedScreen, replaced } from "../../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../../adapter/screen.ts";

const screen = (name: string) => recordedScreen("codex", name);
const read = (shown: Screen) => readBy("codex", shown);
const untitled = (shown: Screen): Screen => ({ ...shown, title: undefined });

describe("Codex's screen", () => {
  it.each([
    ["approval-edit", "waiting_approval by approval"],
    ["approval-narrow", "waiting_approval by approval"],
    ["trust-dialog", "waiting_approval by trust"],
    ["after-trust", "waiting_approval by hook-review"],
    ["question", "waiting_input by question"],
    ["rate-limits", "waiting_approval by limits"],
    ["rate-limits-45x18", "waiting_approval by limits"],
    ["workspace-limit", "waiting_approval by limits"],
    ["open-elsewhere", "waiting_approval by open-elsewhere"],
    ["retrying-5xx", "running by retrying"],
    ["compacting", "running by compacting"],
    ["tool-running", "running by working"],
    ["working", "running by title"],
    ["compacted", "completed by completed"],
    ["slash-menu", "completed by completed"],
    ["denied-no", "idle by interrupted"],
    ["plan-mode", "idle by interrupted"],
    ["error-429", "error by error"],
    ["ctrl-c-once", "idle by ended"],
  ])("[AD17, AD43] %s is %s", (name, words) => {
    expect(read(screen(name))).toBe(words);
  });

  it("[AD17, UG14] a limit's offer is known by its keys in the words of both versions", () => {
    const newer = replaced(screen("rate-limits"), "  Press enter to confirm", "  enter select · esc back");
    expect(read(newer)).toBe("waiting_approval by limits");
  });

  it("[AD18] while an answer is streamed, the screen alone gives no state, and never rest", () => {
    for (const name of ["working-start", "working", "working-narrow"])
      expect(read(untitled(screen(name)))).toBe("unknown: no cue fits");
    expect(read(untitled(screen("working-draft")))).toBe("running by queueing-keys");
  });

  it("[AD17] a dialog announced by the title is an ask, even if its kind is unknown", () => {
    const dialog = replaced(screen("approval-rm"), "  Press enter to confirm or esc to cancel", "  some new keys");
    expect(read(dialog)).toBe("ask by title");
    expect(read(untitled(dialog))).toMatch(/^unknown/);
  });

  it("[AD17] a menu that the user has opened is no approval", () => {
    const options = screen("approval-rm").lines.findIndex((line) => line.startsWith("› 1."));
    const lines = screen("approval-rm").lines.toSpliced(options, 3, "› 1. gpt-5", "  2. Yes, mini", "  3. nano");
    expect(read({ ...screen("approval-rm"), lines, title: "demo" })).toMatch(/^unknown/);
  });

  it("[AD17] on a low screen the keys follow the choices at once, and what is asked about may have numbers too", () => {
    const lines = [
      "  Would you like to run the following command?",
      "  $ cat > list <<EOT",
      "  1. Yes, first",
      "  2. second",
      "  [… 38 lines] ^a view all",
      "› 1. Yes, proceed (y)",
      "  2. No, and tell Codex what to do differently (esc)",
      "  Press enter to confirm or esc to cancel",
    ];
    expect(read({ lines })).toBe("waiting_approval by approval");
  });

  it("[AD17] dialogs and lines of work inside an answer are the answer's", () => {
    const quoted = [
      "  🔒  This conversation is open in another app                          r to retry",
      "",
      "   r retry   f fork   esc/^c/q exit   ^t transcript",
      "",
      "  Approaching rate limits",
      "",
      "  › 1. Yes, proceed (y)",
      "    2. No, and tell Codex what to do differently (esc)",
      "",
      "    Press enter to confirm or esc to cancel",
      "",
      "  • Working (3s • esc to interrupt)",
      "",
      "  ■ Conversation interrupted - use /feedback if something went wrong",
    ];
    const shown = replaced(screen("done-plain"), "• It is", "• It shows:", "", ...quoted);
    expect(read(shown)).toBe("completed by completed");
    const streaming = replaced(
      replaced(screen("working"), "• The client keeps", "• It shows:", "", ...quoted),
      "⏎".slice(1),
    );
    expect(read(untitled(streaming))).toBe("unknown: no cue fits");
  });

  it("[AD17] each version's own line ends a turn, and no other's", () => {
    const old = screen("done-list-100x30");
    expect(read(old)).toBe("completed by completed-at");
    expect(read({ ...old, version: "0.166.0" })).toMatch(/^unknown/);
  });

  it("[AD17] a summary is a cue only as the last line, on its own", () => {
    const glued = replaced(screen("working"), "• The client keeps", "• It printed", "  Worked for 9s • 07:06");
    expect(read(untitled(glued))).toBe("unknown: no cue fits");
    expect(read(glued)).toBe("running by title");
  });
});
