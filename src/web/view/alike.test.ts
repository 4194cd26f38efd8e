import { expect, it } from "vitest";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { areAlike } from "./alike.ts";

const asks = (words: Partial<Question>, id = "q") =>
  ({ question_id: id, revision: id, kind: "approval", text: "Run?", detail: "make", ...words }) as Question;

it("[UI39] questions are alike only if they ask the same about the same with the same choices", () => {
  expect(areAlike([asks({}), asks({}, "other")])).toBe(true);
  expect(areAlike([asks({}), asks({ detail: "make all" })])).toBe(false);
  expect(areAlike([asks({}), asks({ kind: "confirm" })])).toBe(false);
  expect(areAlike([asks({}), asks({ options: [{ value: "1", label: "Yes" }] })])).toBe(false);
  expect(areAlike([asks({}), null])).toBe(false);
  expect(areAlike([])).toBe(false);
  const part = { n: 1, of: 2 };
  expect(areAlike([asks({ part }), asks({ part })])).toBe(false);
});
