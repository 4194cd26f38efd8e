import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stopDaemon } from "../support/daemon-life.ts";
import { person } from "../support/person.ts";
import { type Sandbox, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";
import { view } from "../support/terminal-viewer.ts";

const LONG = { timeout: 180_000 };

async function setUp(config = "") {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), config);
  box.session("first");
  await box.startDaemon();
  return box;
}

async function isDone(box: Sandbox, ...panes: string[]): Promise<void> {
  for (const pane of panes) box.type(pane, `clear; agtmux signal completed "All tests pass"`);
  for (const pane of panes) await untilPane(box, pane, ({ shelf }) => shelf === "done");
}

describe("what a person does with a call", () => {
  it("[CL32, AT18, AT20] seen can be undone and a call put off, by commands, also over a restart", LONG, async () => {
    const box = await setUp();
    const pane = await box.registered("work");
    await isDone(box, pane);
    const say = async (...args: string[]) => (await box.agtmux(args)).stdout.trim();
    expect(await say("seen", pane, "--undo")).toMatch(/^nothing to take back/);
    await say("seen", pane);
    expect((await box.pane(pane)).shelf).toBeNull();
    expect(await say("seen", pane, "--undo")).toMatch(/: open again$/);
    expect((await box.pane(pane)).shelf).toBe("done");
    expect(await say("snooze", pane, "2h")).toMatch(/: put off for 2h$/);
    await stopDaemon(box);
    await box.startDaemon();
    const snoozed = await untilPane(box, pane, ({ snoozed_until }) => snoozed_until !== null);
    expect([snoozed.shelf, snoozed.label, snoozed.attention?.kind]).toEqual([null, "done", "done"]);
    expect(await say("list", "panes")).toMatch(/snoozed for 2h; All tests pass.*nobody needs you/s);
    expect(await say("snooze", pane, "--undo")).toMatch(/: calls again$/);
    expect((await box.pane(pane)).shelf).toBe("done");
    await say("snooze", pane, "1s");
    const again = await untilPane(box, pane, ({ attention }) => attention?.resumed_at !== undefined);
    expect([again.shelf, again.snoozed_until]).toEqual(["done", null]);
  });
});

const isClosed = ({ attention }: { attention: unknown }) => attention === null;
const labelOf = async (box: Sandbox, pane: string) => (await box.pane(pane)).label;
/** A key that the shell ignores. */
const pressIn = (terminal: { press(key: string): void }) => terminal.press("C-g");

describe("a pane whose agent is done", () => {
  it(
    "[AT15, AT13] closes when somebody watches its pane, but not in another window, under a zoom or for a control client",
    LONG,
    async () => {
      const box = await setUp();
      const [watched, other, controlled] = [
        await box.registered("work"),
        await box.registered("other"),
        await box.registered("control"),
      ];
      const under = box.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", watched);
      await box.register(under);
      box.tmux("resize-pane", "-Z", "-t", watched);
      const client = spawned("tmux", ["-L", box.socketName, "-C", "attach-session", "-t", "control"], box.env);
      client.stdin?.write("display-message -p hello\n");
      const [terminal, elsewhere] = [person(box, "work"), person(box, "first")];
      await until(() => box.tmux("list-clients", "-F", "#{client_control_mode}").match(/0/g)?.length === 2);
      await isDone(box, watched, under, other, controlled);
      pressIn(terminal);
      pressIn(elsewhere);
      const seen = await untilPane(box, watched, isClosed);
      expect([seen.state, seen.label, seen.shelf]).toEqual(["completed", "done", null]);
      const open = await Promise.all([under, other, controlled].map(async (pane) => (await box.pane(pane)).shelf));
      expect(open).toEqual(["done", "done", "done"]);
      const { summary } = await box.panes();
      expect([summary.needs_action, summary.shelves]).toEqual([3, { blocked: 0, check: 0, done: 3 }]);
      box.tmux("resize-pane", "-Z", "-t", watched);
      await untilPane(box, under, isClosed);
    },
  );

  it("[AT15] stays open in an unused terminal until a key is pressed; a question stays open anyway", LONG, async () => {
    const box = await setUp('attended_for = "4s"\n');
    const [idle, used, asks] = [
      await box.registered("work"),
      await box.registered("used"),
      await box.registered("asks"),
    ];
    const [left, here] = [person(box, "work"), person(box, "used")];
    person(box, "asks");
    const idleFor = (session: string) =>
      Number(box.tmux("display-message", "-p", "%s")) -
      Math.max(...box.tmux("list-clients", "-t", session, "-F", "#{client_activity}").split("\n").map(Number));
    await until(() => box.tmux("list-clients", "-t", "work", "-F", "x") === "x" && idleFor("work") > 4);
    box.type(asks, `agtmux signal needs_input "Which one?"`);
    await isDone(box, idle, used);
    await until(async () => {
      pressIn(here);
      return isClosed(await box.pane(used));
    });
    expect(await labelOf(box, idle)).toBe("done");
    expect((await box.pane(idle)).shelf).toBe("done");
    await until(async () => {
      pressIn(left);
      return isClosed(await box.pane(idle));
    });
    expect((await box.pane(asks)).shelf).toBe("blocked");
  });

  it(
    "[AT15] closes in a tab of the dashboard that somebody uses, and not in one that does not say so",
    LONG,
    async () => {
      const box = await setUp();
      const [used, left] = [await box.registered("used"), await box.registered("left")];
      const [here, gone] = [await view(box, used), await view(box, left)];
      here.ask({ type: "attended", is: true });
      await isDone(box, used, left);
      await untilPane(box, used, isClosed);
      expect((await box.pane(left)).shelf).toBe("done");
      gone.ask({ type: "attended", is: true });
      await untilPane(box, left, isClosed);
    },
  );
});
