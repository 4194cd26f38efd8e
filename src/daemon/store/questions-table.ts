import { KeptQuestion, QuestionWords } from "../../core/protocol/actions/questions.ts";
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";
import { readAllStored, readStored } from "./stored-json.ts";

export type QuestionsTable = Pick<Store, "saveQuestion" | "question" | "openQuestions" | "questions" | "askedSince">;

/** Questions are stored as JSON; the other columns are for queries. */
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
  const asked = db.prepare<[string, number, number], { at: number; question: string }>(
    `SELECT at, question FROM events
     WHERE runtime_id = ? AND bind_status = 'bound' AND at >= ? AND question IS NOT NULL AND (source = 'screen') = ?
     ORDER BY at DESC, event_id DESC LIMIT 1`,
  );
  const wordsOf = (runtimeId: string, from: number, isShown: boolean) => {
    const row = asked.get(runtimeId, from, Number(isShown));
    const words = row === undefined ? null : readStored(QuestionWords, row.question);
    return row === undefined || words === null ? null : { at: row.at, words };
  };

  return {
    saveQuestion: (question) =>
      void save.run(question.question_id, question.state, question.asked_at, JSON.stringify(question)),
    question(questionId) {
      const question = one.get(questionId);
      return question === undefined ? null : readStored(KeptQuestion, question);
    },
    openQuestions: () => readAllStored(KeptQuestion, open.all()),
    questions: (from, limit) => readAllStored(KeptQuestion, since.all(from, limit)),
    askedSince: (runtimeId, from) => ({
      told: wordsOf(runtimeId, from, false),
      shown: wordsOf(runtimeId, from, true),
    }),
  };
}
