import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { openCrowd } from "../support/inbox-crowd.ts";
import { DESKTOP, PHONE } from "../support/page.ts";
import { testPane } from "../support/test-pane.ts";

const WIDTHS = [1280, 1440, 1920, PHONE.width];

function working(n: number, change: Partial<PaneItem>): PaneItem {
  return testPane({ pane_id: `%${n}` }, { agent: "claude", window_name: "a long name of a window", ...change });
}

const BRANCH = { name: "a-branch-with-a-long-name", source: "git", from: "HEAD", at: 1 };
const CHANGES = { files: 9, added: 1_234, removed: 567, untracked: 12, source: "git", from: "git", at: 1 };
const NOTHING = { task: null, tool: null, words: null, directory: null };

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
}

/** Texts of the cells that a person can see, and whether a part of one is cut off. */
async function cells(page: Page, name: string): Promise<[string, boolean][]> {
  return page.locator(`.pane ${name}`).evaluateAll((all) =>
    all.map((cell) => {
      const edge = cell.closest("td")?.getBoundingClientRect().right ?? 0;
      return [cell.textContent, cell.getBoundingClientRect().right > edge + 0.5];
    }),
  );
}

describe("rows of the fleet", () => {
  it("[UI32, UI17] what is not committed is seen whole at every width, however long folder and branch are", async () => {
    const doing = { ...NOTHING, branch: BRANCH, changes: CHANGES } as PaneItem["doing"];
    const { page } = await openCrowd([working(1, { doing, cwd: "/src/a-long-name-of-a-folder" })], DESKTOP);
    await page.getByRole("link", { name: /^Fleet/ }).click();
    await page.locator(".pane .not-committed").waitFor();
    for (const width of WIDTHS) {
      await resize(page, width);
      expect([width, await cells(page, ".not-committed")]).toEqual([width, [["+1234 -567 12 new", false]]]);
    }
  });
});
