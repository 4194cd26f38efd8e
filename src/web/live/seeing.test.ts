import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { Act, WaitingPane } from "./acting.ts";
import { createSeeing } from "./seeing.ts";

const settled = () => new Promise((done) => setImmediate(done));
const pane = (n: number) => testPane({ pane_id: `%${n}` }, asking(n)) as WaitingPane;

function opened(isDone = true) {
  const told: string[] = [];
  const timers: (() => void)[] = [];
  const act = async ({ identity }: WaitingPane, { type }: Act) => {
    told.push(`${type} ${identity.pane_id}`);
    return isDone;
  };
  const seeing = createSeeing({ act }, (_, then) => {
    timers.push(then);
    return () => void timers.splice(timers.indexOf(then), 1);
  });
  const ring = () => timers.splice(0).forEach((then) => void then());
  return { seeing, told, ring, hidden: () => [...seeing.hidden.get()] };
}

describe("putting calls away", () => {
  it("[UI38] they leave the list at once, and undoing it takes back just these", async () => {
    const { seeing, told, hidden } = opened();
    seeing.see([pane(1), pane(2)]);
    expect([hidden(), told]).toEqual([
      ["a1", "a2"],
      ["seen %1", "seen %2"],
    ]);
    seeing.undo();
    expect([hidden(), seeing.undoable.get(), [...seeing.restored.get()]]).toEqual([[], null, ["a1", "a2"]]);
    await settled();
    expect(told.slice(2)).toEqual(["unseen %1", "unseen %2"]);
    seeing.undo();
    await settled();
    expect(told).toHaveLength(4);
  });

  it("[UI38] undoing a snooze ends it", async () => {
    const { seeing, told } = opened();
    seeing.snooze([pane(1)], 5);
    seeing.undo();
    await settled();
    expect(told).toEqual(["snooze %1", "snooze %1"]);
  });

  it("[UI38] what is undone before the daemon has answered is undone once it has", async () => {
    const told: string[] = [];
    let answer = (_isDone: boolean) => {};
    const act = (_: WaitingPane, { type }: Act) => {
      told.push(type);
      return new Promise<boolean>((done) => {
        answer = done;
      });
    };
    const seeing = createSeeing({ act }, () => () => {});
    seeing.see([pane(1)]);
    seeing.undo();
    await settled();
    expect([told, [...seeing.restored.get()]]).toEqual([["seen"], ["a1"]]);
    answer(true);
    await settled();
    expect(told).toEqual(["seen", "unseen"]);
  });

  it("[UI38] a row whose action the daemon refuses comes back, and there is nothing to undo", async () => {
    const { seeing, hidden } = opened(false);
    seeing.see([pane(1)]);
    await Promise.resolve();
    expect([hidden(), seeing.undoable.get()]).toEqual([[], null]);
  });

  it("[UI38] a call that stays open after being marked is shown again, and undo is offered for a limited time", async () => {
    const { seeing, ring, hidden } = opened();
    seeing.see([pane(1)]);
    await Promise.resolve();
    expect(hidden()).toEqual(["a1"]);
    ring();
    expect([hidden(), seeing.undoable.get()]).toEqual([[], null]);
  });
});
