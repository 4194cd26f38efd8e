import { expect, it } from "vitest";
import { expectFit, openDashboard, PHONE } from "../support/page.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { tellUsage } from "../support/tell-usage.ts";

it("[UG12] the page of usage has a chart and a table of it, and groups it as picked", {
  timeout: 120_000,
}, async () => {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  tellUsage(box, "m1", { input: 8_889, output: 289 }, 0.03);
  await until(async () => (await box.client.usage([])).sum.calls === 1);
  const { page } = await openDashboard(box, PHONE);
  await page.goto(new URL("/usage", page.url()).href);
  await page.getByRole("img", { name: "Tokens by day" }).waitFor();
  await page.getByLabel("By", { exact: true }).selectOption("model");
  await page.getByRole("img", { name: "Tokens by model" }).waitFor();
  const row = page.getByRole("row", { name: /gpt-x/ });
  expect(await row.getByRole("cell").allTextContents()).toEqual([
    "$0.03",
    "11.4k",
    "1",
    "8.9k",
    "2.2k",
    "0",
    "289",
    "44",
  ]);
  await expectFit(page);
});
