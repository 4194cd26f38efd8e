import type { Page } from "playwright-core";
import { browser } from "./browser.ts";
import { type Cell, captured, cellsOf } from "./cells.ts";
import { type Sandbox, until } from "./sandbox.ts";

/** Opens a pane's page in a real browser, by the dashboard's link. */
export async function openPane(
  box: Sandbox,
  paneId: string,
  viewport = { width: 1280, height: 800 },
  beforehand: () => void = () => undefined,
): Promise<{ page: Page; complaints: string[] }> {
  const { dashboard } = await box.status();
  const context = await browser(viewport);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(beforehand);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(dashboard ?? "");
  await page.locator(".shell[data-link=live]").waitFor();
  await goToPane(page, paneId);
  return { page, complaints };
}

export async function goToPane(page: Page, paneId: string): Promise<void> {
  await goToPath(page, `/pane/host/${paneId.slice(1)}`);
  await page.locator('.pane-terminal[data-stale="false"]').waitFor();
}

export async function goToPath(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** The cells that the page's terminal shows. */
export async function shownCells(page: Page): Promise<{ cells: Cell[][]; cursor: [number, number] }> {
  return page.evaluate(`(() => {
    const { terminal } = document.querySelector(".pane-terminal");
    const { cursorX, cursorY } = terminal.buffer.active;
    return { cells: (${cellsOf})(terminal), cursor: [cursorX, cursorY] };
  })()`);
}

/** Waits until the page shows the same cells as tmux. */
export async function untilSame(box: Sandbox, paneId: string, page: Page): Promise<void> {
  let wrong = "";
  await until(
    async () => {
      const [shown, wanted] = [await shownCells(page), await captured(box, paneId)];
      wrong = difference(shown, wanted);
      return wrong === "";
    },
    () => wrong,
  );
}

export async function typeInto(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Type/ }).click();
  await page.locator('.terminal-box[data-typing="true"]').waitFor();
}

type Shown = Awaited<ReturnType<typeof shownCells>>;

function difference(shown: Shown, wanted: Shown): string {
  if (shown.cursor.join() !== wanted.cursor.join()) return `cursor at ${shown.cursor}, not ${wanted.cursor}`;
  for (const y of Array.from({ length: Math.max(shown.cells.length, wanted.cells.length) }).keys()) {
    const [ours, theirs] = [JSON.stringify(shown.cells[y] ?? []), JSON.stringify(wanted.cells[y] ?? [])];
    if (ours !== theirs) return `row ${y} shows ${ours}, not ${theirs}`;
  }
  return "";
}
