import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { OutputClient } from "../../src/daemon/sources/output-client.ts";
import { LocalExecutor } from "../../src/daemon/targets/local-executor.ts";
import { TmuxDoor } from "../../src/daemon/targets/tmux-door.ts";
import { testObservedPane } from "../../src/daemon/test-topology.ts";
import { sandbox, until } from "../support/sandbox.ts";

/** Counts upwards as fast as the pane takes it, a number a line. */
const COUNTER = `let n = 0; const go = () => { let s = ""; for (let i = 0; i < 20; i++) s += n++ + "\\n"; process.stdout.write(s, () => setImmediate(go)); }; go()`;
const LINE_END = "\r\n";

it("[SR16] what a pane prints goes on right where its first look ended, over a slow line and whoever else prints", async () => {
  const box = sandbox();
  const pane = box.session("work", `exec ${process.execPath} -e '${COUNTER}'`);
  const busy = box.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane, "-l", "3", "exec yes neighbour");
  const session_id = box.tmux("display-message", "-p", "-t", pane, "#{session_id}");
  const executor = new LocalExecutor();
  let line: ChildProcessWithoutNullStreams | null = null;
  const startTmux = (args: readonly string[]) => {
    line = executor.start(["tmux", ...args]);
    return line;
  };
  const deps = { machine: { startTmux, door: () => new TmuxDoor() }, socketName: box.socketName, heartbeatMs: 60_000 };
  const client = new OutputClient(deps, session_id);
  const listen = async (pane_id: string) => {
    const opened = await client.open(testObservedPane({ pane_id, session_id }), 0);
    if (opened.status !== "open") throw new Error(opened.status);
    let heard = "";
    opened.output.onData((bytes) => {
      if (heard.length < 1_000) heard += Buffer.from(bytes).toString();
    });
    await until(() => heard.split(LINE_END).length > 3);
    const shown = opened.start.rows.findLast((row) => row !== "") ?? "";
    return { shown, heard };
  };
  await listen(busy);
  const wrong: string[] = [];
  for (let times = 0; times < 100; times += 1) {
    const slow = line as ChildProcessWithoutNullStreams | null;
    slow?.stdout.pause();
    // tmux has more to tell than goes through at once
    await sleep(10);
    const opening = listen(pane);
    await sleep(20);
    slow?.stdout.resume();
    const { shown, heard } = await opening;
    // the last row may be a number whose end is still to come, or one whose line is full
    if (![`${shown}${heard}`, `${shown}${LINE_END}${heard}`].some(counts)) wrong.push(`${shown}|${heard.slice(0, 30)}`);
  }
  client.close();
  expect(wrong).toEqual([]);
});

function counts(text: string): boolean {
  const numbers = text.split(LINE_END).slice(0, 3).map(Number);
  return numbers.every((each, index) => each === (numbers[0] ?? 0) + index);
}
