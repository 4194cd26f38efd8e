import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Heartbeat } from "./heartbeat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("Heartbeat", () => {
  it("[DM19] goes on after a listener has failed", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    let answers = 0;
    const heartbeat = new Heartbeat({
      control: { run: async () => [] },
      everyMs: 100,
      onAnswer: () => {
        answers += 1;
        if (answers === 1) throw new Error("unexpected");
      },
      onSilence: () => undefined,
    });
    heartbeat.start();
    await vi.advanceTimersByTimeAsync(350);
    heartbeat.stop();
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(answers).toBe(3);
    expect(unhandled).toMatchObject([{ message: "unexpected" }]);
  });
});
