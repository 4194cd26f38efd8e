import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { query } from "../support/event-log.ts";
import { SettableClock } from "../support/fake-clock.ts";
import { isLong } from "../support/long.ts";
import { marker, print } from "../support/print.ts";
import { type Sandbox, sandbox, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";

const DAY = 86_400;
/** Offsets from the true time, in seconds. A long jump forward counts as time passed, and has its own test below. */
const JUMPS = isLong ? [30, -DAY, -DAY + 50, -1 - DAY, -3 * DAY, -400 * DAY] : [30, -DAY, -DAY - 1];

function settable(): SettableClock {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-clock-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return new SettableClock(dir);
}

async function start(box: Sandbox, clock: SettableClock): Promise<void> {
  const ran = await box.agtmux(["daemon", "start"], { env: clock.env });
  if (ran.code !== 0) throw new Error(ran.stderr);
}

/** Three panes, each with its own signal transport; messages are numbered. */
async function senders(box: Sandbox, clock: SettableClock) {
  const [spool, printing, writing] = [
    await box.registered("spool"),
    await box.registered("marker"),
    await box.registered("file"),
  ];
  const tmux = box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
  const file = await box.statusFile(writing);
  let said = 0;
  const say = async (state: string) => {
    said += 1;
    const word = `word ${said}`;
    drop(box, { agent: "schmux", event: state, pane: spool, tmux, payload: word }, clock.now());
    print(box, printing, `${marker(state, word)}\n`);
    writeFileSync(`${file}.new`, `${state} ${word}\n`);
    clock.date(`${file}.new`);
    renameSync(`${file}.new`, file);
    for (const pane of [spool, printing, writing]) await untilPane(box, pane, ({ message }) => message === word);
    return word;
  };
  return { panes: [spool, printing, writing], say };
}

it("[FT3] whatever the clock is set to, the last word counts, and nothing ages by it", {
  timeout: 180_000,
}, async () => {
  const clock = settable();
  const box = sandbox({ AGTMUX_RECONCILE: "300ms" });
  box.session("first");
  await start(box, clock);
  const { panes, say } = await senders(box, clock);
  const states = async () => Promise.all(panes.map(async (pane) => (await box.pane(pane)).state));
  const said: string[] = [];
  for (const [index, jump] of JUMPS.entries()) {
    // running is doubted after half an hour without events, and completed becomes idle after two minutes
    const [state, shown] = index % 2 === 0 ? ["working", "running"] : ["completed", "completed"];
    said.push(await say(state as string));
    expect(await states()).toEqual(panes.map(() => shown));
    clock.set(jump);
    // the daemon has read its clock many times before this returns
    await box.agtmux(["list", "panes"]);
    expect(await states()).toEqual(panes.map(() => shown));
    said.push(await say("needs_input"));
    expect(await states()).toEqual(panes.map(() => "waiting_input"));
    if (index === 1) await stopDaemon(box).then(() => start(box, clock));
    if (index === 2) await killDaemon(box).then(() => start(box, clock));
    expect(await states()).toEqual(panes.map(() => "waiting_input"));
  }
  said.push(await say("error"));
  for (const pane of panes) {
    const log = query<{ message: string }>(
      box,
      "SELECT message FROM events WHERE pane_id = ? AND source IN ('command', 'marker', 'status_file') ORDER BY at, rowid",
      pane,
    );
    expect(log.map(({ message }) => message)).toEqual(said);
  }
});

it("[FT3] a long leap forward counts as passed time, and later signals are heard", async () => {
  const clock = settable();
  const box = sandbox({ AGTMUX_RECONCILE: "300ms" });
  box.session("first");
  await start(box, clock);
  const { panes, say } = await senders(box, clock);
  for (const [state, then] of [
    ["working", "unknown"],
    ["completed", "idle"],
  ] as const) {
    await say(state);
    clock.set(then === "unknown" ? DAY : 2 * DAY);
    // what is completed waits to be seen, however long
    if (then === "idle") for (const pane of panes) await box.agtmux(["seen", pane]);
    for (const pane of panes) await untilPane(box, pane, (item) => item.state === then);
    await say("needs_input");
    for (const pane of panes) expect((await box.pane(pane)).state).toBe("waiting_input");
  }
});

it("[FT3] signals are heard by the daemon after one that was killed right after its clock was set back and forth", async () => {
  const clock = settable();
  const box = sandbox({ AGTMUX_RECONCILE: "300ms" });
  box.session("first");
  await start(box, clock);
  const { say } = await senders(box, clock);
  await say("working");
  for (const offset of [-3_600, 0]) {
    clock.set(offset);
    await box.agtmux(["list", "panes"]);
    await say("needs_input");
  }
  await killDaemon(box);
  await start(box, clock);
  // waits until each pane shows it
  await say("completed");
});

it("[FT3] time goes on after the clock was set back", async () => {
  const clock = settable();
  const box = sandbox({ AGTMUX_COMPLETED_TO_IDLE: "2s" });
  box.session("first");
  await start(box, clock);
  const { panes, say } = await senders(box, clock);
  clock.set(-DAY);
  await say("completed");
  for (const pane of panes) await box.agtmux(["seen", pane]);
  for (const pane of panes) await untilPane(box, pane, ({ state }) => state === "idle");
  await say("working");
  for (const pane of panes) expect((await box.pane(pane)).state).toBe("running");
});
