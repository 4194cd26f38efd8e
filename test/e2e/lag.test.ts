import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { daemonPid } from "../support/daemon-life.ts";
import { messages } from "../support/event-log.ts";
import { marker, script } from "../support/print.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** Longer than a stall that the daemon ignores. */
const STANDS_STILL_MS = 3_500;

it("[TX19] a daemon that was stopped drops its pipes, and reads once what was printed meanwhile", async () => {
  const box = sandbox();
  await box.startDaemon();
  const paneId = await box.registered("work");
  await whileAsleep(box, async () => {
    // more than a pipe's buffer, so that tmux must hold the rest
    box.type(paneId, "seq 1 200000; echo '--<[schmux:needs_input:while it slept]>--'");
    await until(() => box.screen(paneId).includes("while it slept]>--\n"));
  });
  await untilPane(box, paneId, (item) => item.state === "waiting_input");
  await until(() => box.log().includes("the daemon stood still"));
  box.type(paneId, "echo '--<[schmux:completed:awake]>--'");
  await untilPane(box, paneId, (item) => item.state === "completed");
  expect(messages(box, "marker", paneId)).toEqual(["while it slept", "awake"]);
});

it("[TX19] lost lines are counted and reported, and within 2,000 lines none is lost", async () => {
  const box = sandbox();
  await box.startDaemon();
  const paneId = await box.registered("work");
  const say = (word: string) => `echo '${marker("working", word)}'`;
  const lost = ["seq 1 100000", say("out of reach"), "seq 1 100000"];
  const kept = [say("far above"), "seq 1 1000", say("above"), "seq 1 500", say("in view")];
  await whileAsleep(box, async () => {
    box.type(paneId, script(box, ...lost, ...kept));
    await until(() => box.screen(paneId).includes("in view"));
  });
  await until(() => messages(box, "marker", paneId).includes("in view"));
  const [first, ...others] = messages(box, "marker", paneId);
  // on a busy machine, the daemon may read far more of the old pipe before it has a new one
  if (first === "out of reach") return expect(others).toEqual(["far above", "above", "in view"]);
  expect([first, ...others]).toEqual(["far above", "above", "in view"]);
  const { problems } = await box.status();
  expect(problems).toMatchObject([
    { code: "OUTPUT_GAP", message: expect.stringContaining(`printed more than could be read, once (last ${paneId})`) },
  ]);
});

/** Stops the daemon while `job` runs, and for a while longer. */
async function whileAsleep(box: Sandbox, job: () => Promise<void>): Promise<void> {
  const pid = daemonPid(box);
  process.kill(pid, "SIGSTOP");
  try {
    await job();
    await sleep(STANDS_STILL_MS);
  } finally {
    process.kill(pid, "SIGCONT");
  }
}
