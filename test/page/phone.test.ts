import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { approvalIn, askingAgents } from "../support/asking-agents.ts";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { expectFit, expectThumbSized, openDashboard, PHONE, untilApprovalActs } from "../support/page.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

const TOUCHED = { ...PHONE, isTouched: true };

/** Moves a finger up over this place, as one does to see what is below, until the sheet has come to rest. */
async function swipeUp(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const rested = page
    .locator(".sheet")
    .evaluate((sheet) =>
      new Promise((done) => sheet.addEventListener("scrollend", done, { once: true })).then(() => null),
    );
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number | null) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at === null ? [] : [{ x, y: at }] });
  await touch("touchStart", y);
  for (let moved = 20; moved <= 240; moved += 20) await touch("touchMove", y - moved);
  await touch("touchEnd", null);
  await rested;
}

async function isInView(page: Page, name: string): Promise<boolean> {
  const box = await page.locator(".sheet").getByRole("button", { name, exact: true }).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= PHONE.height;
}

it("[UI8] on a phone the actions stay in view, a swipe over the conversation goes on below it, and rare actions are folded", {
  timeout: 240_000,
}, async () => {
  const box = sandbox();
  const { pane, write, hook } = await claudeWithTranscript(box);
  for (let turn = 1; turn <= 6; turn += 1) {
    write("user", `Question ${turn}`);
    write("assistant", [{ type: "text", text: `Answer ${turn}.\n\n${"So it is. ".repeat(60)}` }]);
  }
  hook("Stop", { last_assistant_message: "Answer 6." });
  await untilPane(box, pane, ({ state }) => state === "completed");
  const { page, complaints } = await openDashboard(box, TOUCHED);
  await page.goto(new URL(`/pane/host/${pane.slice(1)}`, page.url()).href);
  const talk = page.getByRole("region", { name: "Conversation" });
  await talk.getByText("Answer 6.").waitFor();
  for (const name of ["Send", "Interrupt", "Changes", "More"])
    expect([name, await isInView(page, name)]).toEqual([name, true]);
  expect(await page.getByRole("button", { name: "Interrupt" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Kill…" }).count()).toBe(0);
  await expectThumbSized(page);

  // no turn is stretched to fill the view
  const gaps = await talk.locator(".talk-turn").evaluateAll((turns) =>
    turns.map((turn) => {
      const end = turn.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      return turn.getBoundingClientRect().bottom - end;
    }),
  );
  expect(Math.max(...gaps)).toBeLessThan(1);

  const scrolled = () => page.locator(".sheet").evaluate((sheet) => sheet.scrollTop);
  await swipeUp(page, { x: 195, y: 600 });
  expect(await scrolled()).toBeGreaterThan(0);
  expect(await isInView(page, "Back to the inbox")).toBe(true);

  await page.locator(".sheet").evaluate((sheet) => sheet.scrollTo(0, 0));
  await page.getByRole("button", { name: "More" }).tap();
  await page.getByRole("button", { name: "Kill…" }).waitFor();
  await expectFit(page);
  await page.getByRole("button", { name: "Less" }).tap();
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.getByRole("textbox", { name: "Send to claude" }).fill("Go on");
  await until(() => isInView(page, "Send text"));
  expect(complaints).toEqual([]);
});

it("[UI8, GD30] on a phone a turn is interrupted by one tap", { timeout: 180_000 }, async () => {
  const { box, alpha } = await askingAgents("alpha");
  alpha.ask({ working: true });
  await untilPane(box, alpha.pane, ({ state }) => state === "running");
  const { page } = await openDashboard(box, TOUCHED);
  await page.goto(new URL(`/pane/host/${alpha.pane.slice(1)}`, page.url()).href);
  const button = page.locator(".sheet button:not([disabled])", { hasText: "Interrupt" });
  await button.tap();
  await page.getByText("Interrupt: its turn has ended").waitFor();
  expect(alpha.read()).toContainEqual({ working: "\u001b" });
});

it("[UI34, UI2] on a phone an answered pane leads to the next that is blocked, and words at an approval say that they deny", {
  timeout: 240_000,
}, async () => {
  const { box, alpha, beta } = await askingAgents("alpha", "beta");
  await approvalIn(box, alpha, "make alpha");
  await approvalIn(box, beta, "make beta");
  const { page } = await openDashboard(box, TOUCHED);
  await page.locator(".ask", { hasText: "make alpha" }).tap();
  const asked = page.locator(".asked");
  // the command is there once
  await asked.getByRole("heading", { name: "Bash", exact: true }).waitFor();
  await asked.getByText("make alpha", { exact: true }).waitFor();
  await untilApprovalActs(page, "make alpha");
  await asked.getByRole("button", { name: "Deny, and say why" }).tap();
  await asked.getByRole("textbox", { name: "What claude should do instead" }).fill("Use ninja");
  await asked.getByRole("button", { name: "Deny with this" }).waitFor();
  await asked.getByRole("button", { name: "Cancel" }).tap();
  await asked.getByRole("button", { name: "Deny", exact: true }).tap();
  await until(() => alpha.read().length > 0);
  await page.getByRole("button", { name: "Next 1 blocked: beta" }).tap();
  await asked.getByText("make beta", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^Next/ }).waitFor({ state: "detached" });
  await page.locator('.pane-terminal[data-stale="false"]').waitFor();
  await expectFit(page);
});

it("[UI33] a row's second line has a few words of each part, or nothing of it: no part is cut to a sliver", {
  timeout: 120_000,
}, async () => {
  const { box, alpha } = await askingAgents("alpha");
  await approvalIn(box, alpha, `make ${"one-more-target ".repeat(30)}last`);
  const { page } = await openDashboard(box, TOUCHED);
  const row = page.locator(".ask", { hasText: "make one-more-target" });
  for (let width = 320; width <= 640; width += 20) {
    await page.setViewportSize({ width, height: PHONE.height });
    const cut = await row.locator(".ask-parts > *").evaluateAll((parts) =>
      parts.flatMap((part) => {
        const [box, line] = [part.getBoundingClientRect(), part.parentElement?.getBoundingClientRect()];
        const isShown = line !== undefined && box.top < line.bottom - 1 && box.width > 0;
        return isShown && part.scrollWidth > part.clientWidth && box.width < 50 ? [part.textContent] : [];
      }),
    );
    expect([width, ...cut]).toEqual([width]);
  }
});

it("[UI53] spawn offers the agents that were heard of, and the others behind one button", {
  timeout: 120_000,
}, async () => {
  const { box } = await askingAgents("alpha");
  const { page } = await openDashboard(box, TOUCHED);
  await page.goto(new URL("/spawn", page.url()).href);
  await page.getByRole("radio", { name: /^Claude Code/ }).waitFor();
  expect(await page.getByRole("radio", { name: /^Gemini/ }).count()).toBe(0);
  await page.getByRole("button", { name: /^\d+ more agents$/ }).tap();
  await page.getByRole("radio", { name: /^Gemini/ }).waitFor();
});

it("[WB7] on a phone an open pane says that it is out of date, too", { timeout: 120_000 }, async () => {
  const { box, alpha } = await askingAgents("alpha");
  await approvalIn(box, alpha, "make alpha");
  const { page } = await openDashboard(box, TOUCHED);
  await page.locator(".ask", { hasText: "make alpha" }).tap();
  const sheet = page.locator(".sheet");
  await sheet.getByRole("button", { name: "Approve", exact: true }).waitFor();
  await box.agtmux(["daemon", "stop"]);
  await sheet.getByText("What you see is from").waitFor();
  await sheet.getByRole("status").getByRole("button", { name: "Retry now" }).first().waitFor();
});

it("[UI17] on a phone the window itself never scrolls: each view does, within the bars", {
  timeout: 120_000,
}, async () => {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const { page } = await openDashboard(box, TOUCHED);
  for (const path of ["/", "/fleet", "/spawn", "/search", "/hosts", "/rules", "/usage", "/audit", "/settings"]) {
    await page.goto(new URL(path, page.url()).href);
    await page.locator(".list-head h1").waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
    expect([path, ...over]).toEqual([path, 0, 0]);
  }
});
