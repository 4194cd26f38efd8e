import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Dialog, DialogOption } from "../adapter/dialog.ts";
import { BEGINNING, type Goal, nextMove, type Progress } from "./answer-plan.ts";

/** A simulated dialog that follows its keys and records the outcome. */
interface Model {
  labels: string[];
  /** Whether numbers pick, or only cursor and Enter. */
  byNumber: boolean;
  multiple: boolean;
  /** Whether and how a last option takes text. */
  words: "none" | "keys" | "cursor";
  cursor: number;
  ticked: boolean[];
  writes: boolean;
  typed: string;
  outcome: string[] | null;
}

const model: fc.Arbitrary<Model> = fc
  .record({
    count: fc.integer({ min: 1, max: 9 }),
    byNumber: fc.boolean(),
    multiple: fc.boolean(),
    words: fc.constantFrom("none" as const, "keys" as const, "cursor" as const),
    cursor: fc.nat(),
    ticks: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  })
  .map(({ count, byNumber, multiple, words, cursor, ticks }) => ({
    labels: Array.from({ length: count }, (_, index) => `Choice ${String.fromCharCode(65 + index)}`),
    byNumber,
    multiple,
    words: multiple || (words === "keys" && count === 9) ? ("none" as const) : words,
    cursor: cursor % count,
    ticked: ticks.slice(0, count),
    writes: false,
    typed: "",
    outcome: null,
  }));

function shown(state: Model): Dialog {
  const options = state.labels.map(
    (label, index): DialogOption => ({
      label,
      pick: state.byNumber ? [String(index + 1)] : "cursor",
      ...(state.multiple && { ticked: state.ticked[index] === true }),
    }),
  );
  const keys = [String(state.labels.length + 1)];
  const own: DialogOption[] =
    state.words === "none"
      ? []
      : [
          {
            label: state.typed || "Other",
            words: state.words === "keys" ? { by: "keys", keys } : { by: "cursor", after: ["Tab"] },
          },
        ];
  return {
    kind: "choice",
    text: "Which?",
    options: [...options, ...own],
    cursor: state.cursor,
    moves: { next: "Down", previous: "Up" },
    ...(state.multiple && { ticking: { key: "Space", onward: ["Right"] } }),
    ...(state.writes && { writes: true }),
  };
}

function press(state: Model, key: string): void {
  const last = state.labels.length - (state.words === "none" ? 1 : 0);
  const isAtWords = state.cursor === state.labels.length;
  if (key === "Down") state.cursor = Math.min(last, state.cursor + 1);
  else if (key === "Up") state.cursor = Math.max(0, state.cursor - 1);
  else if (state.writes && [...key].length === 1) state.typed += key;
  else if (key === "Tab" && isAtWords && state.words === "cursor") state.writes = true;
  else if (key === "Space" && state.multiple) state.ticked[state.cursor] = !state.ticked[state.cursor];
  else if (key === "Right" && state.multiple) state.outcome = state.labels.filter((_, index) => state.ticked[index]);
  else if (key === "Enter" && !state.multiple)
    state.outcome = [isAtWords ? state.typed : (state.labels[state.cursor] ?? "?")];
  else if (/^\d$/.test(key)) number(state, Number(key) - 1);
  if (!isAtWords && state.cursor !== state.labels.length) state.writes = false;
}

function number(state: Model, index: number): void {
  if (state.words === "keys" && index === state.labels.length) {
    state.cursor = index;
    state.writes = true;
  } else if (state.byNumber && index < state.labels.length) {
    if (state.multiple) state.ticked[index] = !state.ticked[index];
    else state.outcome = [state.labels[index] ?? "?"];
  }
}

/** Plays a goal to its outcome, reading the dialog again between keys. */
function play(start: Model, goal: Goal): string[] | null {
  const state = structuredClone(start);
  let progress: Progress = BEGINNING;
  for (let step = 0; step < 60 && state.outcome === null; step += 1) {
    const move = nextMove(shown(state), goal, progress);
    if (move.do === "lost") return null;
    if (move.do === "type") {
      state.typed += move.text;
      progress = { ...progress, typed: true };
    } else for (const key of move.keys) press(state, key);
  }
  return state.outcome;
}

describe("nextMove", () => {
  it("[SQ17] in any dialog, with the cursor anywhere, exactly the meant choice is picked", () => {
    fc.assert(
      fc.property(model, fc.nat(), (start, pick) => {
        const label = start.labels[pick % start.labels.length] ?? "";
        const goal: Goal = start.multiple ? { type: "tick", labels: [label] } : { type: "pick", label };
        expect(play(start, goal)).toEqual([label]);
      }),
    );
  });

  it("[SQ17] ticks exactly the chosen options, whatever was ticked before", () => {
    fc.assert(
      fc.property(model, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (start, wanted) => {
        const labels = start.labels.filter((_, index) => wanted[index]);
        expect(play({ ...start, multiple: true, words: "none" }, { type: "tick", labels })).toEqual(labels);
      }),
    );
  });

  it("[SQ17] words are typed unchanged if the dialog takes them; otherwise nothing is pressed", () => {
    fc.assert(
      fc.property(model, fc.constantFrom("Purple", "1", "no thanks"), (start, text) => {
        const outcome = play(start, { type: "write", text });
        expect(outcome).toEqual(start.words === "none" ? null : [text]);
      }),
    );
  });

  it("[SQ17] a choice that is not there is never replaced by another", () => {
    fc.assert(
      fc.property(model, (start) => {
        expect(play(start, { type: "pick", label: "Choice Z" })).toBeNull();
      }),
    );
  });

  it("[SQ17] without a cursor in sight only numbers pick", () => {
    const dialog = { kind: "approval" as const, text: "?", cursor: null, moves: { next: "Right", previous: "Left" } };
    const byCursor = { ...dialog, options: [{ label: "Allow", pick: "cursor" as const }] };
    expect(nextMove(byCursor, { type: "pick", label: "Allow" }).do).toBe("lost");
    const byKey = { ...dialog, options: [{ label: "Allow", pick: ["1"] }] };
    expect(nextMove(byKey, { type: "pick", label: "Allow" })).toEqual({ do: "press", keys: ["1"], what: "confirms" });
  });

  it("[SQ17] leaves an open text field before it presses a number", () => {
    const dialog: Dialog = {
      kind: "choice",
      text: "?",
      options: [
        { label: "Red", pick: ["1"] },
        { label: "Other", words: { by: "keys", keys: ["2"] } },
      ],
      cursor: 1,
      moves: { next: "Down", previous: "Up" },
      writes: true,
    };
    expect(nextMove(dialog, { type: "pick", label: "Red" })).toEqual({ do: "press", keys: ["Up"], what: "moves" });
  });
});
