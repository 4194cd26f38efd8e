import type { Dialog, DialogOption } from "../adapter/dialog.ts";

/** The wanted outcome of a dialog. */
export type Goal =
  | { type: "pick"; label: string }
  | { type: "tick"; labels: readonly string[] }
  | { type: "write"; text: string };

/** Progress towards the goal. */
export interface Progress {
  /** The text is in the dialog. */
  typed: boolean;
  /** Labels that have been visible, in a list longer than its window. */
  seen: ReadonlySet<string>;
}

export const BEGINNING: Progress = { typed: false, seen: new Set() };

/** `moves` changes nothing that counts, `ticks` can be undone, `opens` opens a text field, `confirms` is the answer. */
export type Move =
  | { do: "press"; keys: readonly string[]; what: "moves" | "ticks" | "opens" | "confirms" }
  | { do: "type"; text: string }
  | { do: "lost"; why: string };

/** The next keys for the dialog's current state; read the dialog again before the next move. */
export function nextMove(dialog: Dialog, goal: Goal, progress: Progress = BEGINNING): Move {
  switch (goal.type) {
    case "pick":
      return picking(dialog, ({ label, pick }) => label === goal.label && pick !== undefined, `"${goal.label}"`);
    case "tick":
      return ticking(dialog, goal.labels, progress);
    case "write":
      return writing(dialog, goal.text, progress);
    default:
      return goal satisfies never;
  }
}

function picking(dialog: Dialog, isMeant: (option: DialogOption) => boolean, name: string): Move {
  const index = dialog.options.findIndex(isMeant);
  const option = dialog.options[index];
  if (option === undefined) return onward(dialog, name);
  const { pick } = option;
  if (pick !== undefined && pick !== "cursor" && !(dialog.writes && pick.some(isCharacter)))
    return { do: "press", keys: pick, what: "confirms" };
  if (index === dialog.cursor && dialog.writes) return { do: "lost", why: "somebody is writing an answer there" };
  return toward(dialog, index, { do: "press", keys: ["Enter"], what: "confirms" });
}

function ticking(dialog: Dialog, labels: readonly string[], { seen }: Progress): Move {
  if (dialog.ticking === undefined) return { do: "lost", why: "only one can be picked there" };
  const isWrong = ({ label, pick, ticked }: DialogOption) => pick !== undefined && ticked !== labels.includes(label);
  const index = dialog.options.findIndex(isWrong);
  const wrong = dialog.options[index];
  if (wrong !== undefined) {
    const { pick } = wrong;
    if (pick !== undefined && pick !== "cursor") return { do: "press", keys: pick, what: "ticks" };
    return toward(dialog, index, { do: "press", keys: [dialog.ticking.key], what: "ticks" });
  }
  const inSight = new Set([...seen, ...dialog.options.map(({ label }) => label)]);
  const missing = labels.find((label) => !inSight.has(label));
  if (missing !== undefined) return onward(dialog, `"${missing}"`);
  const { onward: way } = dialog.ticking;
  if (!("option" in way)) return { do: "press", keys: way, what: "confirms" };
  const end = dialog.options.findIndex(({ label }) => way.option.test(label));
  if (end < 0) return onward(dialog, "the end of the list");
  return toward(dialog, end, { do: "press", keys: ["Enter"], what: "confirms" });
}

function writing(dialog: Dialog, text: string, { typed }: Progress): Move {
  if (typed) return { do: "press", keys: ["Enter"], what: "confirms" };
  const index = dialog.options.findIndex(({ words }) => words !== undefined);
  const { words } = dialog.options[index] ?? {};
  if (words === undefined) {
    if (dialog.options.length === 0 && dialog.writes) return { do: "type", text };
    return dialog.more ? onward(dialog, "the line for words") : { do: "lost", why: "it takes no words" };
  }
  if (dialog.writes && dialog.cursor === index) return { do: "type", text };
  switch (words.by) {
    case "prompt":
      return picking(dialog, (option) => option === dialog.options[index], "the answer that takes words");
    case "keys":
      return dialog.writes
        ? toward(dialog, index, { do: "lost", why: "no line for words has opened" })
        : { do: "press", keys: words.keys, what: "opens" };
    case "cursor":
      return words.after.length === 0 && dialog.cursor === index
        ? { do: "lost", why: "no line for words has opened" }
        : toward(dialog, index, { do: "press", keys: words.after, what: "opens" });
    default:
      return words satisfies never;
  }
}

/** Moves the cursor to `index`, or returns `there` if it is on it. */
function toward({ cursor, moves }: Dialog, index: number, there: Move): Move {
  if (cursor === null) return { do: "lost", why: "it cannot be seen which choice the cursor is on" };
  if (cursor === index) return there;
  const key = cursor < index ? moves.next : moves.previous;
  return { do: "press", keys: new Array<string>(Math.abs(index - cursor)).fill(key), what: "moves" };
}

/** Scrolls a list that is longer than its window. */
function onward({ more, moves }: Dialog, name: string): Move {
  return more
    ? { do: "press", keys: [moves.next], what: "moves" }
    : { do: "lost", why: `${name} is not there any more` };
}

/** In a text field such a key would be typed. */
function isCharacter(key: string): boolean {
  return [...key].length === 1;
}
