import { describe, expect, it } from "vitest";
import { resolve as resolveBy } from "./resolve.ts";
import { ask, begin, edgeOf, type event, foldAll, look, say, stop } from "./test-events.ts";

const S = 1000;

type Events = ReturnType<typeof event>[];

/** The deciding source with its time and message as explain shows them, and the sources that agreed. */
function explained(now: number, ...events: Events) {
  const { state, source, decided_by, message, evidence } = resolveBy(foldAll(events), now);
  const deciding = evidence.filter(({ verdict }) => verdict === "decides");
  return {
    state,
    source,
    message,
    deciding: deciding.map((piece) => [piece.event_id === decided_by, piece.source, piece.at, piece.message]),
    agrees: evidence.filter(({ verdict }) => verdict === "agrees").map((piece) => piece.source),
  };
}

describe("the event that decides", () => {
  it("[EN45] is the hook's ask if a level confirms it, even after another level had overruled it", () => {
    const asked = [begin(1 * S), ask(10 * S, { message: "Bash: rm -rf build" })];
    const hook = { state: "waiting_approval", source: "hook", message: "Bash: rm -rf build" };
    const deciding = [[true, "hook", 10 * S, "Bash: rm -rf build"]];
    const shown = look("session_file", 12 * S, "ask", { state: "waiting_approval", message: "permission prompt" });
    expect(explained(13 * S, ...asked, shown)).toEqual({ ...hook, deciding, agrees: ["session_file"] });
    const overruled = [...asked, look("title", 12 * S, "busy", { changed_at: 1 * S })];
    for (const again of [look("title", 13 * S, "ask"), look("title", 13 * S, "ask", { state: "waiting_approval" })])
      expect(explained(14 * S, ...overruled, again)).toEqual({ ...hook, deciding, agrees: ["title"] });
  });

  it("[EN45] is the hook's end if a level confirms it", () => {
    const ended = [begin(1 * S), stop(10 * S, { message: "All tests pass" })];
    const rest = look("session_file", 11 * S, "rest", { message: "idle" });
    const expected = { state: "completed", source: "hook", message: "All tests pass", agrees: ["session_file"] };
    const deciding = [[true, "hook", 10 * S, "All tests pass"]];
    expect(explained(12 * S, ...ended, rest)).toEqual({ ...expected, deciding });
  });

  it("[EN45] is the first of two sources that tell the same end", () => {
    const later = edgeOf("transcript", 10_400, { phase: "rest", state: "completed", message: "task_complete" });
    const both = [begin(1 * S), stop(10 * S, { message: "All tests pass" }), later];
    expect(explained(12 * S, ...both)).toMatchObject({
      source: "hook",
      message: "All tests pass",
      deciding: [[true, "hook", 10 * S, "All tests pass"]],
    });
    // a strong end decides over a weak one
    const weak = edgeOf("hook", 10 * S, { phase: "rest", state: "completed", weak: true, message: "over" });
    expect(explained(12 * S, begin(1 * S), weak, later)).toMatchObject({
      source: "transcript",
      deciding: [[true, "transcript", 10_400, "task_complete"]],
    });
  });

  it("[EN45] is the weak end while a screen names the same outcome, and the screen if it names another", () => {
    const weak = edgeOf("plugin", 10 * S, { phase: "rest", state: "completed", weak: true, message: "All tests pass" });
    const shows = (state: "completed" | "idle") => look("screen", 12 * S, "rest", { state, changed_at: 10_500 });
    const same = [begin(1 * S), weak, shows("completed")];
    expect(explained(13 * S, ...same)).toEqual({
      state: "completed",
      source: "plugin",
      message: "All tests pass",
      deciding: [[true, "plugin", 10 * S, "All tests pass"]],
      agrees: ["screen"],
    });
    expect(resolveBy(foldAll(same), 13 * S)).toMatchObject({
      confidence: "medium",
      attention: { kind: "done", message: "All tests pass", raised_at: 10 * S },
    });
    expect(explained(13 * S, begin(1 * S), weak, shows("idle"))).toMatchObject({ state: "idle", source: "screen" });
  });

  it("[EN45] is the level that named the outcome, even if it only shows rest since", () => {
    const named = look("osc", 10 * S, "rest", { state: "completed", message: "done" });
    const plain = look("osc", 12 * S, "rest", { message: "idle" });
    expect(explained(13 * S, look("osc", 5 * S, "busy"), named, plain)).toMatchObject({
      state: "completed",
      deciding: [[true, "osc", 12 * S, "done"]],
    });
  });

  it("[EN45] is the declaration, by file, marker or command, whatever levels show", () => {
    for (const source of ["status_file", "marker", "command"] as const) {
      const said = say(10 * S, "waiting_input", { source, message: "Which one?" });
      expect(explained(12 * S, said)).toMatchObject({
        state: "waiting_input",
        source,
        message: "Which one?",
        deciding: [[true, source, 10 * S, "Which one?"]],
      });
    }
  });

  it("[EN45] is the screen if only that was read", () => {
    const screen = look("screen", 10 * S, "ask", { state: "waiting_approval", message: "Allow once?" });
    expect(explained(11 * S, screen)).toEqual({
      state: "waiting_approval",
      source: "screen",
      message: "Allow once?",
      deciding: [[true, "screen", 10 * S, "Allow once?"]],
      agrees: [],
    });
  });
});
