import { describe, expect, it } from "vitest";
import type { AttentionKind } from "../../src/core/protocol/events/attention.ts";
import { calling, openCrowd, questionOf } from "../support/inbox-crowd.ts";
import { DESKTOP, expectFit, expectThumbSized, PHONE, untilKeysAct } from "../support/page.ts";
import { until } from "../support/sandbox.ts";

const KINDS: AttentionKind[] = ["approval", "input", "error", "testing", "stalled", "review", "done"];
const TOUCHED = { ...PHONE, isTouched: true };

/** Seventy panes that call: fifty are blocked, ten to check, ten done. */
function seventy() {
  return Array.from({ length: 70 }, (_, n) => {
    const kind = n < 50 ? KINDS[n % 3] : n < 60 ? KINDS[3 + (n % 3)] : "done";
    return calling(n, kind ?? "done", `May I do number ${n}, and all that comes with it?`, (100 - n) * 60_000);
  });
}

describe("the rows of the inbox", () => {
  it("[UI30, UI31, UI33] seventy show twenty in two lines, on their shelves, with one label each and no emoji", async () => {
    const { page } = await openCrowd(seventy(), DESKTOP);
    await page.locator(".ask").first().waitFor();
    expect(await page.title()).toBe("(50) agtmux");
    await page
      .getByText(/^50 blocked, 10 to check/)
      .first()
      .waitFor();
    const heads = await page.locator(".shelf-head h2").allTextContents();
    expect(heads).toEqual(["Blocked 50", "Check 10", "Done 10"]);
    const inView = await page.locator(".ask").evaluateAll((rows) => {
      const end = document.querySelector(".asks")?.getBoundingClientRect().bottom ?? 0;
      return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length;
    });
    expect(inView).toBeGreaterThanOrEqual(20);
    expect(await page.locator(".inbox").textContent()).not.toMatch(/[⚠❌⏳✅]|\p{Emoji_Presentation}/u);
    const labels = await page.locator('[data-shelf="blocked"] .label').allTextContents();
    expect([...new Set(labels)].sort()).toEqual(["asks", "error", "wants approval"]);
    await page.locator(".ask", { hasText: "task 0" }).first().locator(".tag", { hasText: "claude" }).waitFor();
    expect(await page.locator('.ask[data-whole="true"]').count()).toBe(1);
    expect(await page.locator(".ask .button:visible").count()).toBeLessThanOrEqual(5);
    await expectFit(page);
    expect(await page.locator('[data-shelf="done"] .ask').count()).toBe(0);
    await page.getByRole("button", { name: "Done 10" }).click();
    const done = await page.locator('[data-shelf="done"] .name').allTextContents();
    expect([done[0], done.at(-1)]).toEqual(["task 69", "task 60"]);
  }, 180_000);

  it("[UI15, UI33] the row that is clicked stays under the pointer, though the one above it gets lower", async () => {
    const panes = seventy().slice(0, 8);
    const questions = panes.map((pane) => questionOf(pane, { detail: "one\ntwo\nthree", kind: "approval" }));
    const { page } = await openCrowd(panes, DESKTOP, questions);
    for (const n of [3, 6, 2, 7, 1]) {
      const row = page.locator(".ask", { hasText: `number ${n},` });
      await row.hover();
      const before = await row.boundingBox();
      await page.mouse.down();
      await page.mouse.up();
      await row.getByRole("button", { name: /^Approve/ }).waitFor();
      expect([n, (await row.boundingBox())?.y]).toEqual([n, before?.y]);
    }
  }, 180_000);

  it("[UI34, UI39] fingers open a row as a sheet, and select several", async () => {
    const { page } = await openCrowd(seventy(), TOUCHED);
    await page.locator(".ask").first().waitFor();
    await expectFit(page);
    await expectThumbSized(page);
    await page.getByRole("button", { name: "Select" }).tap();
    for (const n of [0, 1]) await page.locator(".ask").nth(n).tap();
    await page.getByText("2 selected").waitFor();
    await expectThumbSized(page);
    await page.getByRole("button", { name: "Clear" }).tap();
    await page.locator(".ask").first().tap();
    await page.getByRole("dialog").waitFor();
    expect(await page.locator('.ask[data-marked="true"]').count()).toBe(0);
  }, 180_000);

  it("[UI35] a search finds words of questions, and stays over opening, closing, reload and back", async () => {
    const panes = seventy().slice(0, 12);
    const [first] = panes;
    const questions = first === undefined ? [] : [questionOf(first, { detail: "rm -rf shed" })];
    const { page } = await openCrowd(panes, DESKTOP, questions);
    const rows = page.locator(".ask");
    await until(async () => (await rows.count()) === 12);
    await page.keyboard.press("/");
    await page.keyboard.type("shed");
    await until(async () => (await rows.count()) === 1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("o");
    await until(() => new URL(page.url()).pathname === "/pane/host/0");
    expect(await rows.count()).toBe(1);
    await page.goBack();
    expect(await page.getByRole("searchbox").inputValue()).toBe("shed");
    await page.reload();
    await until(async () => (await rows.count()) === 1);
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    await until(async () => (await rows.count()) === 12);
    await page.getByRole("link", { name: /^Fleet/ }).click();
    await page.getByRole("button", { name: /wants approval/ }).click();
    await page.locator(".row-link").first().click();
    await page.locator(".detail").waitFor();
    expect(await page.locator(".pane").count()).toBe(4);
    await page.keyboard.press("Escape");
    await until(() => new URL(page.url()).search === "?state=waiting_approval");
    expect(await page.locator(".pane").count()).toBe(4);
  }, 180_000);

  it("[UI30, UI31, LS20] counts are never cut off, and the fleet counts and filters done and please test separately", async () => {
    const panes = KINDS.map((kind, n) => calling(n, kind, `${kind} it is`));
    for (const viewport of [{ width: 1280, height: 800 }, TOUCHED]) {
      const { page } = await openCrowd(panes, viewport);
      const counts = page.locator(".inbox .headline");
      await counts.getByText("3 blocked, 3 to check, 1 done").waitFor();
      expect(
        await counts.evaluate((box) => [box.scrollWidth <= box.clientWidth, box.scrollHeight <= box.clientHeight]),
      ).toEqual([true, true]);
      const [list, work] = await Promise.all([".inbox", ".work"].map((name) => page.locator(name).boundingBox()));
      expect(list?.height).toBe(work?.height);
      await page.getByRole("link", { name: /^Fleet/ }).click();
      const chips = (await page.locator(".chip").allTextContents()).map((text) => text.trim());
      expect(chips).toEqual([
        "1 wants approval",
        "1 asks",
        "1 error",
        "1 stuck?",
        "1 please test",
        "1 review",
        "1 done",
      ]);
      await page.getByRole("button", { name: "1 done" }).click();
      await until(async () => (await page.locator(".pane").count()) === 1);
      await page.locator(".pane", { hasText: "done it is" }).waitFor();
      await expectFit(page);
    }
  }, 180_000);

  it("[UI33] a question that expires counts down", async () => {
    const pane = calling(1, "approval", "Run it?");
    const { page } = await openCrowd([pane], DESKTOP, [questionOf(pane, { expires_at: Date.now() + 500_000 })]);
    const left = async () => {
      const words = await page.getByText(/^\dm \d\ds left$/).textContent();
      return Date.parse(`1970-01-01T00:0${words?.slice(0, 1)}:${words?.slice(3, 5)}Z`);
    };
    const first = await left();
    await until(async () => (await left()) < first);
  }, 180_000);

  it("[UI41] questions that could not be read are asked for again, and a signed-out page says only that", async () => {
    const pane = calling(1, "approval", "Run it?");
    const { page } = await openCrowd([pane], DESKTOP);
    let asked = 0;
    await page.route(/\/v1\/questions$/, (route) => {
      asked += 1;
      if (asked < 3)
        return route.fulfill({ status: 500, json: { code: "E_INTERNAL", message: "not now", details: {} } });
      return route.fulfill({
        json: { schema_version: 1, generated_at: Date.now(), items: [questionOf(pane, { detail: "make all" })] },
      });
    });
    await page.reload();
    await untilKeysAct(page, "make all");
    await page.context().clearCookies();
    await page.evaluate(() => indexedDB.deleteDatabase("agtmux"));
    await page.reload();
    await page.getByText(/^The daemon does not know this page/).waitFor();
    expect(await page.locator(".notice:visible").count()).toBe(1);
  }, 180_000);
});
