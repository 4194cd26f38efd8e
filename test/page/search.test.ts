import { expect, it } from "vitest";
import { DESKTOP, expectFit, expectThumbSized, goByKeys, openDashboard, PHONE } from "../support/page.ts";
import { until } from "../support/sandbox.ts";
import { endedConversation, searching } from "../support/searching.ts";

it("[WK56] words are searched as they are typed, and a hit opens its conversation at the turn", {
  timeout: 180_000,
}, async () => {
  const box = searching();
  endedConversation(box, ["Earlier", "How deep is the harbour?", "And now?"], "It is <b>very</b> deep.");
  await box.startDaemon();
  const isIndexed = async () => {
    const { hits } = await box.json<{ hits: unknown[] }>("search", "harbour", "--json");
    return hits.length === 1;
  };
  await until(isIndexed);

  const { page, complaints } = await openDashboard(box, DESKTOP);
  await goByKeys(page, "w");
  await page.getByRole("heading", { name: "Search" }).waitFor();
  await page.locator("body").press("/");
  await page.getByRole("searchbox").fill("deep harbour");
  const row = page.getByRole("listitem").filter({ hasText: "/src/old" });
  await row.waitFor();
  expect(await row.locator("mark").allTextContents()).toEqual(["deep", "harbour"]);
  await expectFit(page);
  await row.getByRole("link").click();
  const talk = page.getByRole("region", { name: "Conversation" });
  await talk.getByText("It is <b>very</b> deep.").waitFor();
  expect(await talk.getByRole("article").count()).toBe(2);
  expect(await talk.getByText("Earlier").count()).toBe(0);
  await page.getByRole("button", { name: "Go to its end" }).click();
  await talk.getByText("Earlier").waitFor();
  await page.getByRole("button", { name: "Back to what was found" }).click();
  await row.waitFor();

  const phone = await openDashboard(box, PHONE);
  await phone.page.goto(new URL("/search?q=harbour", phone.page.url()).href);
  await phone.page.locator("mark").waitFor();
  await expectFit(phone.page);
  await expectThumbSized(phone.page);
  await phone.page.getByRole("link", { name: "harbour" }).click();
  await phone.page.getByText("It is <b>very</b> deep.").waitFor();
  await expectFit(phone.page);
  await expectThumbSized(phone.page);
  expect([...complaints, ...phone.complaints]).toEqual([]);
});
