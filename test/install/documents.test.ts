import { describe, expect, it } from "vitest";
import { statementsOf, userPages } from "../support/documents/doc-page.ts";
import { runPage } from "../support/documents/run-page.ts";

/** The other one is in test/e2e/documents.test.ts. */
const PAGES = userPages().filter((page) => page !== "docs/getting-started.md" && statementsOf(page).length > 0);

/** Every command has a limit of its own, and the longest page has 75 of them. */
const LONG = { timeout: 600_000 };

describe("the commands on a page", () => {
  it.each(PAGES)("[PK24] work as they stand: %s", LONG, async (page) => {
    expect(await runPage(page)).toEqual([]);
  });
});
