import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession } from "playwright-core";
import { expect, it } from "vitest";
import { openPane, typeInto, untilSame } from "../support/pane-view.ts";
import { until } from "../support/sandbox.ts";
import { shownPane } from "../support/shown-pane.ts";

/** A pane whose program records every byte of its input, and a browser that types into it. */
async function typing() {
  const { box, pane } = await shownPane((made) => `stty raw -echo; printf ready; exec cat > ${join(made.dir, "kept")}`);
  await until(() => box.screen(pane).includes("ready"));
  const kept = () => (existsSync(join(box.dir, "kept")) ? readFileSync(join(box.dir, "kept"), "utf8") : "");
  const { page, complaints } = await openPane(box, pane);
  await untilSame(box, pane, page);
  await typeInto(page);
  const cdp = await page.context().newCDPSession(page);
  return { page, complaints, cdp, kept };
}

/** Simulates an input method during composition: the text in the box changes, and is not typed yet. */
async function compose(cdp: CDPSession, ...states: string[]): Promise<void> {
  for (const text of states)
    await cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}

it("[TS7, UI8] text from an input method is typed once, when it is chosen", async () => {
  const { page, complaints, cdp, kept } = await typing();
  await page.keyboard.type("a");
  await compose(cdp, "に", "にh", "にほ", "にほん", "日本");
  expect(kept()).toMatch(/^a?$/);
  await cdp.send("Input.insertText", { text: "日本" });
  await until(
    () => kept() === "a日本",
    () => JSON.stringify(kept()),
  );
  // a cancelled composition types nothing
  await compose(cdp, "ご", "");
  await page.keyboard.press("Shift+Tab");
  await compose(cdp, "´");
  await cdp.send("Input.insertText", { text: "é" });
  await until(
    () => kept() === "a日本\x1b[Zé",
    () => JSON.stringify(kept()),
  );
  await page.keyboard.press("Enter");
  await until(
    () => kept() === "a日本\x1b[Zé\r",
    () => JSON.stringify(kept()),
  );
  expect(complaints).toEqual([]);
});

it("[TS7, UI8] a paste between two keys arrives between them, with 100 KB and characters of any width", async () => {
  const { page, complaints, kept } = await typing();
  const text = `\t${"é漢🎈 $(x) ;#{}'\\\"~\n".repeat(4_200)}end`;
  expect(Buffer.byteLength(text)).toBeGreaterThan(100_000);
  await page.keyboard.type("<");
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press("Control+Shift+V");
  await page.keyboard.type(">");
  // as tmux pastes when the program has not asked for bracketed paste
  const wanted = `<${text.replaceAll("\n", "\r")}>`;
  await until(
    () => kept().length >= wanted.length,
    () => `${kept().length} of ${wanted.length}`,
  );
  expect(kept()).toBe(wanted);
  expect(complaints).toEqual([]);
});
