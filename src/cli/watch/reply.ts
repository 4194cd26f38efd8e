import { begun } from "./act.ts";
import { mayReply } from "./answers.ts";
import { noted } from "./key-refusal.ts";
import { lineOf, textOf } from "./line-editor.ts";
import type { Mode, Model, Step } from "./model.ts";
import { callOf, type Row } from "./rows.ts";

type Reply = Extract<Mode, { type: "reply" }>;

/** Opens the line editor, with what was written before and not sent. */
export function beginReply(model: Model, row: Row, at: number): Model {
  if (!mayReply(row)) {
    const words = row.question === null ? "Enter goes there" : "it takes one of its choices";
    return noted(model, `no reply here: ${words}`, at);
  }
  return { ...model, note: null, mode: { type: "reply", begun: row, line: lineOf(model.drafts.get(row.key) ?? "") } };
}

/** A text is for the agent and the question that were there when it was begun. */
export function sendReply(model: Model, { begun: before, line }: Reply, at: number): Step {
  const text = textOf(line);
  const list: Model = { ...model, mode: { type: "list" } };
  if (text.trim() === "") return { model: list, effects: [] };
  const row = model.rows.find(({ key }) => key === before.key);
  const reason = row === undefined ? "its pane is gone" : changeSince(before, row);
  if (row === undefined || reason !== null)
    return { model: noted(list, `not sent: ${reason}; r shows your text again`, at), effects: [] };
  const drafts = new Map([...model.drafts].filter(([key]) => key !== row.key));
  return begun({ ...list, drafts }, row, { text }, text);
}

function changeSince(before: Row, now: Row): string | null {
  if (before.item.runtime_id !== now.item.runtime_id) return "another program is there now";
  const isAsking = now.question !== null || now.item.state.startsWith("waiting");
  if (before.question?.revision === now.question?.revision && (!isAsking || callOf(before) === callOf(now)))
    return null;
  return "it asks something that it did not ask when you began to write";
}
