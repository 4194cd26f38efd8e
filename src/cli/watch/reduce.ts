import { listAgain } from "./list-again.ts";
import { type Event, type Model, type Progress, type Step, selectedRow } from "./model.ts";
import { press } from "./press.ts";
import { byAttention, callOf, readsAs } from "./rows.ts";
import { scroll, seenOf } from "./scroll.ts";

/** How long words beside a row are shown, and an answer after the agent has gone on. */
const SHOWN_MS = 4_000;

/** The next model after something happened, and what is to be done about it. Pure. */
export function reduce(model: Model, event: Event): Step {
  if (event.type === "drawn") return { model: drawn(model, event.at), effects: [] };
  const step = event.type === "key" ? press(model, event) : { model: changed(model, event), effects: [] };
  const { model: after, effects } = withPreview(step);
  return { model: after === model ? model : scroll(model, after), effects };
}

function changed(model: Model, event: Exclude<Event, { type: "key" | "drawn" }>): Model {
  switch (event.type) {
    case "panes": {
      const { panes, empty, warnings } = event;
      return listAgain({ ...model, panes, empty, warnings });
    }
    case "questions":
      return listAgain({ ...model, questions: byAttention(event.items) });
    case "time":
      return expired(model, event.at);
    case "size":
      return { ...model, size: event.size };
    case "progress":
      return { ...model, progress: new Map([...model.progress, [event.key, event.progress]]) };
    case "note":
      return { ...model, note: { key: event.key, words: event.words, until: event.at + SHOWN_MS } };
    case "screen": {
      const { key, lines, words } = event;
      // it may have been closed meanwhile
      return model.preview?.key === key ? { ...model, preview: { key, lines, words } } : model;
    }
    case "link":
      return { ...model, lostSince: event.lostSince };
    default:
      return event satisfies never;
  }
}

/** When something that is shown for a while is over; null if nothing is. */
export function nextExpiry(model: Model): number | null {
  const ends = [...model.progress].map(([key, made]) => endOf(model, key, made)).filter((end) => end !== null);
  const all = model.note === null ? ends : [...ends, model.note.until];
  return all.length === 0 ? null : Math.min(...all);
}

function expired(model: Model, at: number): Model {
  const left = [...model.progress].filter(([key, made]) => (endOf(model, key, made) ?? Number.POSITIVE_INFINITY) > at);
  const note = model.note !== null && model.note.until <= at ? null : model.note;
  if (note === model.note && left.length === model.progress.size) return model;
  return { ...model, note, progress: new Map(left) };
}

/** An answer stays as long as what it answers is open. */
function endOf({ rows }: Model, rowKey: string, made: Progress): number | null {
  if (made.phase !== "told") return null;
  const row = rows.find(({ key }) => key === rowKey);
  const isOpen = row !== undefined && row.item.attention !== null && callOf(row) === made.call;
  return isOpen ? null : made.at + SHOWN_MS;
}

/** The person can have read only what was on the screen. */
function drawn(model: Model, at: number): Model {
  const row = selectedRow(model);
  if (row === null || model.mode.type === "help") return { ...model, stands: null };
  const [reads, { seen }] = [readsAs(row), seenOf(model)];
  const { stands } = model;
  const isSame = stands !== null && stands.key === row.key && stands.reads === reads;
  if (!isSame) return { ...model, stands: { key: row.key, reads, since: at, seen } };
  return seen <= stands.seen ? model : { ...model, stands: { ...stands, seen } };
}

/** The preview follows the selection. */
function withPreview({ model, effects }: Step): Step {
  if (model.preview === null || model.preview.key === model.selected) return { model, effects };
  const row = selectedRow(model);
  const preview = row === null ? null : { key: row.key, lines: [], words: "" };
  return { model: { ...model, preview }, effects: [...effects, { type: "preview", row }] };
}
