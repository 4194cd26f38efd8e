import { expect, it } from "vitest";
import { testSummary } from "../../../test/support/test-pane.ts";
import { headline, shelvesOf } from "./headline.ts";

it("[UI30, LS20] the page counts what the lists count, in the words of the commands", () => {
  const summary = { ...testSummary(9), shelves: { blocked: 2, check: 1, done: 3 } };
  expect(headline(shelvesOf({ summary }))).toBe("2 blocked, 1 to check, 3 done");
  expect(headline(shelvesOf(null))).toBe("Nobody needs you");
});
