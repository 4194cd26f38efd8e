import { mayKeyAct } from "../../core/keys/key-gate.ts";
import { type Event, type Model, selectedRow } from "./model.ts";
import { readsAs } from "./rows.ts";
import { seenOf } from "./scroll.ts";

const NOTE_MS = 4_000;

type Pressed = Pick<Extract<Event, { type: "key" }>, "at" | "isAlone">;

/** Why a key may not act on the selected row now; null if it may. */
export function refusalOf(model: Model, key: string, pressed: Pressed): string | null {
  const row = selectedRow(model);
  const { stands } = model;
  const isRead = row !== null && stands !== null && stands.key === row.key && stands.reads === readsAs(row);
  return verdictWords(model, key, pressed, isRead ? stands : null);
}

/** The same for a key that only asks for a quiet keyboard. */
export function hurryOf(model: Model, key: string, pressed: Pressed): string | null {
  return verdictWords(model, key, pressed, { since: Number.NEGATIVE_INFINITY, seen: Number.POSITIVE_INFINITY });
}

export function noted(model: Model, words: string, at: number): Model {
  return model.selected === null ? model : { ...model, note: { key: model.selected, words, until: at + NOTE_MS } };
}

function verdictWords(
  model: Model,
  key: string,
  { at, isAlone }: Pressed,
  stands: { since: number; seen: number } | null,
): string | null {
  const isInView = stands !== null && stands.seen >= seenOf(model).all;
  const situation = { isInView, standsSince: stands?.since ?? null, keyBefore: model.keyBefore };
  const verdict = isAlone ? mayKeyAct(situation, at) : "too_soon";
  switch (verdict) {
    case "acts":
      return null;
    case "too_soon":
      return `too soon: ${key} did nothing, press it again`;
    case "out_of_view":
      return `${key} did nothing: read it to its end first, j scrolls`;
    default:
      return verdict satisfies never;
  }
}
