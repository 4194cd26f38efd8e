import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Link, openStream, type Probe, type Stream } from "./stream.ts";

class FakeSocket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;
  close() {
    this.isClosed = true;
    this.onclose?.();
  }
}

const SNAPSHOT = '{"type":"snapshot","cursor":"e-1"}';

let sockets: FakeSocket[];
let links: Link[];
let messages: unknown[];
let answer: Probe;
let stream: Stream;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  sockets = [];
  links = [];
  messages = [];
  answer = "ok";
  stream = openStream(
    {
      openSocket: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      probe: async () => answer,
      now: () => Date.now(),
      random: () => 1,
      after(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    },
    { onMessage: (message) => messages.push(message), onLink: (link) => links.push(link) },
  );
  return () => {
    stream.close();
    vi.useRealTimers();
  };
});

const say = (text: string) => sockets.at(-1)?.onmessage?.({ data: text });

describe("openStream", () => {
  it("[WB7] is live from the first snapshot on, not from the open socket", () => {
    expect(links).toEqual([{ phase: "connecting" }]);
    say(SNAPSHOT);
    expect(links.at(-1)).toEqual({ phase: "live" });
    expect(messages).toEqual([{ type: "snapshot", cursor: "e-1" }]);
  });

  it("[WB7] opens a lost socket again by itself, later each time, and says since when it is lost", async () => {
    say(SNAPSHOT);
    await vi.advanceTimersByTimeAsync(1_000);
    sockets.at(-1)?.close();
    expect(links.at(-1)).toEqual({ phase: "lost", since: 1_000, retryAt: 1_500 });
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
    sockets.at(-1)?.close();
    expect(links.at(-1)).toEqual({ phase: "lost", since: 1_000, retryAt: 2_500 });
    await vi.advanceTimersByTimeAsync(1_000);
    say(SNAPSHOT);
    expect(links.at(-1)).toEqual({ phase: "live" });
    sockets.at(-1)?.close();
    expect(links.at(-1)).toEqual({ phase: "lost", since: 2_500, retryAt: 3_000 });
  });

  it("[WB7] stops trying if the daemon does not know the page, until it is woken", async () => {
    answer = "signed-out";
    sockets.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(links.at(-1)).toEqual({ phase: "signed-out" });
    expect(sockets).toHaveLength(1);
    stream.wake();
    expect(sockets).toHaveLength(2);
  });

  it("[SC11] says when what answers has not proven that it is the daemon, and tries on", async () => {
    answer = "unproven";
    sockets.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(links.at(-1)).toEqual({ phase: "lost", since: 0, retryAt: 500, unproven: true });
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
  });

  it("[WB7] a socket that is silent for long is checked, and given up when the daemon does not answer", async () => {
    say(SNAPSHOT);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets[0]?.isClosed).toBe(false);
    answer = "unreachable";
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets[0]?.isClosed).toBe(true);
    expect(links.at(-1)).toEqual({ phase: "lost", since: 60_000, retryAt: 60_500 });
  });

  it("[WB7] a socket that never spoke is checked too", async () => {
    answer = "unreachable";
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sockets[0]?.isClosed).toBe(true);
  });

  it("[WB7] woken while it waits, it tries at once and only once", async () => {
    sockets.at(-1)?.close();
    stream.wake();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets).toHaveLength(2);
  });

  it("[WB7] closed on purpose, it stays closed", async () => {
    stream.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sockets.length, sockets[0]?.isClosed]).toEqual([1, true]);
  });
});
