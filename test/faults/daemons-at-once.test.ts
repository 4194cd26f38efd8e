import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Database } from "../../src/daemon/store/database.ts";
import { daemonPid } from "../support/daemon-life.ts";
import { messages } from "../support/event-log.ts";
import { isLong } from "../support/long.ts";
import { AGTMUX, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

const AT_ONCE = 20;
const ROUNDS = isLong ? 5 : 1;

it("[LK1] when twenty daemons start at once, one stays, the others name it, and nothing is damaged", {
  timeout: 180_000 * ROUNDS,
}, async () => {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const pane = await box.registered("work");
  const said: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await box.agtmux(["daemon", "stop"]);
    for (let n = 0; n < 50; n += 1) {
      said.push(`round ${round} entry ${n}`);
      drop(box, { agent: "schmux", event: "working", pane, payload: said.at(-1) as string });
    }
    const children = Array.from({ length: AT_ONCE }, () => spawned(AGTMUX, ["daemon", "run"], box.env));
    const words = children.map((child) => {
      let text = "";
      child.stderr.on("data", (chunk) => {
        text += chunk;
      });
      return () => text;
    });
    const ends = children.map((child) => once(child, "exit") as Promise<[number | null]>);
    await until(() => children.filter(({ exitCode }) => exitCode === null).length === 1);
    const winner = children.findIndex(({ exitCode }) => exitCode === null);
    // it answers once it has looked at tmux
    await until(async () => (await box.status()).running);
    const { pid } = await box.status();
    expect([pid, daemonPid(box)]).toEqual([children[winner]?.pid, pid]);
    for (const [index, end] of ends.entries()) {
      if (index === winner) continue;
      expect([(await end)[0], words[index]?.()]).toEqual([11, expect.stringContaining("[E_DAEMON_RUNNING]")]);
    }
    await untilPane(box, pane, ({ message }) => message === said.at(-1));
  }
  expect(messages(box, "command", pane).toSorted()).toEqual(said.toSorted());
  await box.agtmux(["daemon", "stop"]);
  const db = new Database(join(box.home, "agtmux.db"), { readOnly: true });
  expect(db.pragma("integrity_check")).toBe("ok");
  db.close();
});
