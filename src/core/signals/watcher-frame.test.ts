import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSentinelParser, formatFrame } from "./sentinel.ts";
import { formatOwner, readOwner, readWatcherFrame } from "./watcher-frame.ts";

const MTIME = "2026-11-15 11:45:21.293057502 +0000";
const NS = "1794743121293057502";

describe("readWatcherFrame", () => {
  it("[TG12] reads an entry by its name, its date and its bytes, and cuts what is beyond its size", () => {
    expect(readWatcherFrame({ name: "spool/1.2.3", content: `3 ${MTIME}\na\xff\n\n` })).toEqual({
      type: "spool",
      entry: {
        name: "1.2.3",
        time: expect.closeTo(Number(NS) / 1e6, 3),
        key: `1.2.3@${NS}`,
        content: { ok: true, bytes: Uint8Array.of(0x61, 0xff, 0x0a) },
      },
    });
  });

  it.each([
    ["- not a plain file", "not a plain file"],
    [`5 ${MTIME}\nabc\n`, "4 of 5 bytes could be read"],
    ["5 some day\nabcde", "its date cannot be read"],
  ])("[TG12] an entry that cannot be read still has its name: %j", (content, fault) => {
    expect(readWatcherFrame({ name: "spool/1.2.3", content })).toMatchObject({
      entry: { name: "1.2.3", content: { ok: false, fault } },
    });
  });

  it.each([
    [
      { name: "batch", content: "12" },
      { type: "batch", count: 12 },
    ],
    [
      { name: "file//a/\xc3\xa9", content: "-" },
      { type: "file", path: "/a/é", look: null },
    ],
    [
      { name: "file//a", content: "2 1794743121.5\n\xc3\xa9\n" },
      { type: "file", path: "/a", look: { text: "é", time: 1794743121500, stamp: "1794743121500000000" } },
    ],
    [
      { name: "line 4", content: "-" },
      { type: "lines", number: 4, piece: null },
    ],
    [
      { name: "line 5", content: "66305.12 99\n\na\xff\n\n4" },
      { type: "lines", number: 5, piece: { file: "66305.12", offset: 99, bytes: Uint8Array.of(10, 97, 255, 10) } },
    ],
    [
      { name: "line 6", content: "1.2 0\n\n0" },
      { type: "lines", number: 6, piece: { file: "1.2", offset: 0, bytes: new Uint8Array() } },
    ],
    [
      { name: "clock 7", content: "1794743121.5" },
      { type: "clock", number: 7, at: 1794743121500 },
    ],
    [
      { name: "ps 8", content: "uptime 1" },
      { type: "processes", number: 8, text: "uptime 1" },
    ],
    [
      { name: "odd", content: "a b" },
      { type: "odd", name: "a b" },
    ],
    [
      { name: "bye", content: "asked to" },
      { type: "bye", why: "asked to" },
    ],
    [
      { name: "hello", content: "protocol=1\npid=5\nclock=1794743121.5\nboot=b=1\n" },
      { type: "hello", protocol: 1, pid: 5, boot: "b=1", clock: 1794743121500 },
    ],
    [
      { name: "refused", content: "kind=watcher\ndaemon=d\npid=9\nstart=77" },
      { type: "refused", owner: { kind: "watcher", daemon: "d", pid: 9, start: "77" } },
    ],
  ])("[TG12] reads %j", (frame, read) => {
    expect(readWatcherFrame(frame)).toEqual(read);
  });

  it.each([
    { name: null, content: "working" },
    { name: "spool/../x", content: `1 ${MTIME}\na` },
    { name: "spool/.x", content: `1 ${MTIME}\na` },
    { name: "file//a", content: "9 1794743121.5\nshort" },
    { name: "hello", content: "protocol=1" },
    { name: "batch", content: "many" },
    { name: "clock x", content: "1" },
    { name: "line", content: "-" },
    { name: "line 1", content: "" },
    { name: "line 1", content: "1.2 0" },
    { name: "line 1", content: "1.2 0\n0" },
    { name: "line 1", content: "1.2 0\nabc\n4" },
    { name: "line 1", content: "1.2 x\nabc\n3" },
    { name: "line 1", content: "../x 0\nabc\n3" },
    { name: "something new", content: "" },
  ])("[TG12] what it does not know is unknown: %j", (frame) => {
    expect(readWatcherFrame(frame)).toEqual({ type: "unknown", name: frame.name });
  });

  it("[TG12] gives back any bytes that went through a frame", () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(bytes, (payload) => {
        const content = `${payload.length} ${MTIME}\n${Buffer.from(payload).toString("latin1")}\n`;
        const [frame] = createSentinelParser().feed(formatFrame({ name: "spool/x", content }));
        const read = frame && readWatcherFrame(frame);
        expect(read).toMatchObject({ entry: { content: { ok: true, bytes: payload } } });
      }),
    );
  });

  it("[SR27] returns any piece of a file sent in a frame, and rejects damaged ones", () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(bytes, fc.nat(300), (payload, cut) => {
        const content = `1.2 3\n${Buffer.from(payload).toString("latin1")}\n${payload.length}`;
        const text = formatFrame({ name: "line 9", content });
        const [frame] = createSentinelParser().feed(text);
        expect(frame && readWatcherFrame(frame)).toMatchObject({ number: 9, piece: { offset: 3, bytes: payload } });
        const at = text.indexOf("\t") + 1 + (cut % payload.length || 0);
        const [damaged] = createSentinelParser().feed(text.slice(0, at) + text.slice(at + 20));
        if (payload.length > 20) expect((damaged && readWatcherFrame(damaged))?.type ?? "unknown").toBe("unknown");
      }),
    );
  });

  it("[TG12] never throws", () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom("hello", "batch", "clock 1", "ps 1", "line 1", "spool/a", "file//a"),
    );
    fc.assert(fc.property(name, fc.string(), (name, content) => void readWatcherFrame({ name, content })));
  });
});

describe("readOwner", () => {
  it("[TG15] reads what formatOwner writes", () => {
    const owner = { kind: "daemon", daemon: "host-1", pid: 12, start: "Sun Nov 15 11:45:21 2026" };
    expect(readOwner(formatOwner(owner))).toEqual(owner);
    expect(readOwner("")).toEqual({ kind: "", daemon: "", pid: null, start: "" });
  });
});
