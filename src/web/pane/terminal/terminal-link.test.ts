import { beforeEach, describe, expect, it, vi } from "vitest";
import { encodeServerFrame } from "../../../core/protocol/terminal/terminal-frames.ts";
import { openTerminalLink, type TerminalLink, type TerminalSocket } from "./terminal-link.ts";

class FakeSocket {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  readyState = 1;
  sent: unknown[] = [];
  send(data: unknown) {
    this.sent.push(data);
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const BOOTSTRAP = '{"type":"bootstrap","cols":80,"rows":24,"offset":0}';

let sockets: FakeSocket[];
let links: TerminalLink[];
let heard: unknown[];
let counted: number;
let link: TerminalSocket;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [sockets, links, heard, counted] = [[], [], [], 0];
  link = openTerminalLink(
    {
      openSocket: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      now: () => Date.now(),
      random: () => 1,
      after(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    },
    {
      onSocket: () => {
        counted += 1;
      },
      onTold: (message) => heard.push(message.type),
      onFrame: ({ kind, offset, bytes }) => heard.push([kind, offset, new TextDecoder().decode(bytes)]),
      onLink: (next) => links.push(next),
    },
  );
  return () => {
    link.close();
    vi.useRealTimers();
  };
});

const say = (data: unknown, socket = sockets.at(-1)) => socket?.onmessage?.({ data });

describe("openTerminalLink", () => {
  it("[UI8] is live from the first bootstrap on, and hands on what comes in order", () => {
    expect(links).toEqual([{ phase: "connecting" }]);
    say(BOOTSTRAP);
    say(encodeServerFrame({ kind: "output", offset: 7, bytes: new TextEncoder().encode("hi") }).buffer);
    say(new Uint8Array([99, 1]).buffer);
    expect(links.at(-1)).toEqual({ phase: "live" });
    expect(heard).toEqual(["bootstrap", ["output", 7, "hi"]]);
  });

  it("[UI16] comes back by itself, waits longer each time, and says since when it is out of date", () => {
    say(BOOTSTRAP);
    sockets[0]?.close();
    expect(links.at(-1)).toEqual({ phase: "lost", since: 0, retryAt: 500, why: null });
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    sockets[1]?.close();
    expect(links.at(-1)).toEqual({ phase: "lost", since: 0, retryAt: 1_500, why: null });
    vi.advanceTimersByTime(1_000);
    say(BOOTSTRAP);
    expect(links.at(-1)).toEqual({ phase: "live" });
    expect(counted).toBe(3);
  });

  it("[UI16] tells that a pane cannot be reached for now, and that it is gone for good", () => {
    say(BOOTSTRAP);
    say('{"type":"interrupted","error":{"message":"vm1 is away"}}');
    expect(links.at(-1)).toEqual({ phase: "interrupted", message: "vm1 is away" });
    say('{"type":"closed","error":{"message":"the pane is gone"}}');
    expect(links.at(-1)).toEqual({ phase: "closed", message: "the pane is gone" });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("[UI8] messages of a socket that was given up are ignored", () => {
    say(BOOTSTRAP);
    link.reopen();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.readyState).toBe(3);
    const before = heard.length;
    say(BOOTSTRAP, sockets[0]);
    expect(heard).toHaveLength(before);
    expect(links.at(-1)).toEqual({ phase: "connecting" });
  });

  it("[PF10] what is typed, and what comes, waits for no timer", () => {
    say(BOOTSTRAP);
    link.send("k");
    say(encodeServerFrame({ kind: "output", offset: 0, bytes: new TextEncoder().encode("k") }).buffer);
    expect([sockets[0]?.sent, heard.at(-1), vi.getTimerCount()]).toEqual([["k"], ["output", 0, "k"], 0]);
  });

  it("[UI8] says whether something went out", () => {
    expect(link.send("a")).toBe(true);
    sockets[0]?.close();
    expect(link.send("b")).toBe(false);
    expect(sockets[0]?.sent).toEqual(["a"]);
  });
});
