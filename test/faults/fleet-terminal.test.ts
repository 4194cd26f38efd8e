import { expect, it } from "vitest";
import { killDaemon } from "../support/daemon-life.ts";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { until } from "../support/sandbox.ts";
import { view } from "../support/terminal-viewer.ts";

it("[FL35] a far terminal ends with words when the pane's daemon is killed, types nothing of what came too late, and opens again", async () => {
  const nats = await startNats();
  const [one, two] = await Promise.all([
    member("one", nats.url),
    member("two", nats.url, ['share = "output"', 'allow = ["look", "one:send", "one:answer"]']),
  ]);
  const pane = await two.registered("work");
  const there = (await two.pane(pane)).ref.replace("pane:", "pane:two.");
  two.type(pane, "agtmux signal working");
  const isAtWork = async () => (await one.panes()).items.some(({ ref, state }) => ref === there && state === "running");
  await until(isAtWork);
  const before = await view(one, there);
  await killDaemon(two);
  before.type("echo late\r");
  await until(() => before.all("interrupted").length > 0);
  expect(before.all("interrupted")).toMatchObject([
    { error: { message: expect.stringContaining("nothing was heard") } },
  ]);
  await two.startDaemon();
  await until(isAtWork);
  const after = await view(one, there);
  after.type("echo on-$((40+2))-time\r");
  await until(() => after.rows().some((row) => row.startsWith("on-42-time")));
  expect(two.screen(pane)).not.toContain("late");
});
