import { describe, expect, it } from "vitest";
import { resolve as resolveBy } from "./resolve.ts";
import { ask, begin, busy, type event, foldAll, look, stop, typed } from "./test-events.ts";

const S = 1000;

type Events = ReturnType<typeof event>[];
const resolve = (now: number, ...events: Events) => resolveBy(foldAll(events), now);
const told = ({ state, attention, source }: ReturnType<typeof resolve>) => [state, attention?.message ?? null, source];

describe("a level that shows what an event asked", () => {
  const asked = ask(10 * S, { subject: "t1", message: "Bash: rm -rf build" });
  const turn = [begin(1 * S), busy(9 * S, { subject: "t1" }), asked];

  it("[EN37] a session file that only goes on being busy does not overrule the ask", () => {
    for (const source of ["session_file", "osc"] as const) {
      const goesOn = look(source, 14 * S, "busy", { changed_at: 1 * S });
      expect(told(resolve(14 * S, ...turn, goesOn))).toEqual(["waiting_approval", "Bash: rm -rf build", "hook"]);
      const turned = look(source, 14 * S, "busy", { changed_at: 13 * S });
      expect(told(resolve(14 * S, ...turn, turned))).toEqual(["running", null, source]);
    }
  });

  it("[EN37] a level that has shown the dialog and is busy again overrules the ask at once", () => {
    const dialog = look("session_file", 10_100, "ask", { state: "waiting_approval" });
    const answered = look("session_file", 14 * S, "busy", { changed_at: 10_400 });
    expect(resolve(14 * S, ...turn, dialog, answered).state).toBe("running");
  });

  it("[EN37, EN9] a screen may overrule the ask; when it shows the dialog again, the call is still the event's", () => {
    const late = look("title", 12 * S, "busy", { changed_at: 1 * S });
    expect(told(resolve(12 * S, ...turn, late))).toEqual(["running", null, "title"]);
    for (const dialog of [look("title", 13 * S, "ask"), look("title", 13 * S, "ask", { state: "waiting_approval" })]) {
      const then = resolve(14 * S, ...turn, late, dialog);
      expect(told(then)).toEqual(["waiting_approval", "Bash: rm -rf build", "hook"]);
      expect(then.attention).toMatchObject({ attention_id: asked.event_id, raised_at: 10 * S });
      expect(then.nudge_seq).toBe(10 * S);
    }
  });

  it("[EN37] another dialog, after the level has turned from the first, is another call", () => {
    const denied = look("session_file", 12 * S, "rest", { changed_at: 12 * S });
    const other = look("session_file", 15 * S, "ask", { state: "waiting_approval", changed_at: 15 * S });
    const { attention } = resolve(16 * S, ...turn, denied, other);
    expect(attention).toMatchObject({ message: "", raised_at: 15 * S });
    expect(attention?.attention_id).not.toBe(asked.event_id);
  });

  it("[EN37] a level that still shows the dialog after its answer does not call again", () => {
    const approval = { state: "waiting_approval" } as const;
    const dialog = look("screen", 10_300, "ask", approval);
    const answered = busy(12 * S, { subject: "t1" });
    const still = look("screen", 13_100, "ask", { ...approval, changed_at: 10_300 });
    const then = resolve(13_200, ...turn, dialog, answered, still);
    expect([then.state, then.attention?.attention_id, then.nudge_seq]).toEqual([
      "waiting_approval",
      asked.event_id,
      10 * S,
    ]);
    const anew = look("screen", 15 * S, "ask", { ...approval, changed_at: 15 * S });
    const next = [...turn, dialog, answered, look("screen", 14 * S, "busy"), anew];
    expect(resolve(15_100, ...next)).toMatchObject({ attention: null, nudge_seq: 10 * S });
    const called = resolve(16 * S, ...next, look("screen", 16 * S, "ask", { ...approval, changed_at: 15 * S }));
    expect(called.attention?.attention_id).not.toBe(asked.event_id);
    expect(called.nudge_seq).toBe(15 * S);
  });
});

describe("a level that shows an ask before an event tells it", () => {
  const shown = [
    begin(1 * S),
    look("session_file", 10_150, "ask", { state: "waiting_approval", changed_at: 10 * S, blind: true }),
  ];
  const asked = ask(10_900, { message: "Bash: rm -rf build", ingested_at: 10_950 });

  it("[EN37] sets the state at once, and is one call with the event, in the event's words", () => {
    const early = resolve(10_200, ...shown);
    expect([early.state, early.attention, early.revisit_at]).toEqual(["waiting_approval", null, 11 * S]);
    for (const now of [10_960, 11_500, 14 * S])
      expect(resolve(now, ...shown, asked).attention).toMatchObject({
        attention_id: asked.event_id,
        raised_at: 10_900,
      });
  });

  it("[EN37] calls by itself if no event comes in time", () => {
    expect(resolve(11 * S, ...shown).attention).toMatchObject({ kind: "approval", raised_at: 10 * S });
  });
});

