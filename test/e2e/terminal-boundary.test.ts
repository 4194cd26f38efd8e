import { expect, it } from "vitest";
import { LocalExecutor } from "../../src/daemon/targets/local-executor.ts";
import { TmuxDoor } from "../../src/daemon/targets/tmux-door.ts";
import { PaneStream } from "../../src/daemon/terminal/pane-stream.ts";
import { sandbox, until } from "../support/sandbox.ts";

/** Counts upwards as fast as the pane takes it, a number a line. */
const COUNTER = `let n = 0; const go = () => { let s = ""; for (let i = 0; i < 200; i++) s += n++ + "\\n"; process.stdout.write(s, () => setImmediate(go)); }; go()`;
const NUMBER = /^\d+$/;

it("[TS1] what was told before a capture is in it to the last byte, and nothing more, whoever else prints", async () => {
  const box = sandbox();
  const pane = box.session("work", `exec ${process.execPath} -e '${COUNTER}'`);
  const session_id = box.tmux("display-message", "-p", "-t", pane, "#{session_id}");
  const executor = new LocalExecutor();
  let tail = "";
  const door = new TmuxDoor();
  const machine = { startTmux: (args: readonly string[]) => executor.start(["tmux", ...args]), door: () => door };
  const stream = new PaneStream(
    { machine, socketName: box.socketName, heartbeatMs: 5_000 },
    { pane_id: pane, session_id },
    [],
    {
      onOutput: (bytes) => {
        tail = (tail + Buffer.from(bytes).toString()).slice(-200);
      },
      onChange: () => {},
      onSize: () => {},
      onLife: () => {},
      onEnd: () => {},
      onSplice: () => {},
    },
  );
  await until(() => tail !== "");
  const wrong: string[] = [];
  for (let times = 0; times < 300; times += 1) {
    // a new neighbour is heard until it is paused
    if (times % 10 === 0) {
      if (times > 0) box.tmux("kill-pane", "-a", "-t", pane);
      box.tmux("split-window", "-d", "-t", pane, "-l", "3", "exec yes neighbour");
    }
    await stream.capture(0, "begin", ({ screen }) => {
      const told = tail.split("\r\n");
      const last = (told.at(-1) ?? "").trimEnd() || told.at(-2);
      // tmux from 3.4 on adds blanks
      const shown = screen.map((row) => row.trimEnd()).findLast((row) => NUMBER.test(row));
      if (last !== shown) wrong.push(`${last} told, ${shown} shown`);
    });
  }
  stream.close();
  expect(wrong).toEqual([]);
});
