import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { LocalExecutor } from "../../src/daemon/targets/executor/local-executor.ts";
import { controlArgs } from "../../src/daemon/targets/executor/tmux-command.ts";
import { ChannelEnd } from "../../src/daemon/targets/pipes/channel-end.ts";
import { FifoEnd } from "../../src/daemon/targets/pipes/fifo-end.ts";
import { FloodGauge } from "../../src/daemon/targets/pipes/flood-gauge.ts";
import { PaneTap } from "../../src/daemon/targets/pipes/pane-tap.ts";
import { TmuxControl } from "../../src/daemon/targets/tmux/tmux-control.ts";
import { messages } from "../support/event-log.ts";
import { marker, script } from "../support/print.ts";
import { untilPaneOf, watchedPane } from "../support/remote-target.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { view } from "../support/terminal-viewer.ts";

/** Counts as fast as the pane accepts output, one number per line. */
const COUNTER = `let n = 0; const go = () => { let s = ""; for (let i = 0; i < 200; i++) s += n++ + "\\n"; process.stdout.write(s, () => setImmediate(go)); }; go()`;
const NUMBER = /^\d+$/;
const VIEWERS = 50;

it.each(["here", "over ssh"])(
  "[TX8, SR13] no marker is lost and none is told twice in a flood that 50 viewers look into, each for a moment, %s",
  { timeout: 180_000 },
  async (where) => {
    const { box, place, pane, ref } = where === "here" ? await registeredHere() : await registeredElsewhere();
    const over = join(place.dir, "over");
    const flood = [
      "n=0",
      `until [ -e ${over} ]; do said="${marker("working", "number $n")}"; n=$((n + 1))`,
      // in two parts, cut at every place in turn: a splice may be in between
      `part=$(printf '%.*s' $((n % 33)) "$said"); printf %s "$part"; sleep 0.02; echo "\${said#"$part"}"`,
      "seq 1 400; sleep 0.1; done",
      `echo "${marker("completed", "they were $n")}"`,
    ];
    place.type(pane, script(place, ...flood));
    for (let viewer = 0; viewer < VIEWERS; viewer += 1) {
      const { socket } = await view(box, ref);
      await sleep(30);
      socket.close();
    }
    writeFileSync(over, "");
    const end = () => messages(box, "marker", pane).find((word) => word.startsWith("they were"));
    await until(
      () => end() !== undefined,
      () => `${messages(box, "marker", pane).length} markers were heard`,
    );
    const said = Array.from({ length: Number(end()?.split(" ").at(-1)) }, (_, n) => `number ${n}`);
    // a machine that cannot keep up for more than 2,000 lines loses some, and says so
    const isTold = (await box.status()).problems.some(({ code }) => code === "OUTPUT_GAP");
    const heard = messages(box, "marker", pane);
    const expected = isTold ? said.filter((word) => heard.includes(word)) : said;
    expect(heard).toEqual([...expected, end()]);
  },
);

async function registeredHere() {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const pane = await box.registered("work");
  return { box, place: box, pane, ref: pane };
}

async function registeredElsewhere() {
  const { vm, box, pane } = await watchedPane();
  return { box, place: vm, pane, ref: (await untilPaneOf(box, "vm1", pane, () => true)).ref };
}

it("[TX8, SR16, SR13] viewing a pane gives no signal for markers printed before, on either screen", async () => {
  const box = sandbox();
  const pane = box.session("work");
  box.type(pane, script(box, `echo '${marker("needs_input", "long ago")}'; seq 1 500`));
  await until(() => box.screen(pane).includes("500"));
  await box.startDaemon();
  await box.register(pane);
  const viewed = async () => (await view(box, pane)).socket.close();
  await viewed();
  const painting = [
    "printf '\\033[?1049h'",
    `until [ -e ${box.dir}/over ]; do sleep 0.05; done`,
    "printf '\\033[?1049l'",
  ];
  box.type(pane, script(box, `echo '${marker("working", "now")}'`, ...painting));
  await until(() => messages(box, "marker", pane).length > 0);
  await viewed();
  writeFileSync(join(box.dir, "over"), "");
  // typed ahead, the command's output would follow the prompt in the same line
  await until(() => box.screen(pane).includes("500"));
  box.type(pane, script(box, `echo '${marker("completed", "at last")}'`));
  await until(() => messages(box, "marker", pane).includes("at last"));
  expect(messages(box, "marker", pane)).toEqual(["now", "at last"]);
});

it.each(["here", "over a channel"])(
  "[TX8, TS1] what comes after a splice begins exactly where its capture ends, %s",
  async (where) => {
    const box = sandbox();
    const pane = box.session("work", `exec ${process.execPath} -e '${COUNTER}'`);
    const session = box.tmux("display-message", "-p", "-t", pane, "#{session_id}");
    const executor = new LocalExecutor();
    const control = new TmuxControl(
      () => executor.start(["tmux", ...controlArgs(box.socketName, session)]),
      () => {},
    );
    const listen = (text: string) => executor.start(["sh", "-c", text, "sh", join(box.dir, "pipes")]);
    const tap = new PaneTap({
      paneId: pane,
      startLines: 200,
      canFilter: false,
      control: () => control,
      makeEnd: () =>
        where === "here"
          ? FifoEnd.make(join(box.dir, `fifo-${randomUUID()}`))
          : ChannelEnd.make(listen, Object.assign(new FloodGauge(), { add: () => false })),
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
      wantsAll: true,
      bytes(bytes) {
        if (shown === null) return;
        after += Buffer.from(bytes).toString();
        const [next, ...others] = after.split(/\r?\n/);
        if (others.length === 0) return;
        seams.push([shown, Number(next)]);
        shown = null;
      },
      boundary({ screen: captured }) {
        if (captured === null) throw new Error("no screen was captured");
        const { screen, facts } = captured;
        const above = screen.slice(0, facts.cursor.y).map((row) => row.trimEnd());
        shown = Number(above.filter((row) => NUMBER.test(row)).at(-1));
        // the start of a number, or a whole one without its line end
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
  },
);
