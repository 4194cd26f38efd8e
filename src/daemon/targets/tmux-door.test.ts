import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TmuxDoor } from "./tmux-door.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the door of a tmux server", () => {
  it("[TX14] clients enter one at a time, in their order", async () => {
    const { door, began, enter } = place();
    const [first, second] = [enter("first"), enter("second")];
    await settle();
    expect(began).toEqual(["first"]);
    first.stdout.write("%begin");
    await settle();
    expect(began).toEqual(["first", "second"]);
    second.emit("close");
    await door.quietly(async () => began.push("third"));
    expect(began).toEqual(["first", "second", "third"]);
  });

  it("[TX14] none enters while others leave, and none leaves while one enters", async () => {
    const { door, began, enter } = place();
    const first = enter("first");
    await settle();
    const ended = [new FakeClient(), new FakeClient()];
    const left = ended.map((child) => door.leave(asChild(child)));
    const second = enter("second");
    await settle();
    expect(ended.map(({ stdin }) => stdin.writableEnded)).toEqual([false, false]);
    first.stdout.write("%begin");
    await settle();
    expect(ended.map(({ stdin }) => stdin.writableEnded)).toEqual([true, true]);
    expect(began).toEqual(["first"]);
    for (const child of ended) child.emit("close");
    await Promise.all(left);
    await settle();
    expect(began).toEqual(["first", "second"]);
    second.emit("close");
  });

  it("[TX14] sessions come in a burst: who wants in waits for its end, but not for ever", async () => {
    const { door, began, enter } = place();
    door.stir();
    enter("first");
    for (let stirs = 0; stirs < 3; stirs += 1) {
      await vi.advanceTimersByTimeAsync(900);
      door.stir();
    }
    expect(began).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(began).toEqual(["first"]);

    const other = place();
    other.enter("late");
    other.door.stir();
    for (let stirs = 0; stirs < 60; stirs += 1) {
      other.door.stir();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(other.began).toEqual(["late"]);
  });

  it("[TX14] who hangs, or cannot be started, keeps nobody waiting", async () => {
    const { door, began, enter } = place();
    enter("hangs");
    await expect(
      Promise.all([
        door.enter(() => {
          throw new Error("no channel");
        }),
        vi.advanceTimersByTimeAsync(6_000),
      ]),
    ).rejects.toThrow("no channel");
    enter("next");
    await settle();
    expect(began).toEqual(["hangs", "next"]);
  });
});

function place() {
  const door = new TmuxDoor();
  const began: string[] = [];
  const enter = (name: string): FakeClient => {
    const child = new FakeClient();
    void door.enter(() => {
      began.push(name);
      return asChild(child);
    });
    return child;
  };
  return { door, began, enter };
}

class FakeClient extends EventEmitter {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly exitCode = null;
  readonly signalCode = null;
}

function asChild(client: FakeClient): ChildProcessWithoutNullStreams {
  return client as unknown as ChildProcessWithoutNullStreams;
}

function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(0);
}
