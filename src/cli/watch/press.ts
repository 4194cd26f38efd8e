import { isNavigation } from "../../core/keys/key-gate.ts";
import { act, isActingKey } from "./act.ts";
import type { Key } from "./key-reader.ts";
import { hurryOf, noted } from "./key-refusal.ts";
import { bodyRows } from "./layout.ts";
import { edit, lineOf, textOf } from "./line-editor.ts";
import { listAgain } from "./list-again.ts";
import { type Event, type Mode, type Model, type Step, selectedRow } from "./model.ts";
import { beginReply, sendReply } from "./reply.ts";
import { scrolledWithin } from "./scroll.ts";
import { takeBack } from "./set-aside.ts";

export type KeyEvent = Extract<Event, { type: "key" }>;

const MOVES: ReadonlySet<Key> = new Set(["g", "G", "Home", "End", "PageUp", "PageDown"]);

/** Handles a key. Unless it only navigates, it also delays the next key. */
export function press(model: Model, event: KeyEvent): Step {
  const { key, at } = event;
  const isMove = model.mode.type === "list" && typeof key === "string" && (isNavigation(key) || MOVES.has(key));
  const step = pressed(model, event);
  return isMove ? step : { ...step, model: { ...step.model, keyBefore: at } };
}

function pressed(model: Model, event: KeyEvent): Step {
  const { mode } = model;
  const { key } = event;
  if (key === "Ctrl-c") return { model, effects: [{ type: "quit" }] };
  if (key === "Ctrl-z") return { model, effects: [{ type: "suspend" }] };
  if (key === "Ctrl-l") return { model, effects: [{ type: "redraw" }] };
  switch (mode.type) {
    case "help":
      return only({ ...model, mode: { type: "list" } });
    case "filter":
      return only(pressedInFilter(model, mode, key));
    case "reply":
      return pressedInReply(model, mode, event);
    case "list":
      return pressedInList(model, event);
    default:
      return mode satisfies never;
  }
}

function beginFilter(model: Model): Model {
  const { filter, selected } = model;
  return { ...model, mode: { type: "filter", line: lineOf(filter), before: { filter, selected } } };
}

function pressedInFilter(model: Model, mode: Extract<Mode, { type: "filter" }>, key: Key): Model {
  if (key === "Escape") return listAgain({ ...model, ...mode.before, mode: { type: "list" } });
  if (key === "Enter") return { ...model, mode: { type: "list" } };
  const line = edit(mode.line, key);
  return listAgain({ ...model, filter: textOf(line), mode: { ...mode, line } });
}

function pressedInReply(model: Model, mode: Extract<Mode, { type: "reply" }>, event: KeyEvent): Step {
  if (event.key === "Enter") return sendReply(model, mode, event.at);
  const line = event.key === "Escape" ? mode.line : edit(mode.line, event.key);
  const drafts = new Map([...model.drafts, [mode.begun.key, textOf(line)]]);
  return only({ ...model, drafts, mode: event.key === "Escape" ? { type: "list" } : { ...mode, line } });
}

function pressedInList(model: Model, event: KeyEvent): Step {
  const { key } = event;
  if (typeof key !== "string") return only(noted(model, "pasted text does nothing here", event.at));
  if (isActingKey(key)) return act(model, key, event);
  switch (key) {
    case "j":
    case "ArrowDown":
      return only(scrolledWithin(model, 1) ?? moved(model, 1));
    case "k":
    case "ArrowUp":
      return only(scrolledWithin(model, -1) ?? moved(model, -1));
    case "PageDown":
      return only(moved(model, bodyRows(model) - 1));
    case "PageUp":
      return only(moved(model, 1 - bodyRows(model)));
    case "g":
    case "Home":
      return only(moved(model, Number.NEGATIVE_INFINITY));
    case "G":
    case "End":
      return only(moved(model, Number.POSITIVE_INFINITY));
    case "/":
      return only(beginFilter(model));
    case "?":
      return only({ ...model, mode: { type: "help" } });
    case "Escape":
      return model.filter === "" ? only({ ...model, note: null }) : only(listAgain({ ...model, filter: "" }));
    case " ":
      return togglePreview(model);
    case "Enter":
    case "r":
    case "u":
      return pressedOnRow(model, key, event);
    case "q":
    case "Q":
      return { model, effects: [{ type: "quit" }] };
    default:
      return only(model);
  }
}

/** These keys only open something, but not in the middle of a text that was meant for another window. */
function pressedOnRow(model: Model, key: "Enter" | "r" | "u", event: KeyEvent): Step {
  const row = selectedRow(model);
  if (row === null) return only(model);
  const refusal = hurryOf(model, key, event);
  if (refusal !== null) return only(noted(model, refusal, event.at));
  if (key === "u") return takeBack(model, event.at);
  return key === "r" ? only(beginReply(model, row, event.at)) : { model, effects: [{ type: "attach", row }] };
}

function togglePreview(model: Model): Step {
  const row = model.preview === null ? selectedRow(model) : null;
  const preview = row === null ? null : { key: row.key, lines: [], words: "" };
  return { model: { ...model, preview }, effects: [{ type: "preview", row }] };
}

function moved(model: Model, by: number): Model {
  const at = model.rows.findIndex(({ key }) => key === model.selected);
  const to = Math.max(0, Math.min(model.rows.length - 1, at + by));
  return { ...model, selected: model.rows[to]?.key ?? null, note: null };
}

function only(model: Model): Step {
  return { model, effects: [] };
}
