import { describe, expect, it, onTestFinished } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { encodeMemberFrame } from "../../core/protocol/fleet/member-frames.ts";
import { ACK_EVERY, MAX_UNACKED_BYTES } from "../../core/protocol/terminal/terminal.ts";
import { encodeServerFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import type { Start } from "../terminal/feed-subscriber.ts";
import { Viewer } from "../terminal/viewer.ts";
import type { Typist, ViewerSocket } from "../terminal/viewer-socket.ts";
import { FleetTerminals } from "./fleet-terminals.ts";
import { responseOf } from "./request-desk.ts";
import { TerminalExchange } from "./terminal-exchange.ts";
import type { OpenOwnTerminal } from "./terminal-host.ts";
import { TestServer } from "./test-link.ts";

const pane = testPane({ target: "two.host", member: "two", pane_id: "%7" });

interface Shown {
  typist: Typist;
  socket: ViewerSocket;
  heard: string[];
  isLeft: boolean;
}

/** One looks at a pane of two. */
function setUp({
  allow = ["look"],
  asker = { member: "one", person: null as string | null },
  open: openWith = null as OpenOwnTerminal | null,
} = {}) {
  const server = new TestServer();
  const shown: Shown[] = [];
  const open: OpenOwnTerminal = (_ref, typist) => (socket) => {
    const one: Shown = { typist, socket, heard: [], isLeft: false };
    shown.push(one);
    return {
      hear: (data) => void one.heard.push(Buffer.from(data).toString()),
      leave: () => {
        one.isLeft = true;
      },
    };
  };
  const asked: string[] = [];
  const make = (ownName: string): FleetTerminals =>
    new FleetTerminals({
      ...{ ownName, allow, share: "output" as const },
      connect: async () => server.link(),
      findOther: (ref) => (ref === pane.ref ? pane : null),
      ask: async (_member, { body, user }) => {
        asked.push(body ?? "");
        return two.host({ body }, { ...asker, user }, openWith ?? open).catch(responseOf);
      },
    });
  const [one, two] = [make("one"), make("two")];
  onTestFinished(async () => void (await Promise.all([one.stop(), two.stop()])));
  let revoke = () => {};
  const told: unknown[] = [];
  const frames: Uint8Array[] = [];
  const socket = {
    bufferedAmount: 0,
    send: (data: string | Uint8Array) =>
      void (typeof data === "string" ? told.push(JSON.parse(data)) : frames.push(data)),
    close: (code: number) => void told.push(code),
    pause: () => undefined,
    resume: () => undefined,
  };
  const view = () =>
    one.open(pane.ref)?.(socket, {
      user: "me",
      onRevoked: (listener) => {
        revoke = listener;
        return () => undefined;
      },
    });
  return { server, one, two, shown, asked, told, frames, socket, view, revoke: () => revoke() };
}

describe("terminals between members", () => {
  it("[FL32] what the page and the pane's member tell each other is passed on, under the member's name", async () => {
    const { one, shown, view, told, frames } = setUp();
    expect(one.open("pane:host/work/@1/%7")).toBeNull();
    const page = view();
    await expect.poll(() => shown).toHaveLength(1);
    const [there] = shown as [Shown];
    const holder = { id: "h", pane_pid: 1, command: "sh", agent: null, runtime_id: null };
    const forged = { ...testPane({ target: "three.host", member: "three" }) };
    there.socket.send(JSON.stringify({ type: "opened", ref: forged.ref, identity: forged.identity, holder }));
    there.socket.send(JSON.stringify({ type: "newer", what: 1 }));
    there.socket.send(Uint8Array.of(2, 1, 2, 3));
    expect(told).toEqual([{ type: "opened", ref: pane.ref, identity: pane.identity, holder }]);
    expect(frames.map((frame) => [...frame])).toEqual([[2, 1, 2, 3]]);
    page?.hear(Buffer.from('{"type":"refresh"}'), false);
    expect(there.heard).toEqual(['{"type":"refresh"}']);
    page?.leave();
    expect(there.isLeft).toBe(true);
  });

  it("[FL33] typing needs the roles send and answer, and counting as somebody who looks needs answer", async () => {
    const rightsWith = async (allow: string[]) => {
      const { shown, view } = setUp({ allow, asker: { member: "one", person: "ann" } });
      view();
      await expect.poll(() => shown).toHaveLength(1);
      const { refusal, mayAttend, actor } = (shown[0] as Shown).typist;
      expect(actor).toEqual({ uid: null, user: "me", via: "fleet", member: "one", person: "ann" });
      return [refusal?.code ?? null, mayAttend];
    };
    expect(await rightsWith(["look"])).toEqual(["E_NOT_ALLOWED", false]);
    expect(await rightsWith(["look", "one:send"])).toEqual(["E_NOT_ALLOWED", false]);
    expect(await rightsWith(["look", "@ben:send", "answer"])).toEqual(["E_NOT_ALLOWED", true]);
    expect(await rightsWith(["look", "@ann:send", "one:answer"])).toEqual([null, true]);
  });

  it("[FL33] a viewer that loses its access here loses it there, and what it typed is not wanted", async () => {
    const { shown, view, revoke } = setUp();
    view();
    await expect.poll(() => shown).toHaveLength(1);
    let isRevoked = false;
    (shown[0] as Shown).typist.onRevoked(() => {
      isRevoked = true;
    });
    revoke();
    expect([isRevoked, shown[0]?.isLeft]).toEqual([true, true]);
  });

  it("[FL34] a frame in another's name, with a reply, of another session, or to another member is nobody's", async () => {
    const { server, shown, asked, view } = setUp();
    view();
    await expect.poll(() => shown).toHaveLength(1);
    const { session } = JSON.parse(asked[0] ?? "") as { session: string };
    const frame = encodeMemberFrame({ kind: "text", number: 1, bytes: Buffer.from("forged") });
    const evil = server.link();
    const answers: string[] = [];
    await evil.listen("agtmux.terminal.evil.", (_bytes, subject) => void answers.push(subject));
    for (const subject of [
      `agtmux.terminal.two.evil.${session}`,
      `agtmux.terminal.two.one.${"0".repeat(32)}`,
      `agtmux.terminal.two.one.${session}.x`,
      `agtmux.terminal.two.ONE.${session}`,
      "agtmux.terminal.two.one.",
      `$KV.agtmux_panes_evil.two.one.${session}`,
    ])
      evil.publish(subject, frame);
    expect(shown[0]?.heard).toEqual([]);
    // told, so that a viewer does not wait in vain for a daemon that was restarted
    expect(answers).toEqual([`agtmux.terminal.evil.two.${session}`]);
    server.deliver(`agtmux.terminal.two.one.${session}`, frame, "$JS.ACK.KV_x.c.1.1.1.1.0");
    expect([shown[0]?.heard, shown[0]?.isLeft]).toEqual([[], false]);
    evil.publish(`agtmux.terminal.two.one.${session}`, frame);
    evil.publish(`agtmux.terminal.two.one.${session}`, frame);
    expect(shown[0]?.heard).toEqual(["forged"]);
  });

  it("[FL34] a request that cannot be read, or for a session that is there, opens nothing; 32 are open at once at most", async () => {
    const { two, shown, told, view } = setUp();
    const asker = { member: "one", person: null, user: "me" };
    const open: OpenOwnTerminal = () => () => ({ hear: () => undefined, leave: () => undefined });
    for (const body of [null, "", "{}", '{"ref":"%7","session":"*"}', '{"ref":"%7","session":">"}'])
      await expect(two.host({ body }, asker, open)).rejects.toMatchObject({ code: "E_INVALID_INPUT" });
    const host = (index: number) =>
      two.host({ body: JSON.stringify({ ref: "%7", session: String(index).padStart(32, "0") }) }, asker, open);
    for (let index = 0; index < 32; index += 1) await host(index);
    await expect(host(0)).rejects.toMatchObject({ code: "E_INVALID_INPUT" });
    await expect(host(32)).rejects.toMatchObject({ code: "E_NOT_ALLOWED" });
    view();
    await expect.poll(() => told).toHaveLength(2);
    expect([told, shown]).toMatchObject([[{ type: "closed", error: { code: "E_NOT_ALLOWED" } }, 1000], []]);
  });

  it.each([
    ["output", new Uint8Array(10)],
    ["words", JSON.stringify({ type: "typed", bytes: 1 })],
  ])(
    "[FL34] a page that reads nothing is closed before it costs memory, if the other member sends %s",
    async (_, sent) => {
      const { shown, view, told, socket } = setUp();
      view();
      await expect.poll(() => shown).toHaveLength(1);
      socket.bufferedAmount = 33 * 1024 * 1024;
      shown[0]?.socket.send(sent);
      expect(told.slice(-2)).toMatchObject([{ type: "interrupted" }, 1013]);
      expect(shown[0]?.isLeft).toBe(true);
    },
  );

  it("[FL35] a pane that cannot be found is the end; a lost connection is not, and the page may try again", async () => {
    const gone = setUp({
      open: () => {
        throw new Fault("E_REF_NOT_FOUND", "no such pane");
      },
    });
    gone.view();
    await expect
      .poll(() => gone.told)
      .toMatchObject([{ type: "closed", error: { message: "two: no such pane" } }, 1000]);
    const { server, shown, view, told } = setUp();
    view();
    await expect.poll(() => shown).toHaveLength(1);
    server.cut();
    await expect
      .poll(() => told)
      .toMatchObject([{ type: "interrupted", error: { code: "E_TARGET_UNREACHABLE" } }, 1013]);
    expect(shown[0]?.isLeft).toBe(true);
    view();
    await expect.poll(() => shown).toHaveLength(2);
  });

  it("[FL35] a daemon that stops while a terminal is opened leaves no connection open", async () => {
    const link = new TestServer().link();
    let connected = (_link: typeof link) => {};
    const exchange = new TerminalExchange({
      ownName: "one",
      connect: () =>
        new Promise((resolve) => {
          connected = resolve;
        }),
    });
    const listener = { message: () => undefined, paused: () => undefined, ended: () => undefined };
    const opening = exchange.begin({ member: "two", id: "1", maxMessage: 1 }, listener);
    await exchange.stop();
    connected(link);
    await expect(opening).rejects.toMatchObject({ code: "E_DAEMON_DOWN" });
    await link.closed;
  });

  it("[FL32] a viewer that acknowledges nothing is sent a limited number of bytes, and begins anew later", async () => {
    const asked: string[] = [];
    const feed = {
      want: (_: unknown, reason: string) => void asked.push(reason),
      leaveOut: () => void asked.push("left out"),
    };
    let viewer: Viewer | undefined;
    const open: OpenOwnTerminal = () => (socket) => {
      const opened = new Viewer(socket, feed);
      viewer = opened;
      return {
        hear: (data) => opened.acknowledge((JSON.parse(Buffer.from(data).toString()) as { bytes: number }).bytes),
        leave: () => undefined,
      };
    };
    const { view, frames } = setUp({ open });
    const page = view();
    await expect.poll(() => viewer).toBeDefined();
    const facts = { cols: 80, rows: 24, alternate: false, title: "" } as Start["facts"];
    viewer?.bootstrap("opened", { stream: "s", offset: 0, facts, bytes: new Uint8Array(100) });
    const length = 50_000;
    const frame = encodeServerFrame({ kind: "output", offset: 0, bytes: new Uint8Array(length) });
    for (let sent = 0; sent < 10 * MAX_UNACKED_BYTES; sent += length) viewer?.output(frame, sent, length);
    const bytes = frames.reduce((sum, each) => sum + each.length, 0);
    expect(bytes).toBeLessThan(MAX_UNACKED_BYTES + 2 * length);
    expect(asked.at(-1)).toBe("left out");
    page?.hear(Buffer.from(JSON.stringify({ type: "ack", bytes: bytes - ACK_EVERY / 2 })), false);
    expect(asked.at(-1)).toBe("behind");
  });
});
