import { expect, it } from "vitest";
import { claudeWithTranscript } from "../support/claude-transcript.ts";
import { DESKTOP, expectFit, expectThumbSized, openDashboard, PHONE } from "../support/page.ts";
import { sandbox } from "../support/sandbox.ts";

const WORDS =
  "The build **works** now:\n\n1. `make` is green\n2. <img src=x onerror=alert(1)>\n\n```sh\nmake test\n```\n";

it("[WK6, WK7] a phone begins with the conversation, which goes on as the agent speaks; a wide page has it as a tab", {
  timeout: 180_000,
}, async () => {
  const box = sandbox();
  const { pane, write, hook } = await claudeWithTranscript(box);
  write("user", "Mend the build, please");
  write("assistant", [{ type: "tool_use", id: "c1", name: "Bash", input: { command: "make test" } }]);
  write("user", [{ type: "tool_result", tool_use_id: "c1", is_error: true, content: "make: *** [test] Error 1" }]);
  write("assistant", [{ type: "text", text: WORDS }]);

  const { page, complaints } = await openDashboard(box, PHONE);
  const address = new URL(`/pane/host/${pane.slice(1)}`, page.url()).href;
  await page.goto(address);
  const talk = page.getByRole("region", { name: "Conversation" });
  await talk.getByText("Mend the build, please").waitFor();
  await talk.getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(await talk.locator("img").count()).toBe(0);
  const call = talk.getByText("make test").first();
  expect(await talk.getByText("Error 1").isVisible()).toBe(false);
  await call.click();
  await talk.getByText("Error 1").waitFor();
  await expectFit(page);
  await expectThumbSized(page);
  write("assistant", [{ type: "text", text: "It is done." }]);
  await talk.getByText("It is done.").waitFor();
  hook("Stop", { last_assistant_message: "It is done." });

  const wide = await openDashboard(box, DESKTOP);
  await wide.page.goto(address);
  await wide.page.getByRole("tab", { name: "Terminal", selected: true }).waitFor();
  await wide.page.getByRole("tab", { name: "Conversation" }).click();
  const there = wide.page.getByRole("region", { name: "Conversation" });
  await there.getByText("It is done.").waitFor();
  await expectFit(wide.page);
  await wide.page.locator("body").press("l");
  await wide.page.getByRole("tab", { name: "Terminal", selected: true }).waitFor();

  const link = await page.getByTitle("Link to this turn").first().getAttribute("href");
  await wide.page.goto(new URL(link ?? "", address).href);
  await wide.page.getByRole("tab", { name: "Conversation", selected: true }).waitFor();
  await wide.page.locator("body").press("t");
  await wide.page.locator('.terminal-box[data-typing="true"]').waitFor();
  expect([...complaints, ...wide.complaints]).toEqual([]);
});

it("[WK6] a phone shows the terminal where there is no conversation yet", { timeout: 120_000 }, async () => {
  const box = sandbox();
  const { pane } = await claudeWithTranscript(box, { isWritten: false });
  const { page } = await openDashboard(box, PHONE);
  await page.goto(new URL(`/pane/host/${pane.slice(1)}`, page.url()).href);
  await page.getByRole("tab", { name: "Terminal", selected: true }).waitFor();
});
