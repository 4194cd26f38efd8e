import { describe, expect, it } from "vitest";
import { expectFit, PHONE } from "../support/page.ts";
import { openPane } from "../support/pane-view.ts";
import { until, untilPane } from "../support/sandbox.ts";
import { stage } from "../support/stage.ts";

describe("the queue of a pane", () => {
  it("[QU10] prompts are added, edited, moved, removed and brought back on the page, and sent when the agent rests", {
    timeout: 180_000,
  }, async () => {
    const { box, pane, read, rests } = await stage({}, "", { works: true });
    await box.client.send({ ref: "claude", text: "work", wait: "accepted" });
    await untilPane(box, pane, ({ state }) => state === "running");
    const { page } = await openPane(box, pane);
    const texts = page.locator(".queued-text");
    const untilTexts = (...wanted: string[]) =>
      until(
        async () => JSON.stringify(await texts.allTextContents()) === JSON.stringify(wanted),
        async () => `${JSON.stringify(await texts.allTextContents())}, not ${JSON.stringify(wanted)}`,
      );
    await page.getByRole("button", { name: /^Send s/ }).click();
    const written = page.getByLabel("Send to claude");
    await written.fill("one");
    await page.getByRole("button", { name: /^Send when idle/ }).click();
    await untilTexts("one");
    for (const text of ["two", "three"]) {
      await until(async () => (await written.inputValue()) === "");
      await written.fill(text);
      await written.press("Alt+Enter");
      await page.locator(".queued-text", { hasText: text }).waitFor();
    }
    await untilTexts("one", "two", "three");
    await page.getByRole("button", { name: "Move prompt 3 up" }).click();
    await untilTexts("one", "three", "two");
    await page.locator(".queued", { hasText: "three" }).getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Prompt 2").fill("drei");
    await page.getByLabel("Prompt 2").press("Enter");
    await untilTexts("one", "drei", "two");
    // what somebody else does shows, too
    const { items } = await box.client.queues();
    await box.client.editQueued(items[0]?.prompts[0]?.id ?? "", { text: "eins" });
    await untilTexts("eins", "drei", "two");
    await page.getByRole("button", { name: "Remove prompt 1" }).click();
    await untilTexts("drei", "two");
    await page.getByRole("button", { name: "Undo" }).click();
    await untilTexts("eins", "drei", "two");
    await page.getByRole("button", { name: "Pause the queue" }).click();
    await page.getByText("3 queued, paused").first().waitFor();
    await page.getByRole("button", { name: "Resume the queue" }).click();
    await page.getByRole("button", { name: "Pause the queue" }).waitFor();
    rests();
    await until(() => read().length === 2);
    expect(read()).toEqual(["work", "eins"]);
    await untilTexts("drei", "two");
  });

  it("[QU10] fits a phone, with buttons of the size of a thumb", { timeout: 180_000 }, async () => {
    const { box, pane } = await stage({}, "", { works: true });
    await box.client.send({ ref: "claude", text: "work", wait: "accepted" });
    await untilPane(box, pane, ({ state }) => state === "running");
    await box.client.enqueue({ ref: "claude", text: `a long prompt ${"without-a-blank-".repeat(30)}` });
    const { page } = await openPane(box, pane, PHONE);
    await page.getByRole("button", { name: "Remove prompt 1" }).waitFor();
    await expectFit(page);
    const sizes = await page
      .locator(".queue button")
      .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().height)));
    expect(sizes.filter((height) => height < 44)).toEqual([]);
  });
});
