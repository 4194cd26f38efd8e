import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { browser } from "./browser.ts";
import type { Sandbox } from "./sandbox.ts";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** Smallest size of a touch target. */
const THUMB_PX = 44;

/** Opens the dashboard by its link in a new browser; `complaints` collects console errors and exceptions. */
export async function openDashboard(
  box: Sandbox,
  viewport: Parameters<typeof browser>[0] = DESKTOP,
): Promise<{ page: Page; complaints: string[] }> {
  const { dashboard } = await box.status();
  const page = await (await browser(viewport)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(dashboard ?? "");
  await page.locator('.shell[data-link="live"]').waitFor();
  return { page, complaints };
}

/** Presses `g` and another key without a gap, even on a slow machine: the page waits little more than a second. */
export async function goByKeys(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press("g"), page.keyboard.press(key)]);
}

/** Waits until keys would act on the selected row that contains these words, or on any row if none are given. */
export async function untilKeysAct(page: Page, words = ""): Promise<void> {
  const row = page.locator(".ask, .asked", { hasText: words });
  await row.locator('.answer[data-ready="true"]').last().waitFor();
}

/** The same for an approval, whose buttons come with its question: before that, keys act on its row otherwise. */
export async function untilApprovalActs(page: Page, words: string): Promise<void> {
  const approve = page.getByRole("button", { name: /^Approve/ });
  const row = page.locator(".ask, .asked", { hasText: words });
  await row.locator('.answer[data-ready="true"]', { has: approve }).last().waitFor();
}

/** The same for the keys of an open pane. */
export async function untilPaneKeysAct(page: Page): Promise<void> {
  await page.locator('.pane-actions[data-ready="true"]').waitFor();
}

/** Deletes the browser's key; takes effect at the next page load. */
export async function forgetKey(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done, failed) => {
        const removing = indexedDB.deleteDatabase("agtmux");
        removing.onsuccess = done;
        removing.onerror = failed;
      }),
  );
}

/** Nothing scrolls sideways and axe finds no fault, in both themes. */
export async function expectFit(page: Page): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect({ colorScheme, violations: await violations(page) }).toEqual({ colorScheme, violations: [] });
  }
}

/** Everything that can be tapped is at least as large as a finger, except links within a sentence. */
export async function expectThumbSized(page: Page): Promise<void> {
  const small = await page.evaluate((least) => {
    const tapped = [...document.querySelectorAll("button, nav a, .pane, input, textarea")];
    return tapped
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 0 && (box.height < least || box.width < least))
      .map(({ element, box }) => `${element.className} ${element.textContent} ${box.width}x${box.height}`);
  }, THUMB_PX);
  expect(small).toEqual([]);
}

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)))`);
}
