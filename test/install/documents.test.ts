import { describe, expect, it } from "vitest";
import { statementsOf, userPages } from "../support/documents/doc-page.ts";
import { runPage } from "../support/documents/run-page.ts";

/** The other one is in test/e2e/documents.test.ts. */
const PAGES = userPages().filter((page) => page !== "docs/getting-started.md" && statementsOf(page).length > 0);

describe("the commands on a page", () => {
  it.each(PAGES)("[PK38] work as they stand: %s", { timeout: 180_000 }, async (page) => {
    expect(await runPage(page)).toEqual([]);
  });
});
