import { expect, it } from "vitest";
import { fakeAgents } from "../support/fake-agent.ts";
import { openDashboard, PHONE } from "../support/page.ts";
import { goToPath } from "../support/pane-view.ts";
import { sandbox, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

it("[AD50, RS20] a lead that is done says what still works, and its teammates stand under it, on a phone too", async () => {
  const box = sandbox();
  const { claude } = fakeAgents(box.dir);
  const lead = box.session("shop", `${claude} ""`);
  const beside = `${claude} "" --agent-name researcher --parent-session-id S1`;
  const mate = box.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", lead, beside).trim();
  await box.startDaemon();
  for (const pane of [lead, mate]) await untilPane(box, pane, ({ agent }) => agent === "claude");
  const tell = (pane: string, event: string, fields: object) => {
    const pid = Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
    drop(box, { agent: "claude", event, pane, pid, payload: JSON.stringify({ hook_event_name: event, ...fields }) });
  };
  tell(mate, "UserPromptSubmit", { session_id: "S2", prompt: "Find the flaky test" });
  tell(lead, "UserPromptSubmit", { session_id: "S1", prompt: "Build the shop" });
  await untilPane(box, lead, ({ state }) => state === "running");
  const background_tasks = [{ type: "shell" }, { type: "shell" }, { type: "teammate" }];
  tell(lead, "Stop", { session_id: "S1", last_assistant_message: "The team is at it.", background_tasks });
  await untilPane(box, lead, ({ state, teammates }) => state === "completed" && teammates?.working === 1);
  const { page, complaints } = await openDashboard(box, PHONE);
  await page.getByRole("button", { name: /^Done/ }).click();
  await page.getByRole("article").getByText("2 shells running · 1 teammate working").waitFor();
  await goToPath(page, "/fleet");
  const row = page.getByRole("row").filter({ hasText: "shop" });
  await row.getByText("2 shells running · 1 teammate working").waitFor();
  expect(await row.getByRole("link", { name: "shop" }).isVisible()).toBe(true);
  await page.getByRole("row").filter({ hasText: "@researcher" }).locator('[data-under-lead="true"]').waitFor();
  expect(complaints).toEqual([]);
});
