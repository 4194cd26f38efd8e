import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { FifoEnd } from "../../src/daemon/taps/fifo-end.ts";
import { PaneTap } from "../../src/daemon/taps/pane-tap.ts";
import { LocalExecutor } from "../../src/daemon/targets/local-executor.ts";
import { controlArgs } from "../../src/daemon/targets/tmux-command.ts";
import { TmuxControl } from "../../src/daemon/targets/tmux-control.ts";
import { TmuxDoor } from "../../src/daemon/targets/tmux-door.ts";
import { messages } from "../support/event-log.ts";
import { marker, script } from "../support/print.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { view } from "../support/terminal-viewer.ts";

/** Counts upwards as fast as the pane takes it, a number a line. */
const COUNTER = `let n = 0; const go = () => { let s = ""; for (let i = 0; i < 200; i++) s += n++ + "\\n"; process.stdout.write(s, () => setImmediate(go)); }; go()`;
const NUMBER = /^\d+$/;
const VIEWERS = 50;
const MARKERS = 60;

it("[TX8, SR13] no marker is lost and none is told twice in a flood that 50 viewers look into, each for a moment", {
  timeout: 120_000,
}, async () => {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const pane = await box.registered("work");
  const said = Array.from({ length: MARKERS }, (_, n) => `number ${n}`);
  const flood = said.map((word) => `echo '${marker("working", word)}'; seq 1 400; sleep 0.1`);
  box.type(pane, script(box, ...flood, `echo '${marker("completed", "that was all")}'`));
  for (let viewer = 0; viewer < VIEWERS; viewer += 1) {
    const { socket } = await view(box, pane);
    await sleep(30);
    socket.close();
  }
  await until(
    () => messages(box, "marker", pane).includes("that was all"),
    () => `${messages(box, "marker", pane).length} markers were heard`,
    90_000,
  );
  expect(messages(box, "marker", pane)).toEqual([...said, "that was all"]);
});

it("[TX8, TS1] what comes after a splice begins exactly where its capture ends, in any flood", async () => {
  const box = sandbox();
  const pane = box.session("work", `exec ${process.execPath} -e '${COUNTER}'`);
  const session = box.tmux("display-message", "-p", "-t", pane, "#{session_id}");
  const executor = new LocalExecutor();
  const start = () => executor.start(["tmux", ...controlArgs(box.socketName, session)]);
  const control = new TmuxControl(new TmuxDoor(), start, () => {});
  const tap = new PaneTap({
    paneId: pane,
    scrollback: 200,
    control: () => control,
    makeEnd: () => FifoEnd.make(join(box.dir, `fifo-${randomUUID()}`)),
    isLeftBehind: async () => false,
  });
  onTestFinished(async () => {
    await tap.close();
    control.close();
  });
  let shown: number | null = null;
  let after = "";
  const seams: [shown: number, next: number][] = [];
  tap.listen({
    bytes(bytes) {
      if (shown === null) return;
      after += Buffer.from(bytes).toString();
      const [next, ...others] = after.split(/\r?\n/);
      if (others.length === 0) return;
      seams.push([shown, Number(next)]);
      shown = null;
    },
    boundary({ screen: { screen, facts } }) {
      const above = screen.slice(0, facts.cursor.y).map((row) => row.trimEnd());
      shown = Number(above.filter((row) => NUMBER.test(row)).at(-1));
      // the beginning of a number, or all of it but its end
      after = screen[facts.cursor.y]?.trimEnd() ?? "";
    },
    ended() {},
  });
  await until(() =>
    box
      .screen(pane)
      .split("\n")
      .some((row) => NUMBER.test(row)),
  );
  for (let splice = 0; splice < 60; splice += 1) {
    expect(await tap.splice()).toBe("spliced");
    await until(() => seams.length > splice);
  }
  expect(seams.filter(([last, next]) => next !== last + 1)).toEqual([]);
});
