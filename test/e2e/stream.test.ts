import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PaneItem, Summary } from "../../src/core/protocol/lists/lists.ts";
import { portOf, tokenOf } from "../support/http.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { byId, follow, StreamClient } from "../support/stream-client.ts";

const positionOf = (cursor: string) => Number(cursor.split("-")[1]);
const epochOf = (cursor: string) => cursor.split("-")[0];

function signal(box: Sandbox, pane: string, event: string, payload = ""): void {
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  drop(box, { agent: "schmux", event, pane, tmux, payload });
}

/** The expected summary of these panes. */
function summaryOf(items: readonly PaneItem[]): Pick<Summary, "panes" | "agents" | "needs_action"> {
  return {
    panes: items.length,
    agents: items.filter((item) => item.agent !== null).length,
    needs_action: items.filter((item) => item.attention !== null).length,
  };
}

/** Waits until client and list agree; the failure shows both. */
async function untilSame(box: Sandbox, client: StreamClient): Promise<void> {
  let listed: PaneItem[] = [];
  await until(
    async () => {
      listed = byId((await box.panes()).items);
      return isDeepStrictEqual(listed, client.panes());
    },
    () => `listed ${JSON.stringify(listed)}\nheard  ${JSON.stringify(client.panes())}`,
  );
}