describe("an ask without words", () => {
  const mute = look("osc", 10 * S, "ask", { state: "waiting_approval" });
  const screen = (at: number, message: string, state: "waiting_approval" | "waiting_input" = "waiting_approval") =>
    look("screen", at, "ask", { state, message });

  it("[AD42] gets the words that another level shows, and stays the same call", () => {
    const bare = resolve(11 * S, mute);
    const then = resolve(
      12 * S,
      mute,
      look("osc", 11 * S, "ask", { state: "waiting_approval", changed_at: 10 * S }),
      screen(11 * S, "rm?"),
    );
    expect([told(bare), told(then)]).toEqual([
      ["waiting_approval", "", "osc"],
      ["waiting_approval", "rm?", "osc"],
    ]);
    expect({ ...then.attention, message: "" }).toEqual(bare.attention);
    expect([then.message, then.nudge_seq]).toEqual(["rm?", bare.nudge_seq]);
    expect(told(resolve(12 * S, begin(1 * S), ask(10 * S), screen(11 * S, "rm?")))).toEqual([
      "waiting_approval",
      "rm?",
      "hook",
    ]);
  });

  it("[AD42] never gets the words of an earlier dialog, of another kind, or of a screen that has changed since", () => {
    for (const other of [
      [screen(9 * S, "rm?")],
      [screen(11 * S, "Which?", "waiting_input")],
      [screen(10_500, "rm?"), look("screen", 11 * S, "busy")],
    ])
      expect(told(resolve(11_400, mute, ...other))[1]).toBe("");
  });
});

describe("a level that says that something is open, and not what", () => {
  const opened = (at: number) => look("session_file", at, "ask", { blind: true });
  const was = (at: number, phase: "busy" | "rest") => look("session_file", at, phase, { blind: true });

  it("[EN38] is no approval and calls nobody; the former state holds while it is open", () => {
    const idle = resolve(60 * S, was(1 * S, "busy"), was(2 * S, "rest"), opened(59 * S));
    expect([idle.state, idle.attention, idle.nudge_seq]).toEqual(["idle", null, 0]);
    const done = resolve(60 * S, begin(1 * S), stop(10 * S), was(11 * S, "rest"), opened(59 * S));
    expect([done.state, done.attention?.kind]).toEqual(["completed", "done"]);
    expect(resolve(60 * S, was(2 * S, "busy"), opened(59 * S)).state).toBe("running");
    expect(resolve(60 * S, begin(1 * S), opened(59 * S)).state).toBe("running");
    expect(resolve(3 * S, opened(2 * S))).toMatchObject({ state: "unknown", attention: null });
  });

  it("[EN38] from a title, OSC or screen does not keep the agent running", () => {
    for (const source of ["title", "osc", "screen"] as const) {
      const events = [
        look(source, 2 * S, "busy"),
        look(source, 9 * S, "ask"),
        look(source, 59 * S, "ask", { changed_at: 9 * S }),
      ];
      expect(resolve(60 * S, ...events)).toMatchObject({
        state: "unknown",
        reason_code: "stale_signal",
        attention: null,
      });
      expect(resolve(60 * S, begin(1 * S), ...events).state).toBe("running");
    }
  });

  it("[EN38] does not bring back what the level showed before a newer event", () => {
    expect(resolve(60 * S, begin(1 * S), was(9 * S, "busy"), stop(10 * S), opened(59 * S)).state).toBe("completed");
  });

  it("[EN38] confirms what an event asks, and a typed Enter answers both", () => {
    const asked = [begin(1 * S), ask(10 * S, { message: "rm" }), opened(20 * 60 * S)];
    expect(resolve(20 * 60 * S, ...asked)).toMatchObject({ state: "waiting_approval", attention: { message: "rm" } });
    expect(resolve(20 * 60 * S + 1, ...asked, typed(20 * 60 * S + 1)).attention).toBeNull();
  });

  it("[EN38] gets its kind from a screen that shows it", () => {
    const dialog = look("screen", 59 * S, "ask", { state: "waiting_input", message: "Pick one" });
    expect(told(resolve(60 * S, was(2 * S, "rest"), opened(59 * S), dialog))).toEqual([
      "waiting_input",
      "Pick one",
      "screen",
    ]);
  });
});
