import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { PipedPane } from "../../src/daemon/sources/piped-pane.ts";
import { watched } from "../../src/daemon/sources/test-pane-markers.ts";
import { LocalExecutor } from "../../src/daemon/targets/executor/local-executor.ts";
import { controlArgs } from "../../src/daemon/targets/executor/tmux-command.ts";
import type { PipeEnd } from "../../src/daemon/targets/machine/pipe-end.ts";
import { PaneTaps } from "../../src/daemon/targets/pipes/pane-taps.ts";
import { RemotePipes } from "../../src/daemon/targets/pipes/remote-pipes.ts";
import { testObservedPane, testTopology } from "../../src/daemon/targets/tmux/test-topology.ts";
import { TmuxControl } from "../../src/daemon/targets/tmux/tmux-control.ts";
import { marker } from "../support/print.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";

it("[TX16, TX8] a capture newer than the splice under way waits for it: its marker is one signal", async () => {
  const { print, told, looks, before, arrives, spliced } = await lookDuringSplice();
  // a second one follows only if the first was put off
  await until(() => looks() >= before + 2 || told().length > 0);
  arrives();
  expect(await spliced).toBe(true);
  await until(() => told().length > 0);
  print(`\r\n${marker("working", "Later")}\r\n`);
  await until(() => told().includes("Later"));
  expect(told()).toEqual(["Which one?", "Later"]);
});

it("[TX16, TX8] a look that a splice has overtaken is made again: it may have shown more than the splice", async () => {
  const { told, looks, before, arrives, spliced } = await lookDuringSplice();
  await until(() => looks() > before);
  arrives();
  expect(await spliced).toBe(true);
  await until(() => told().length > 0);
  expect(told()).toEqual(["Which one?"]);
});

it("[TX16] a capture older than lines already read gives no signal again", async () => {
  const { output, print, told, looks } = await filteredPane();
  const says = async (word: string) => {
    print(`${marker("working", word)}\r\n`);
    await until(() => told().includes(word));
  };
  await says("One");
  const before = looks();
  output.noteActivity(1);
  await until(() => looks() > before);
  for (const word of ["Two", "Three"]) await says(word);
  // the look, which shows the first one alone, has been read, and the next one has not been made
  await sleep(600);
  await says("Four");
  expect(told()).toEqual(["One", "Two", "Three", "Four"]);
});

it("[TX16] what a pane prints in the very second in which its last viewer goes is looked at", async () => {
  const { output, print, told, taps, looks, paneId } = await filteredPane();
  const viewer = { wantsAll: true, bytes: () => {}, boundary: () => {}, ended: () => {} };
  const leave = taps.of(paneId).listen(viewer);
  expect(await taps.of(paneId).splice()).toBe("spliced");
  // all looks from before are over
  await until(async () => {
    const before = looks();
    await sleep(1_500);
    return looks() === before;
  });
  output.noteActivity(1);
  leave();
  await taps.release(paneId);
  print(marker("needs_input", "Which one?"));
  output.noteActivity(1);
  await until(() => told().length > 0);
  expect(told()).toEqual(["Which one?"]);
});

it("[TX8, MK6] a marker that a splice cuts in two, the first part of which the filter passes, is told and no near-miss", async () => {
  const { output, print, told, missed, markers } = await filteredPane();
  const said = marker("needs_input", "Which one?");
  print(`a line\r\n${said.slice(0, 20)}`);
  // heard from the filter once the splice has ended its input
  expect(await output.renew()).toBe(true);
  print(`${said.slice(20)}\r\n`);
  await until(() => told().length > 0);
  markers.stop();
  expect([told(), missed]).toEqual([["Which one?"], []]);
});

/** A link over which the last output of a replaced pipe may take its time. */
class SlowLinks extends RemotePipes {
  isWaitedFor = false;
  private arrival: Promise<void> = Promise.resolve();

  /** Returns what lets it arrive. */
  hold(): () => void {
    let arrives = () => {};
    this.arrival = new Promise((resolve) => {
      arrives = resolve;
    });
    return () => arrives();
  }

  override async make(paneId: string, passesAll: boolean): Promise<PipeEnd> {
    const end = await super.make(paneId, passesAll);
    const drained = end.drained.bind(end);
    end.drained = async (patienceMs) => {
      this.isWaitedFor = true;
      await this.arrival;
      await drained(patienceMs);
    };
    return end;
  }
}

/** A pane that prints a marker while a splice waits: tmux has captured the pane for the splice, and a look shows more. */
async function lookDuringSplice() {
  const pane = await filteredPane();
  const arrives = pane.links.hold();
  const spliced = pane.output.renew();
  await until(() => pane.links.isWaitedFor);
  pane.print(marker("needs_input", "Which one?"));
  pane.output.noteActivity(1);
  return { ...pane, before: pane.looks(), arrives, spliced };
}

/** A pane whose output is filtered as on another machine, and read for markers. */
async function filteredPane() {
  const box = sandbox();
  const paneId = box.session("work", "exec sleep 1000000");
  const control = attached(box, paneId);
  const executor = new LocalExecutor();
  const links = new SlowLinks({
    listen: (text) => executor.start(["sh", "-c", text, "sh", join(box.dir, "pipes")]),
    processes: async () => [],
  });
  onTestFinished(() => links.forget());
  let looks = 0;
  const runList = control.runList.bind(control);
  control.runList = (commands) => {
    if (commands.includes("capture-pane") && !commands.includes("pipe-pane")) looks += 1;
    return runList(commands);
  };
  const taps = new PaneTaps(links, 100);
  taps.observe(testTopology([], []), control);
  const pane = testObservedPane({ pane_id: paneId });
  const output = new PipedPane({ taps, pane, control, scrollback: 100, onUnfit: () => {} });
  onTestFinished(() => output.close());
  expect(await output.begin()).toBe("spliced");
  const { markers, told, missed } = watched();
  onTestFinished(() => markers.stop());
  output.onData((bytes) => markers.feed(bytes));
  output.onSplice((start) => markers.resume(start, 1));
  output.onLook(() => {
    const { heard } = markers;
    return (look) => markers.lookBesideLines(look, 1, heard);
  });
  const terminal = openSync(box.tmux("display-message", "-p", "-t", paneId, "#{pane_tty}"), TERMINAL);
  onTestFinished(() => closeSync(terminal));
  // the first look follows the beginning
  await until(() => looks > 0);
  const print = (text: string) => writeSync(terminal, text);
  return { output, paneId, taps, markers, told, missed, links, looks: () => looks, print };
}

const TERMINAL = constants.O_WRONLY | constants.O_NOCTTY;

function attached(box: Sandbox, paneId: string): TmuxControl {
  const session = box.tmux("display-message", "-p", "-t", paneId, "#{session_id}");
  const control = new TmuxControl(
    () => new LocalExecutor().start(["tmux", ...controlArgs(box.socketName, session)]),
    () => {},
  );
  onTestFinished(() => control.close());
  return control;
}
