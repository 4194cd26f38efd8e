import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import type { PaneUsage, Used } from "../../src/core/protocol/lists/usage.ts";
import { dayOf } from "../../src/core/text/day-of.ts";
import { calling, openCrowd } from "../support/inbox-crowd.ts";
import { DESKTOP, PHONE } from "../support/page.ts";
import { until } from "../support/sandbox.ts";
import { testPane } from "../support/test-pane.ts";

const WIDTHS = [1280, 1440, 1920, PHONE.width];
const HOUR_MS = 3_600_000;

function usage(change: Partial<PaneUsage> = {}): PaneUsage {
  const counts = { calls: 1, input: 5_000, cached: 0, cache_written: 0, output: 0, reasoning: 0, total: 5_000 };
  const used: Used = { ...counts, cost: { usd: 1.2, computed: false, unpriced_calls: 0 } };
  const context = { used: 110_000, size: 200_000, percent: 55, full_since: null, at: 1 };
  const day = dayOf(new Date());
  return { session_id: "s", model: "m", session: used, turn: used, day, on_day: used, context, ...change };
}

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

describe("rows of the inbox", () => {
  it("[UI32, UI17] what is not committed is seen whole at every width, however long names and questions are", async () => {
    const doing = { ...NOTHING, branch: BRANCH, changes: CHANGES } as PaneItem["doing"];
    const asking = calling(1, "input", "Which of these many things should be done first? ".repeat(5));
    const { page } = await openCrowd([{ ...asking, doing, cwd: "/src/a-long-name-of-a-folder" }], DESKTOP);
    const changes = page.locator(".ask .not-committed");
    await changes.waitFor();
    for (const width of [...WIDTHS, 320]) {
      await resize(page, width);
      const [row, shown] = [await page.locator(".ask").boundingBox(), await changes.boundingBox()];
      expect(await changes.textContent()).toBe("+1234 -567 12 new");
      expect([width, (shown?.x ?? 0) + (shown?.width ?? 0) <= (row?.x ?? 0) + (row?.width ?? 0)]).toEqual([
        width,
        true,
      ]);
    }
  });
});

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

  it("[UG25] a row has a bar of the context and what was used today; on a phone one of the two", async () => {
    const free = { usd: null, computed: false, unpriced_calls: 1 };
    const unpriced = { ...usage().on_day, cost: free };
    const size = { used: 8_000, size: null, percent: null, full_since: null, at: 1 };
    const panes = [
      working(1, { usage: usage() }),
      working(2, { usage: usage({ context: size, on_day: unpriced }) }),
      working(3, { usage: null }),
    ];
    const { page } = await openCrowd(panes, DESKTOP);
    await page.getByRole("link", { name: /^Fleet/ }).click();
    await page.locator(".pane .usage").nth(2).waitFor({ state: "attached" });
    const seen = async (width: number) => {
      await resize(page, width);
      const found = page.locator(".pane .usage :is(.context-bar, .context-words, .spent-today):visible");
      return (await found.allInnerTexts()).map((text) => text.trim());
    };
    const all = ["55%", "$1.20", "8k", "5k tok"];
    expect([await seen(1_280), await seen(1_920)]).toEqual([all, all]);
    expect(await page.locator(".pane .bar > span").evaluate((bar) => (bar as HTMLElement).style.width)).toBe("55%");
    expect(await seen(1_100)).toEqual([]);
    expect(await seen(PHONE.width)).toEqual(["55%", "5k tok"]);
    const titles = await page
      .locator(".pane .usage")
      .evaluateAll((all) => all.map((cell) => cell.getAttribute("title")));
    expect(titles).toEqual(["context 110k of 200k; today $1.20", "context 8k; today 5k tok", ""]);
  });
});

describe("an agent that a limit has stopped", () => {
  const reset = Date.now() + HOUR_MS;
  const stopped = { since: Date.now() - 60_000, until: reset, resumes: false, wakes_at: null };

  it("[AT11, UG14, UG16, UI31] is blocked until its reset, and buttons ask for it, or for its account, to go on, and cancel that", async () => {
    const pane = { ...calling(1, "limited", "You hit your limit"), limited: stopped };
    const { page, server } = await openCrowd([pane], DESKTOP);
    const asked: unknown[] = [];
    await page.route(/\/v1\/wakes$/, async (route) => {
      asked.push(route.request().postDataJSON());
      const { cancel: cancelled = false } = route.request().postDataJSON();
      await route.fulfill({ json: { schema_version: 1, generated_at: Date.now(), cancelled, items: [] } });
    });
    await page
      .locator('[data-shelf="blocked"] .ask')
      .getByText(/^limited until/)
      .waitFor();
    await page.goto(new URL("/pane/host/1", page.url()).href);
    const press = async (name: string) => {
      const before = asked.length;
      await page.getByRole("button", { name, exact: true }).click();
      await until(() => asked.length > before);
    };
    await resize(page, PHONE.width);
    await page.locator('.asked[data-state="limited"]').waitFor();
    await press("Go on after the limit");
    await press("All of this account");
    server.change({ ...pane, limited: { ...stopped, wakes_at: reset + 60_000 } });
    await page
      .getByText(/told to go on at/)
      .first()
      .waitFor();
    await press("Do not go on after the limit");
    await press("None of this account");
    const { ref } = pane;
    expect(asked).toEqual([
      { ref },
      { ref, account: true },
      { ref, cancel: true },
      { ref, cancel: true, account: true },
    ]);
  });

  it("[UG16] a refusal is shown; who goes on by itself, or tells no reset, has no such buttons", async () => {
    const pane = { ...calling(1, "limited", "You hit your limit"), limited: stopped };
    const { page, server } = await openCrowd([pane], DESKTOP);
    await page.route(/\/v1\/wakes$/, (route) =>
      route.fulfill({ status: 409, json: { code: "E_NOT_LIMITED", message: "no limit stops codex", details: {} } }),
    );
    await page.goto(new URL("/pane/host/1", page.url()).href);
    const button = page.getByRole("button", { name: "Go on after the limit", exact: true });
    await button.click();
    await page.getByRole("alert").getByText("no limit stops codex").waitFor();
    server.change({ ...pane, limited: { ...stopped, resumes: true } });
    await page
      .getByText(/goes on by itself/)
      .first()
      .waitFor();
    await button.waitFor({ state: "detached" });
    server.change({ ...pane, limited: { ...stopped, until: null } });
    await page
      .getByText(/goes on by itself/)
      .first()
      .waitFor({ state: "detached" });
    await button.waitFor({ state: "detached" });
  });
});
