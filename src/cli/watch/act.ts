import { answersOf, type KeyAnswer } from "./answers.ts";
import { noted, refusalOf } from "./key-refusal.ts";
import { selectNext } from "./list-again.ts";
import { type AnswerText, type Effect, type Model, type Step, selectedRow } from "./model.ts";
import type { KeyEvent } from "./press.ts";
import { callOf, type Row } from "./rows.ts";
import { setAside } from "./set-aside.ts";

const ANSWERS = /^[yn1-9]$/;

/** Keys that do something to the selected row's agent. */
export function isActingKey(key: string): boolean {
  return ANSWERS.test(key) || ["p", "e", "z", "i"].includes(key);
}

export function act(model: Model, key: string, event: KeyEvent): Step {
  const row = selectedRow(model);
  if (row === null) return only(model);
  if (/^[1-9]$/.test(key) && row.question?.multiple) return only(marked(model, row, key));
  const refusal = refusalOf(model, key, event);
  if (refusal !== null) return only(noted(model, refusal, event.at));
  if (model.progress.get(row.key)?.phase === "sending")
    return only(noted(model, "the answer before is still on its way", event.at));
  if (key === "e" || key === "z") return setAside(model, row, key, event.at);
  if (key === "i") return interrupt(model, row, event.at);
  if (key === "p") return sendPicks(model, row, event.at);
  return answer(model, row, key, event.at);
}

function answer(model: Model, row: Row, key: string, at: number): Step {
  const { question, item } = row;
  if (question === null) {
    const asks = item.attention?.kind === "approval" || item.attention?.kind === "input";
    return only(noted(model, asks ? "only its screen shows what it asks: Enter goes there" : "it asks nothing", at));
  }
  const picked = answersOf(question).find((each) => each.key === key);
  if (picked === undefined) return only(noted(model, `${key} is no answer to this`, at));
  return begun(model, row, { choices: [picked.answer] }, picked.label);
}

function sendPicks(model: Model, row: Row, at: number): Step {
  const keys = model.picks?.call === callOf(row) ? model.picks.keys : [];
  if (row.question?.multiple !== true || keys.length === 0)
    return only(noted(model, "nothing is marked: 1–9 mark choices where several may be picked", at));
  const picked = answersOf(row.question).filter((each: KeyAnswer) => keys.includes(each.key));
  const choices = picked.map((each) => each.answer);
  return begun({ ...model, picks: null }, row, { choices }, picked.map((each) => each.label).join(", "));
}

function marked(model: Model, row: Row, key: string): Model {
  const call = callOf(row);
  const before = model.picks?.call === call ? model.picks.keys : [];
  const keys = before.includes(key) ? before.filter((each) => each !== key) : [...before, key].sort();
  return Number(key) > (row.question?.options?.length ?? 0) ? model : { ...model, picks: { call, keys } };
}

function interrupt(model: Model, row: Row, at: number): Step {
  if (row.item.state !== "running") return only(noted(model, "it does not work now: nothing to interrupt", at));
  const what = "interrupt";
  return {
    model: { ...model, progress: sending(model, row, what), note: null },
    effects: [{ type: "interrupt", row, what }],
  };
}

/** Sends an answer to the question as it was shown, and goes to the next row. */
export function begun(model: Model, row: Row, answer: AnswerText, label: string): Step {
  const { question } = row;
  const what = `${question === null ? "reply" : "answer"} "${label}"`;
  const effect: Effect =
    question !== null
      ? { type: "answer", row, question, answer, what }
      : { type: "send", row, text: "text" in answer ? answer.text : "", what };
  return { model: selectNext({ ...model, progress: sending(model, row, what), note: null }, row), effects: [effect] };
}

function sending({ progress }: Model, row: Row, what: string): Model["progress"] {
  return new Map([...progress, [row.key, { phase: "sending", what, call: callOf(row) }]]);
}

function only(model: Model): Step {
  return { model, effects: [] };
}
