import { expect, it } from "vitest";
import type { PrintingMessage } from "../../core/protocol/lists/stream.ts";
import { PrintingPanes } from "./printing-panes.ts";

const pane = (pane_id: string) => ({ target: "host", pane_id });

it("[AP45] reports when a pane begins and stops printing, and nothing in between", () => {
  const clock = { at: 0, now: () => clock.at };
  const printing = new PrintingPanes(clock);
  const told: PrintingMessage[] = [];
  printing.subscribe((message) => told.push(message));
  printing.tick();
  expect(told).toEqual([]);
  for (clock.at = 0; clock.at < 10_000; clock.at += 500) {
    for (let n = 0; n < 100; n += 1) printing.note("host", "%1");
    if (clock.at === 2_000) printing.note("host", "%2");
    printing.tick();
  }
  expect(told).toEqual([
    { type: "printing", began: [pane("%1")], ended: [] },
    { type: "printing", began: [pane("%2")], ended: [] },
    { type: "printing", began: [], ended: [pane("%2")] },
  ]);
  const late: PrintingMessage[] = [];
  const leave = printing.subscribe((message) => late.push(message));
  expect(late).toEqual([{ type: "printing", began: [pane("%1")], ended: [] }]);
  leave();
  clock.at += 60_000;
  printing.tick();
  expect([told.at(-1), late.length]).toEqual([{ type: "printing", began: [], ended: [pane("%1")] }, 1]);
});
