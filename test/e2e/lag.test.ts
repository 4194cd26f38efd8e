import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { daemonPid } from "../support/daemon-life.ts";
import { messages } from "../support/event-log.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

/** More than the daemon takes for a hiccup. */
const STANDS_STILL_MS = 3_500;

it("[SR24] a daemon that stood still lets go of its pipes, and hears once what was printed meanwhile", async () => {
  const box = sandbox();
  await box.startDaemon();
  const paneId = await box.registered("work");
  const pid = daemonPid(box);
  process.kill(pid, "SIGSTOP");
  try {
    // more than a pipe holds, so that tmux must keep it
    box.type(paneId, "seq 1 200000; echo '--<[schmux:needs_input:while it slept]>--'");
    await until(() => box.screen(paneId).includes("while it slept]>--\n"));
    await sleep(STANDS_STILL_MS);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await untilPane(box, paneId, (item) => item.state === "waiting_input");
  await until(() => box.log().includes("the daemon stood still"));
  box.type(paneId, "echo '--<[schmux:completed:awake]>--'");
  await untilPane(box, paneId, (item) => item.state === "completed");
  expect(messages(box, "marker", paneId)).toEqual(["while it slept", "awake"]);
});
