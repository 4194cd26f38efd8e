import { expect, it } from "vitest";
import { approvalIn, askingAgents } from "../support/asking-agents.ts";
import { DESKTOP, expectFit, openDashboard, PHONE, untilApprovalActs } from "../support/page.ts";
import { until } from "../support/sandbox.ts";

const COMMAND = `npm run build -- ${Array.from({ length: 30 }, (_, n) => `--define=VALUE_${n}=${n}`).join(" ")} && touch /tmp/and-this`;

it("[UI28] all of a long command can be read before it is approved, at a desk and on a phone; an edit shows its diff", {
  timeout: 180_000,
}, async () => {
  const { box, api, web } = await askingAgents("api", "web");
  await approvalIn(box, api, COMMAND);
  const [old_string, new_string] = ["name = demo\nport = 8080\n", "name = demo\nport = 80\n"];
  await approvalIn(box, web, { edit: { file_path: "/w/app.ini", old_string, new_string } });

  const listed = await box.agtmux(["questions"], { env: { COLUMNS: "60" } });
  expect(listed.stdout.replaceAll(/\n {5}/g, "")).toContain(COMMAND);
  expect(listed.stdout).toContain("     -port = 8080\n     +port = 80\n");

  for (const viewport of [DESKTOP, PHONE]) {
    const { page } = await openDashboard(box, viewport);
    const command = page.getByRole("article", { name: /npm run build/ }).locator(".ask-detail pre");
    await command.waitFor();
    expect(await command.textContent()).toBe(`${COMMAND}\n`);
    await command.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const isEndSeen = () =>
      command.evaluate((box) => {
        const { left, right, bottom } = box.getBoundingClientRect();
        return (
          box.scrollTop + box.clientHeight >= box.scrollHeight - 1 && left >= 0 && right <= innerWidth && bottom > 0
        );
      });
    await until(isEndSeen);
    const edit = page.getByRole("article", { name: /app.ini/ });
    await edit.click();
    await edit.getByRole("button", { name: /^Approve/ }).waitFor();
    expect(await edit.locator("[data-change=removed]").allTextContents()).toEqual(["-port = 8080\n"]);
    expect(await edit.locator("[data-change=added]").allTextContents()).toEqual(["+port = 80\n"]);
    await expectFit(page);
    await page.close();
  }
});

it("[UI26] an approval whose words have changed is refused on the page, which then shows the new ones", {
  timeout: 180_000,
}, async () => {
  const { box, api: agent } = await askingAgents("api");
  await approvalIn(box, agent, "make all");
  const { page } = await openDashboard(box);
  await untilApprovalActs(page, "make all");
  // hold the answer back until the agent asks something else
  let arrive = () => {};
  const isChanged = new Promise<void>((changed) => {
    arrive = changed;
  });
  await page.route(/\/v1\/questions\/answer$/, async (route) => {
    await isChanged;
    await route.continue();
  });
  await page.keyboard.press("a");
  await page.getByText("Approve: sending…").waitFor();
  agent.ask({ command: "make all && touch /tmp/gone" });
  await until(async () => JSON.stringify(await box.client.questions()).includes("touch /tmp/gone"));
  arrive();
  await page
    .getByRole("alert")
    .getByText(/Approve was refused/)
    .waitFor();
  await page.locator(".ask-detail", { hasText: "make all && touch /tmp/gone" }).waitFor();
  await page.getByRole("button", { name: /^Approve/ }).waitFor();
  expect(agent.read()).toEqual([]);
});
