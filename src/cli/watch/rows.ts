import { promptOf, workplaceOf } from "../../core/lists/who.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { GROUPS, type Group, groupOf } from "./group.ts";

/** One pane as it is listed. */
export interface Row {
  key: string;
  group: Group;
  item: PaneItem;
  question: Question | null;
}

export type Questions = ReadonlyMap<string, Question>;

export function byAttention(items: readonly Question[]): Questions {
  return new Map(items.filter(({ state }) => state === "open").map((item) => [item.attention_id, item]));
}

export function keyOf({ identity }: PaneItem): string {
  return `${identity.target}/${identity.pane_id}`;
}

/** The panes by group, in each as they come, as far as they contain the words of `filter`. */
export function rowsOf(panes: readonly PaneItem[], questions: Questions, filter: string): Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = panes.map((item) => ({
    key: keyOf(item),
    group: groupOf(item),
    item,
    question: questionOf(item, questions),
  }));
  const found = rows.filter((row) => {
    const text = searchText(row);
    return words.every((word) => text.includes(word));
  });
  return GROUPS.flatMap((group) => found.filter((row) => row.group === group));
}

/** Identifies what a key would act on: after a change the person has not read it yet. */
export function readsAs({ item, question }: Row): string {
  const { runtime_id, state, attention } = item;
  const asked = question === null ? null : [question.question_id, question.revision];
  return JSON.stringify([runtime_id, state, attention?.attention_id, attention?.raised_at, attention?.message, asked]);
}

/** Names what is asked, so that an answer is shown with it and not with the next question. */
export function callOf({ item: { attention }, question }: Row): string {
  return JSON.stringify([attention?.attention_id, question?.question_id, question?.part?.n]);
}

function questionOf({ attention, runtime_id }: PaneItem, questions: Questions): Question | null {
  const found = questions.get(attention?.attention_id ?? "");
  return found !== undefined && found.runtime_id === runtime_id ? found : null;
}

function searchText({ item, question }: Row): string {
  const { ref, label, window_name, title, agent, command, cwd, message, attention, signal } = item;
  const asked = [question?.text, question?.detail, ...(question?.options ?? []).map(({ label }) => label)];
  return [
    ref,
    label,
    window_name,
    title,
    agent,
    command,
    cwd,
    message,
    attention?.message,
    signal?.task_title,
    promptOf(item),
    workplaceOf(item),
    ...asked,
  ]
    .join("\n")
    .toLowerCase();
}
