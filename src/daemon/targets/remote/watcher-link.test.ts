import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { formatFrame } from "../../../core/signals/sentinel.ts";
import { NotedFailures } from "../../base/test-failures.ts";
import { silentLog } from "../../base/test-log.ts";
import { RemoteFiles } from "../carriers/remote-files.ts";
import { RemoteLines } from "../carriers/remote-lines.ts";
import { RemoteSignals } from "../carriers/remote-signals.ts";
import { RemoteSpool } from "../carriers/remote-spool.ts";
import { ClockOffset } from "../machine/clock-offset.ts";
import { WatcherLink } from "./watcher-link.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("WatcherLink", () => {
  it("[TG12] a delayed reply is not taken for silence", async () => {
    const { link, silences } = await opened();
    for (let second = 0; second < 60; second += 1) {
      link.feed(Buffer.from("a little of a large frame"));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(silences()).toBe(0);
  });

  it("[TG12] a watcher that says nothing for 10 s after it was asked is given up", async () => {
    const { silences } = await opened();
    await vi.advanceTimersByTimeAsync(14_900);
    expect(silences()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(silences()).toBe(1);
  });

  it("[DM19] what cannot be taken is reported, and what the watcher tells next is taken", async () => {
    const { link, failures, files } = await opened();
    const told: string[] = [];
    files.watch("/w/status", ({ text }) => {
      if (text === "odd") throw new Error("no");
      told.push(text);
    });
    const status = (text: string) => frame("file//w/status", `${text.length} 1.5\n${text}`);
    link.feed(Buffer.concat([status("odd"), status("working")]));
    expect([told, failures.list]).toEqual([["working"], []]);
    link.feed(status("odd"));
    expect(failures.list).toEqual(["reading files of vm1: no"]);
  });

  it("[TG15] a watcher of another daemon is ended, and its owner reported", async () => {
    const { link, opening, wire } = begun();
    link.feed(frame("refused", "kind=daemon\ndaemon=d-2\npid=7\nstart=8"));
    await expect(opening).rejects.toMatchObject({
      code: "E_TARGET_WATCHED",
      details: { host: "vm1", owner: "d-2, pid 7" },
    });
    expect(wire.closed).toBe(1);
  });
});

async function opened() {
  const { link, opening, silences, ...parts } = begun();
  link.feed(frame("hello", "protocol=1\npid=5\nclock=0\nboot=b"));
  await vi.advanceTimersByTimeAsync(0);
  link.feed(frame("clock 1", "0"));
  await opening;
  return { link, silences, ...parts };
}

function begun() {
  let silences = 0;
  const wire = { closed: 0 };
  const failures = new NotedFailures();
  const files = new RemoteFiles();
  const link = new WatcherLink({
    host: "vm1",
    daemonId: "laptop-0123-vm1",
    spool: new RemoteSpool(),
    files,
    lines: new RemoteLines(),
    signals: new RemoteSignals(() => undefined),
    offset: new ClockOffset(),
    failures,
    clock: { now: () => Date.now() },
    log: silentLog(),
    onFlood: () => undefined,
    onSilence: () => {
      silences += 1;
    },
  });
  const opening = link.open({
    send: () => {},
    close: async () => {
      wire.closed += 1;
    },
  });
  return { link, opening, wire, failures, files, silences: () => silences };
}

function frame(name: string, content: string): Buffer {
  return Buffer.from(formatFrame({ name, content }));
}
