import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { askingAgents } from "../support/asking-agents.ts";
import { expectFit, openDashboard, PHONE } from "../support/page.ts";
import { until, untilPane } from "../support/sandbox.ts";

it("[RL16] a rule is proposed beside Approve, made with one click more, listed, paused and removed", {
  timeout: 180_000,
}, async () => {
  const { box, claude } = await askingAgents("claude");
  mkdirSync(join(box.dir, "work"));
  const cwd = realpathSync(join(box.dir, "work"));
  const decisions = () => claude.read().filter((entry) => "decision" in entry);
  claude.ask({ command: "make all", cwd, waits: true });
  await untilPane(box, claude.pane, ({ attention }) => attention?.kind === "approval");
  const { page } = await openDashboard(box, PHONE);
  const row = page.getByRole("article", { name: /make all/ });
  await row.click();
  await row.getByRole("button", { name: /Always allow this here/ }).click();
  const panel = row.getByRole("region", { name: "Always allow this here" });
  await panel.getByText(`claude in ${cwd} on host`).waitFor();
  expect(await panel.getByText(/would have matched 1 request/).count()).toBe(1);
  await expectFit(page);
  await panel.getByRole("button", { name: "Make this rule and approve" }).click();
  await until(() => decisions().length === 1);
  await untilPane(box, claude.pane, ({ attention }) => attention?.kind !== "approval");
  claude.ask({ command: "make all", cwd, waits: true });
  await until(() => decisions().length === 2);

  await page.goto(new URL("/rules", page.url()).href);
  const rule = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
  await rule.getByText("make all").waitFor();
  expect(await rule.textContent()).toContain("decided once");
  await page.getByRole("switch", { name: "Pause all rules" }).click();
  await until(async () => (await box.client.rules()).paused);
  await rule.getByRole("button", { name: /Remove/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Remove/ })
    .click();
  await until(async () => (await box.client.rules()).items.length === 0);
  await page.getByText("No rules: agents ask you everything.").waitFor();
  await expectFit(page);
});
