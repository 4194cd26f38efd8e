import { bodyRows, type Layout, layOut } from "./layout.ts";
import type { Model } from "./model.ts";

/** Heights of rows do not depend on the time, so a model is laid out once. */
const LAYOUTS = new WeakMap<Model, Layout>();

function layoutOf(model: Model): Layout {
  const layout = LAYOUTS.get(model) ?? layOut(model, 0);
  LAYOUTS.set(model, layout);
  return layout;
}

/**
 * Keeps the selected row in view, and at the same height on the screen if it was not the person who moved.
 * A row that is longer than the screen is shown from its beginning on.
 */
export function scroll(before: Model, after: Model): Model {
  const layout = layoutOf(after);
  const now = placeOf(after, layout);
  const was = before.selected === after.selected ? placeOf(before, layoutOf(before)) : null;
  const kept = now !== null && was !== null ? after.top + now[0] - was[0] : after.top;
  const top = now === null ? kept : intoView(kept, now, bodyRows(after));
  const scrolled = { ...after, top: within(top, 0, layout.lines.length - bodyRows(after)) };
  LAYOUTS.set(scrolled, layout);
  return scrolled;
}

/** One step through a row that is longer than the screen; null if its end (or beginning) is in view. */
export function scrolledWithin(model: Model, step: 1 | -1): Model | null {
  const place = placeOf(model, layoutOf(model));
  if (place === null) return null;
  const room = bodyRows(model);
  const [from, to] = place;
  const isHidden = step === 1 ? to > model.top + room : from < model.top;
  if (!isHidden) return null;
  const pageful = Math.max(1, room - 1);
  return { ...model, top: step === 1 ? Math.min(model.top + pageful, to - room) : Math.max(model.top - pageful, from) };
}

/** How many lines of the selected row, from its first, are above the bottom of the screen; and how many it has. */
export function seenOf(model: Model): { seen: number; all: number } {
  const [from, to] = placeOf(model, layoutOf(model)) ?? [0, 0];
  return { seen: Math.min(to, model.top + bodyRows(model)) - from, all: to - from };
}

function placeOf({ selected }: Model, { places }: Layout): readonly [number, number] | null {
  return places.get(selected ?? "") ?? null;
}

function intoView(top: number, [from, to]: readonly [number, number], room: number): number {
  if (to - from > room) return within(top, from, to - room);
  // with the heading above the first row of a shelf
  if (from - 1 < top) return from - 1;
  return Math.max(top, to - room);
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)));
}
