import { describe, expect, it } from "vitest";
import { Problems } from "./base/problems.ts";
import { reportUnhandled } from "./unhandled.ts";

function setUp() {
  const listeners = new Map<string, (error: unknown) => void>();
  const logged: unknown[] = [];
  const ended: string[] = [];
  const problems = new Problems({ now: () => 3 });
  const note = (fields: unknown) => void logged.push(fields);
  reportUnhandled({
    problems,
    log: { error: note, fatal: note } as never,
    on: (event, listener) => listeners.set(event, listener),
    end: (stack) => void ended.push(stack),
  });
  return { problems, logged, ended, emit: (event: string, error: unknown) => listeners.get(event)?.(error) };
}

describe("reportUnhandled", () => {
  it("[DM19] a rejected promise is logged with its stack and is a problem, and the daemon goes on", () => {
    const { problems, logged, ended, emit } = setUp();
    const error = new Error("lost its way");
    emit("unhandledRejection", error);
    emit("unhandledRejection", "a word");
    expect(logged).toEqual([{ err: error.stack }, { err: "a word" }]);
    expect(problems.list()).toMatchObject([
      { code: "E_INTERNAL", message: expect.stringContaining("a word"), since: 3 },
    ]);
    expect(ended).toEqual([]);
  });

  it("[DM19] an exception that nobody handles is logged with its stack, and ends the daemon", () => {
    const { problems, logged, ended, emit } = setUp();
    const error = new Error("in the middle");
    emit("uncaughtException", error);
    expect([logged, ended, problems.list()]).toEqual([[{ err: error.stack }], [error.stack], []]);
  });
});
