import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeMemberFrame, type SessionEnd } from "../../core/protocol/fleet/member-frames.ts";
import { BEAT_MS, TerminalSession } from "./terminal-session.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two ends; `way` is what becomes of each frame from the first to the second. */
function setUp({ maxBytes = 1_000, maxMessage = 100_000, way = (frame: Uint8Array) => [frame] } = {}) {
  const heard: [string, boolean][] = [];
  const paused: boolean[] = [];
  const ends: [string, SessionEnd["why"], string][] = [];
  const endOf = (name: string, publish: (frame: Uint8Array) => void): TerminalSession =>
    new TerminalSession({
      publish,
      ...{ maxBytes, maxMessage },
      listener: {
        message: (data, isBinary) => void heard.push([Buffer.from(data).toString("latin1"), isBinary]),
        paused: (isPaused) => void paused.push(isPaused),
        ended: ({ why, words }) => void ends.push([name, why, words]),
      },
    });
  const viewer = endOf("viewer", (frame) => {
    expect(frame.length).toBeLessThanOrEqual(maxBytes);
    for (const each of way(frame)) owner.take(each);
  });
  const owner: TerminalSession = endOf("owner", (frame) => viewer.take(frame));
  return { viewer, owner, heard, paused, ends };
}

const typed = (number: number, text = "x") => encodeMemberFrame({ kind: "binary", number, bytes: Buffer.from(text) });

describe("a terminal between two members", () => {
  it("[FL32] passes on every message whole and in order, in parts that the server takes", () => {
    const text = fc.string({ unit: "binary-ascii", maxLength: 300 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean())), fc.integer({ min: 10, max: 400 }), (messages, maxBytes) => {
        const { viewer, heard, ends } = setUp({ maxBytes });
        for (const [each, isBinary] of messages) viewer.send(isBinary ? Buffer.from(each, "latin1") : each);
        expect(heard).toEqual(messages);
        expect(ends).toEqual([]);
      }),
    );
  });

  it("[FL34] a frame that comes again is not typed again, whenever it comes", () => {
    const kept: Uint8Array[] = [];
    const way = (frame: Uint8Array) => {
      kept.push(frame);
      return [frame, ...kept];
    };
    const { viewer, heard, ends } = setUp({ way });
    for (const each of ["a", "b", "c"]) viewer.send(each);
    expect(heard.map(([text]) => text)).toEqual(["a", "b", "c"]);
    expect(ends).toEqual([]);
  });

  it("[FL34] a frame that is lost ends it at both ends: nothing after it is typed", () => {
    let count = 0;
    const { viewer, heard, ends } = setUp({ way: (frame) => (++count === 2 ? [] : [frame]) });
    for (const each of ["a", "b", "c", "d"]) viewer.send(each);
    expect(heard.map(([text]) => text)).toEqual(["a"]);
    const lost = ["broken", "a part of the terminal was lost on the way"];
    expect(ends).toEqual([
      ["viewer", ...lost],
      ["owner", ...lost],
    ]);
  });

  it("[FL34] what is too long, in one frame or in parts however short, or cannot be read, ends it", () => {
    const long = setUp({ maxBytes: 10_000, maxMessage: 5_000 });
    long.viewer.send("x".repeat(5_001));
    expect([long.heard, long.ends[0]?.[2]]).toEqual([[], "a message of the terminal is too long"]);
    const parts = setUp({ maxMessage: 5_000 });
    for (let number = 1; number < 100; number += 1)
      parts.owner.take(encodeMemberFrame({ kind: "part", number, bytes: new Uint8Array() }));
    expect(parts.ends[0]?.[2]).toBe("a message of the terminal is too long");
    const torn = setUp();
    torn.owner.take(Buffer.from("forged"));
    torn.owner.take(typed(1));
    expect([torn.heard, torn.ends.length]).toEqual([[], 2]);
  });

  it("[FL34] whoever sends on while the pane takes nothing is ended, and what waits is limited", () => {
    const { viewer, owner, heard, paused, ends } = setUp({ maxBytes: 100_000 });
    owner.pause();
    viewer.send("a");
    viewer.send("b");
    expect([heard, paused]).toEqual([[], [true]]);
    owner.resume();
    expect([heard.map(([text]) => text), paused]).toEqual([
      ["a", "b"],
      [true, false],
    ]);
    owner.pause();
    for (let times = 0; times < 12; times += 1) viewer.send("x".repeat(90_000));
    expect(ends.map(([, , words]) => words)).toEqual(Array(2).fill("more was typed than the pane takes"));
    owner.resume();
    expect(heard).toHaveLength(2);
  });

  it("[FL35] it lasts as long as both are heard, and ends at each by itself once the other is silent", () => {
    let isCut = false;
    const { owner, heard, ends } = setUp({ way: (frame) => (isCut ? [] : [frame]) });
    owner.send("opened");
    vi.advanceTimersByTime(100 * BEAT_MS);
    expect([heard.length, ends]).toEqual([1, []]);
    isCut = true;
    vi.advanceTimersByTime(3 * BEAT_MS);
    expect(ends).toContainEqual(["owner", "broken", "nothing was heard of the other member"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("[FL35] one that is never opened ends too, without a word before", () => {
    const sent: Uint8Array[] = [];
    const { ends } = setUp({
      way(frame) {
        sent.push(frame);
        return [];
      },
    });
    vi.advanceTimersByTime(2 * BEAT_MS);
    expect([sent, ends]).toEqual([[], []]);
    vi.advanceTimersByTime(BEAT_MS);
    expect(ends.map(([name]) => name).sort()).toEqual(["owner", "viewer"]);
  });

  it("[FL35] who leaves says so, and why", () => {
    const { viewer, owner, ends } = setUp();
    viewer.end({ why: "revoked", words: "" });
    owner.send("more");
    expect(ends).toEqual([
      ["owner", "revoked", ""],
      ["viewer", "revoked", ""],
    ]);
  });
});
