import { Question } from "../../core/protocol/questions.ts";
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";
import { readAllStored, readStored } from "./stored-json.ts";

export type QuestionsTable = Pick<Store, "saveQuestion" | "question" | "openQuestions" | "questions">;

/** Questions are kept whole; the columns beside are what they are looked for by. */
export function questionsTable(db: Database): QuestionsTable {
  const save = db.prepare(
    `INSERT INTO questions (question_id, state, asked_at, question) VALUES (?, ?, ?, ?)
     ON CONFLICT (question_id) DO UPDATE SET state = excluded.state, asked_at = excluded.asked_at, question = excluded.question`,
  );
  const one = db.prepareColumn<[string], string>("SELECT question FROM questions WHERE question_id = ?");
  const open = db.prepareColumn<[], string>(
    "SELECT question FROM questions WHERE state = 'open' ORDER BY asked_at, question_id",
  );
  const since = db.prepareColumn<[number, number], string>(
    "SELECT question FROM questions WHERE asked_at >= ? ORDER BY asked_at DESC, question_id DESC LIMIT ?",
  );

  return {
    saveQuestion: (question) =>
      void save.run(question.question_id, question.state, question.asked_at, JSON.stringify(question)),
    question(questionId) {
      const question = one.get(questionId);
      return question === undefined ? null : readStored(Question, question);
    },
    openQuestions: () => readAllStored(Question, open.all()),
    questions: (from, limit) => readAllStored(Question, since.all(from, limit)),
  };
}
