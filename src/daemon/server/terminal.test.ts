import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Fault } from "../../core/protocol/base/fault.ts";
import { encodeTyped } from "../../core/protocol/terminal/terminal-frames.ts";
import { Devices } from "../access/devices.ts";
import { AuditLog } from "../actions/audit-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { paneHolder } from "../terminal/holder.ts";
import { type ShownPane, Terminals, type TerminalsDeps } from "../terminal/terminals.ts";
import { Viewer } from "../terminal/viewer.ts";
import type { Principal } from "./gate.ts";
import { openOwnTerminal, openTerminal, type TerminalDeps } from "./terminal.ts";

/** A device's terminal behind a real web socket; the fake tmux responds only when the test says so. */
async function typing() {
  const clock = { now: () => 1_000 };
  const store = openMemoryStore();
  const devices = new Devices(store, clock);
  const { id } = devices.admit("Safari on iPhone");
  const lines: string[] = [];
  const answers: (() => void)[] = [];
  const runList = (line: string) => {
    lines.push(line);
    const [, done = ""] = /display-message -p (\S+-done)/.exec(line) ?? [];
    return new Promise((resolve) => answers.push(() => resolve([{ ok: true, lines: [done] }])));
  };
  const holder = paneHolder(7, "sh");
  const source = { want: () => undefined, leaveOut: () => undefined };
  const shown = {
    item: { ref: "pane:host/work/@1/%1", identity: { target: "host", pane_id: "%1" } },
    target: { control: () => ({ runList }) },
    holder,
    holderNow: () => holder,
    look: (socket: WebSocket) => new Viewer(socket, source),
  } as unknown as ShownPane;
  let left = 0;
  const terminals = { find: () => shown, leave: () => (left += 1) } as unknown as Terminals;
  const audit = new AuditLog(store, clock);
  const fleet = { item: () => undefined };
  const deps = {
    terminals,
    openOther: () => null,
    audit,
    devices,
    clock,
    fleet,
    mayResize: false,
  } as unknown as TerminalDeps;
  const principal: Principal = { may: "act", by: "key", device: id };
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", openTerminal("%1", principal, deps));
  await once(server, "listening");
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.terminate();
    server.close();
  });
  await once(client, "open");
  return {
    ...{ client, devices, id, lines },
    type(text: string) {
      for (const frame of encodeTyped(Buffer.from(text))) client.send(frame);
    },
    /** tmux responds to the oldest command. */
    answer: () => answers.shift()?.(),
    hasLeft: () => left > 0,
    entries: () => store.audit(0, 10).map(({ outcome, effects }) => ({ outcome, effects })),
  };
}

/** One key in flight to tmux, and another one queued behind it. */
async function typingOn() {
  const made = await typing();
  made.type("k");
  await expect.poll(() => made.lines).toHaveLength(1);
  made.type("rm -r x\r");
  // the pong proves that the server has handled everything sent before the ping
  made.client.ping();
  await once(made.client, "pong");
  return made;
}

describe("a device's terminal", () => {
  it("[GD18, TS9] what was typed before the page was closed arrives, and is on record when it has", async () => {
    const { client, lines, answer, hasLeft, entries } = await typingOn();
    client.close();
    await expect.poll(hasLeft).toBe(true);
    expect(entries()).toEqual([{ outcome: "begun" }]);
    answer();
    await expect.poll(() => lines).toHaveLength(2);
    answer();
    await expect.poll(entries).toEqual([{ outcome: "done", effects: ["typed 9 bytes"] }]);
  });

  it("[TS9] input that waits when the device is removed is not typed, and is recorded as refused", async () => {
    const { client, devices, id, lines, answer, entries, hasLeft } = await typingOn();
    devices.remove(id);
    answer();
    client.close();
    await expect.poll(hasLeft).toBe(true);
    await expect.poll(entries).toEqual([{ outcome: "done", effects: ["typed 1 bytes", "8 bytes did not arrive"] }]);
    expect(lines).toHaveLength(1);
  });

  it("[TS9] input that waits is not typed either if the page was closed before the device was removed", async () => {
    const { client, devices, id, lines, answer, entries, hasLeft } = await typingOn();
    client.close();
    await expect.poll(hasLeft).toBe(true);
    devices.remove(id);
    answer();
    await expect.poll(entries).toEqual([{ outcome: "done", effects: ["typed 1 bytes", "8 bytes did not arrive"] }]);
    expect(lines).toHaveLength(1);
  });
});

