import { expect, it } from "vitest";
import { NO_WORDS } from "./error-words.ts";
import { resolve } from "./resolve.ts";
import { begin, busy, foldAll, look, stop } from "./test-events.ts";

const S = 1000;
const failed = look("osc", 10 * S, "rest", { state: "error", changed_at: 9 * S });
const work = [begin(1 * S), look("osc", 5 * S, "busy", { changed_at: 2 * S })];
const words = (...events: ReturnType<typeof look>[]) => {
  const { state, message, attention } = resolve(foldAll(events), 20 * S);
  return [state, message, attention?.kind, attention?.message];
};

it("[EN47] an error without words has those of a level that shows it, else says where to look", () => {
  expect(words(...work, failed)).toEqual(["error", NO_WORDS, "error", NO_WORDS]);
  const shown = look("screen", 10 * S, "rest", { state: "error", message: "status 401" });
  expect(words(...work, failed, shown)).toEqual(["error", "status 401", "error", "status 401"]);
  const other = look("screen", 10 * S, "rest", { state: "idle", message: "not this" });
  expect(words(...work, failed, other)).toEqual(["error", NO_WORDS, "error", NO_WORDS]);
});

it("[EN47] words of the event that reports the error stay", () => {
  const reported = stop(9 * S, { state: "error", message: "no such model" });
  const shown = look("screen", 10 * S, "rest", { state: "error", message: "status 401" });
  expect(words(begin(1 * S), busy(2 * S), reported, shown)).toEqual([
    "error",
    "no such model",
    "error",
    "no such model",
  ]);
});
