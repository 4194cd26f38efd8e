import type { Question } from "../../core/protocol/questions.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import { by } from "./memory-tables.ts";
import type { QuestionsTable } from "./questions-table.ts";

export function memoryQuestions(journal: Journal): QuestionsTable & { pruneQuestions(before: number): void } {
  const rows = new JournalledMap<Question>(journal);
  const byTime = () => structuredClone(rows.values()).sort(by((row) => [row.asked_at, row.question_id]));

  return {
    saveQuestion: (question) => rows.set(question.question_id, structuredClone(question)),
    question: (questionId) => structuredClone(rows.get(questionId) ?? null),
    openQuestions: () => byTime().filter(({ state }) => state === "open"),
    questions: (from, limit) =>
      byTime()
        .reverse()
        .filter(({ asked_at }) => asked_at >= from)
        .slice(0, limit),
    pruneQuestions(before) {
      for (const { question_id, state, asked_at } of rows.values())
        if (state !== "open" && asked_at < before) rows.delete(question_id);
    },
  };
}
