import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { approvalIn, askingAgents } from "../support/asking-agents.ts";
import { DESKTOP, openDashboard, untilKeysAct } from "../support/page.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const MOST_BYTES = 20_000;

const untilUndoKeyActs = (page: Page) => page.locator('.undo[data-ready="true"]').waitFor();

describe("several rows at once", () => {
  it("[UI39, UI23] those that ask the same are answered together, each for itself, and others are not", async () => {
    const { box, api, web, docs } = await askingAgents("api", "web", "docs");
    await approvalIn(box, api, "make all");
    await approvalIn(box, web, "make all");
    await approvalIn(box, docs, "rm -rf build");
    const { page } = await openDashboard(box);
    const row = (session: string) => page.locator(".ask", { has: page.locator(".name", { hasText: session }) });
    await untilKeysAct(page, "make all");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await row("docs").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected. They ask different things: answer them one by one.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("3 selected").waitFor({ state: "detached" });
    for (const name of ["api", "web"]) {
      await row(name).hover();
      await row(name).getByRole("checkbox").click();
    }
    await page.getByText("2 selected, all ask:").waitFor();
    await page.locator(".bulk .ask-detail", { hasText: "make all" }).waitFor();
    await page.getByRole("button", { name: "Approve all 2" }).click();
    await until(() => api.read().length === 1 && web.read().length === 1);
    expect([api.read(), web.read(), docs.read()]).toEqual([[{ picked: "Yes" }], [{ picked: "Yes" }], []]);
  }, 180_000);

  it("[UI38, UI39, UI23] all that is to check is marked as seen or put off, and that is undone", async () => {
    const box = sandbox();
    await box.startDaemon();
    for (const name of ["one", "two"]) {
      const pane = await box.registered(name);
      box.type(pane, `agtmux signal needs_testing "${name} is ready"`);
      await untilPane(box, pane, ({ attention }) => attention !== null);
    }
    const { page } = await openDashboard(box);
    const rows = page.locator(".ask:not([data-gone=true])");
    await until(async () => (await rows.count()) === 2);
    const shelved = async () => (await box.panes()).summary.needs_action;
    await page.getByRole("button", { name: "Mark all as seen" }).click();
    await page.getByText("2 rows marked as seen").waitFor();
    await page.mouse.move(1_200, 600);
    await page.getByRole("heading", { name: "Nobody needs you" }).waitFor();
    await until(async () => (await shelved()) === 0);
    await untilUndoKeyActs(page);
    await page.keyboard.press("u");
    await until(async () => (await rows.count()) === 2);
    await until(async () => (await shelved()) === 2);
    await untilKeysAct(page, "is ready");
    await page.keyboard.press("z");
    await page.getByText("put off").waitFor();
    await until(async () => (await shelved()) === 1);
    await untilUndoKeyActs(page);
    await page.keyboard.press("u");
    await until(async () => (await shelved()) === 2);
    await until(async () => (await rows.count()) === 2);
  }, 180_000);
});

describe("a row that was answered", () => {
  it("[UI37] shows the answer, and does not turn into the next question under the pointer", async () => {
    const { box, api } = await askingAgents("api");
    await approvalIn(box, api, "make all");
    const { page } = await openDashboard(box);
    await page.getByRole("button", { name: /^Approve/ }).click();
    await page.getByText(/^Approve: (sent|submitted|accepted)$/).waitFor();
    await until(() => api.read().length === 1);
    api.ask({ command: "rm -rf build" });
    await page.getByRole("button", { name: "It asks again: show" }).waitFor();
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await page.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
    await page.getByRole("button", { name: "It asks again: show" }).click();
    await untilKeysAct(page, "rm -rf build");
    expect(api.read()).toHaveLength(1);
  }, 180_000);
});

it("[UI36] going to the next row fetches little, however long its history is; the timeline comes when it is opened", async () => {
  const box = sandbox();
  await box.startDaemon();
  for (const name of ["one", "two"]) {
    const pane = await box.registered(name);
    const says = (state: string, words: string) => `echo "--<[schmux:${state}:${words}]>--"; sleep 0.03`;
    box.type(pane, `for n in $(seq 60); do ${says("working", "$n")}; ${says("error", `${name} $n`)}; done`);
    await untilPane(box, pane, ({ attention }) => attention?.message === `${name} 60`);
  }
  const { page } = await openDashboard(box, DESKTOP);
  let bytes = 0;
  const fetched: string[] = [];
  page.on("requestfinished", async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
    fetched.push(`${new URL(request.url()).pathname} ${responseBodySize}`);
  });
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => (bytes += payload.length)));
  const drawn = page.locator('.pane-terminal[data-stale="false"]');
  await page.getByRole("article", { name: "one 60" }).waitFor();
  await drawn.waitFor();
  await page.waitForLoadState("networkidle");
  [bytes, fetched.length] = [0, 0];
  await page.keyboard.press("j");
  await page.locator('.ask[aria-current="true"]', { hasText: "two 60" }).waitFor();
  await page.locator(".detail .place", { hasText: "host/two" }).waitFor();
  await drawn.waitFor();
  await page.locator(".evidence li").first().waitFor();
  await page.waitForLoadState("networkidle");
  expect({ bytes, fetched }).toSatisfy(() => bytes > 0 && bytes <= MOST_BYTES);
  expect(fetched.filter((path) => path.startsWith("/v1/events"))).toEqual([]);
  await page.getByRole("button", { name: "Show what happened within a day" }).click();
  await page.locator(".moments li", { hasText: "two 60" }).first().waitFor();
  await until(() => fetched.filter((path) => path.startsWith("/v1/events")).length >= 2);
}, 180_000);