describe("a terminal for a viewer that may only look", () => {
  it("[FL33] types, presses, accepts and resizes nothing, and counts as nobody who looks", () => {
    const told: { type: string; bytes?: number; error?: { code: string } }[] = [];
    const socket = {
      send: (data: string | Uint8Array) => void told.push(JSON.parse(String(data))),
      close: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    };
    let viewer: Viewer | undefined;
    let turns = 0;
    const holder = paneHolder(7, "sh");
    const shown = {
      item: { ref: "pane:host/work/@1/%1", identity: { target: "host", pane_id: "%1" } },
      ...{ target: {}, holder, holderNow: () => holder, turnedTo: () => (turns += 1) },
      look: (given: typeof socket) => {
        viewer = new Viewer(given, { want: () => undefined, leaveOut: () => undefined });
        return viewer;
      },
    } as unknown as ShownPane;
    const terminals = { find: () => shown } as unknown as Terminals;
    const deps = { terminals, clock: { now: () => 1_000 }, mayResize: true } as unknown as TerminalDeps;
    const actor = { uid: null, user: "me", via: "fleet", member: "one" } as const;
    const refusal = new Fault("E_NOT_ALLOWED", "one may not send here");
    const typist = { actor, refusal, mayAttend: false, onRevoked: () => () => undefined };
    const end = openOwnTerminal("%1", typist, deps)(socket);
    expect(told.splice(0)).toMatchObject([{ type: "opened", may_type: false, may_resize: false }]);
    for (const frame of encodeTyped(Buffer.from("rm -r x\r"))) end.hear(frame, true);
    for (const asked of [
      { type: "keys", keys: ["Enter"] },
      { type: "accept", holder_id: holder.id },
      { type: "resize", cols: 80, rows: 24 },
      { type: "attended", is: true },
      { type: "ack", bytes: 5 },
    ])
      end.hear(Buffer.from(JSON.stringify(asked)), false);
    expect(told.map(({ type, bytes, error }) => [type, bytes, error?.code])).toEqual([
      ["refused", 8, "E_NOT_ALLOWED"],
      ...Array(3).fill(["refused", 0, "E_NOT_ALLOWED"]),
    ]);
    expect([viewer?.isAttended, viewer?.isHere, turns]).toEqual([false, false, 0]);
  });
});

describe("a tab that shows a pane of another member", () => {
  it("[FL28] is use of this daemon while somebody uses it, until it is closed", async () => {
    const heard: string[] = [];
    let left = 0;
    const other = { hear: (data: Uint8Array) => void heard.push(String(data)), leave: () => (left += 1) };
    const terminals = new Terminals({ onChange: () => () => undefined } as unknown as TerminalsDeps);
    const devices = { nameOf: () => null, onRemove: () => () => undefined };
    const deps = { terminals, devices, openOther: () => () => other } as unknown as TerminalDeps;
    const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0 });
    openTerminal("two", { may: "act", by: "socket", device: null }, deps)(socket as unknown as WebSocket);
    const say = (is: boolean) => socket.emit("message", Buffer.from(JSON.stringify({ type: "attended", is })), false);
    const uses = [terminals.isAnyAttended()];
    for (const is of [true, false, true]) {
      say(is);
      uses.push(terminals.isAnyAttended());
    }
    socket.emit("close");
    expect([...uses, terminals.isAnyAttended()]).toEqual([false, true, false, true, false]);
    expect([heard.length, left]).toEqual([3, 1]);
  });
});