describe("/v1/stream", () => {
  it("[AP14, AP16] sends a snapshot, then deltas in order, each with the new summary", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const client = await follow(box);
    for (const word of ["working", "needs_input", "completed", "error"]) {
      const state = { working: "running", needs_input: "waiting_input" }[word] ?? word;
      signal(box, pane, word, word);
      await until(() => client.pane(pane)?.state === state);
      expect(client.last?.summary).toMatchObject(summaryOf(client.panes()));
    }
    box.tmux("kill-session", "-t", "first");
    await until(() => client.panes().length === 1);
    expect(client.last?.summary).toMatchObject(summaryOf(client.panes()));
    expect(client.messages.map((message) => message.type)).toEqual([
      "snapshot",
      ...client.messages.slice(1).map(() => "delta"),
    ]);
    for (const cursor of client.cursors) expect(cursor).toMatch(/^[a-z0-9]+-\d+$/);
    const positions = client.cursors.map(positionOf);
    for (const [index, position] of positions.entries())
      if (index > 0) expect(position).toBeGreaterThan(positions[index - 1] as number);
  });

  it("[AP14] snapshot and deltas add up to /v1/panes, and so does a later client's snapshot", async () => {
    const box = sandbox();
    const first = box.session("first");
    await box.startDaemon();
    const early = await follow(box);
    const pane = await box.registered("work");
    signal(box, pane, "needs_input", "Which one?");
    const side = box.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", "first", "exec sh");
    box.tmux("rename-window", "-t", "first", "other name");
    box.tmux("rename-session", "-t", "first", "näme with/slash");
    box.tmux("kill-pane", "-t", first);
    box.tmux("break-pane", "-d", "-s", pane, "-n", "apart");
    signal(box, pane, "needs_testing", "Look at it");
    await untilPane(box, pane, (item) => item.window_name === "apart" && item.attention?.kind === "testing");
    await untilPane(box, side, (item) => item.identity.session_name === "näme with/slash");
    await untilSame(box, early);
    const late = await follow(box);
    expect(late.messages.filter(({ type }) => type === "snapshot")).toHaveLength(1);
    await until(() => early.last?.cursor === late.last?.cursor);
    expect(early.panes()).toEqual(late.panes());
    await untilSame(box, early);
  });

  it("[AP16] the cursor goes on after a restart, and another database has another epoch", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const before = await follow(box);
    signal(box, pane, "error", "Build failed");
    await until(() => before.pane(pane)?.state === "error");
    const last = before.cursors.at(-1) ?? "";
    await box.json("daemon", "restart", "--json");
    const after = await follow(box);
    signal(box, pane, "working");
    await until(() => after.pane(pane)?.state === "running");
    const [again = "", ...rest] = after.cursors;
    expect(epochOf(again)).toBe(epochOf(last));
    expect(positionOf(again)).toBeGreaterThanOrEqual(positionOf(last));
    expect(positionOf(rest.at(-1) ?? "")).toBeGreaterThan(positionOf(last));

    const other = sandbox();
    other.session("first");
    await other.startDaemon();
    expect(epochOf((await follow(other)).cursors[0] ?? "")).not.toBe(epochOf(last));
  });

  it("[AP17] a client that does not read gets a fresh snapshot without a gap, and others do not wait for it", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const slow = await follow(box);
    const quick = await follow(box);
    slow.socket.pause();
    const large = (turn: number) => `${turn} ${"many words ".repeat(25_000)}`;
    for (let turn = 0; turn < 16; turn += 1) {
      signal(box, pane, turn % 2 === 0 ? "needs_input" : "error", large(turn));
      await until(() => quick.pane(pane)?.message.startsWith(`${turn} `) === true);
    }
    expect(slow.messages).toHaveLength(1);
    expect(quick.messages.slice(1).every((message) => message.type === "delta")).toBe(true);

    slow.socket.resume();
    await until(() => slow.messages.slice(1).some((message) => message.type === "snapshot"));
    expect(slow.panes()).toEqual(quick.panes());
    signal(box, pane, "working", "small again");
    await until(() => slow.pane(pane)?.message === "small again" && quick.pane(pane)?.message === "small again");
    expect(slow.last?.type).toBe("delta");
    expect(slow.panes()).toEqual(quick.panes());
    // between two snapshots it received exactly the messages that the other client received
    const known = quick.cursors;
    let place = known.indexOf(slow.cursors[0] ?? "");
    for (const { type, cursor } of slow.messages.slice(1)) {
      if (type === "snapshot") place = known.indexOf(cursor);
      else {
        place += 1;
        expect(cursor).toBe(known[place]);
      }
    }
    expect(slow.messages.length).toBeLessThan(quick.messages.length);
  });

  it("[AP18] a signal of an agent is published at once, together with the changes that were waiting", async () => {
    // so long that only a direct signal can end the delay
    const box = sandbox({ AGTMUX_BROADCAST_QUIET: "10m", AGTMUX_BROADCAST_MOST: "10m" });
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const client = await follow(box);
    const later = box.session("later");
    box.tmux("rename-window", "-t", later, "renamed");
    await untilPane(box, later, (item) => item.window_name === "renamed");
    expect(client.messages).toHaveLength(1);
    signal(box, pane, "needs_input", "Now!");
    await until(() => client.messages.length > 1);
    expect(client.messages).toHaveLength(2);
    expect(client.pane(pane)).toMatchObject({ message: "Now!" });
    expect(client.pane(later)).toMatchObject({ window_name: "renamed" });
  });

  it("[AP18] other changes come by themselves, gathered", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const client = await follow(box);
    // in one command: on a slow machine, twenty of them would be told one by one
    const renames = Array.from({ length: 20 }, (_, turn) => ["rename-window", "-t", "first", `name ${turn}`, ";"]);
    box.tmux(...renames.flat());
    await until(() => client.panes()[0]?.window_name === "name 19");
    expect(client.messages.length).toBeLessThan(20);
  });

  it("[AP4, AP14] follows over TCP with the token", async () => {
    const box = sandbox();
    const status = await box.startDaemon();
    const headers = { authorization: `Bearer ${tokenOf(status)}` };
    const client = new StreamClient(`ws://127.0.0.1:${portOf(status)}/v1/stream`, headers);
    onTestFinished(() => client.socket.terminate());
    await until(() => client.messages.length > 0);
    expect(client.last).toMatchObject({ type: "snapshot", items: [] });
  });

  it("[DM1] a follower does not keep the daemon from stopping", async () => {
    const box = sandbox();
    await box.startDaemon();
    const client = await follow(box);
    expect((await box.agtmux(["daemon", "stop"])).code).toBe(0);
    await until(() => client.socket.readyState === client.socket.CLOSED);
  });
});
