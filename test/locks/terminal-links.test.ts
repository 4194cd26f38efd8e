import { expect, it } from "vitest";
import { openPane, shownCells, untilSame } from "../support/pane-view.ts";
import { until } from "../support/sandbox.ts";
import { shownPane } from "../support/shown-pane.ts";

const ADDRESSES = ["https://evil.example/x", "javascript:window.pwned=1", "file:///etc/passwd", "vscode://evil/x"];

it("[SC2] a link that a program draws in the page's terminal (OSC 8) opens nothing by itself, and at most a web address after a question that shows it", async () => {
  const { box, pane } = await shownPane((made) => `cd ${made.dir}; clear; exec sh`);
  const { page } = await openPane(box, pane);
  await untilSame(box, pane, page);
  const questions: string[] = [];
  const opened: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on("page", (other) => opened.push(other.url()));
  for (const [index, address] of ADDRESSES.entries()) {
    const word = `link${index}`.repeat(10);
    box.type(pane, `clear; printf '\\033]8;;${address}\\033\\\\%s\\033]8;;\\033\\\\\\n' ${word}`);
    await until(() => box.screen(pane).startsWith(word));
    const firstRow = async () => (await shownCells(page)).cells[0]?.map((cell) => cell[0]).join("") ?? "";
    await until(async () => (await firstRow()).startsWith(word));
    const screen = await page.locator(".xterm-screen").boundingBox();
    const at = { x: (screen?.x ?? 0) + 40, y: (screen?.y ?? 0) + 5 };
    await page.mouse.move(at.x + 30, at.y + 40);
    await page.mouse.move(at.x, at.y, { steps: 4 });
    await page.mouse.click(at.x, at.y);
  }
  await until(() => questions.length > 0);
  expect(questions.every((words) => words.includes(ADDRESSES[0] as string))).toBe(true);
  expect(opened).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned ?? null)).toBeNull();
  expect(page.url()).not.toContain("evil");
});
