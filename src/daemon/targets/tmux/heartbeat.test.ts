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
      control: { run: async () => [], replies: 0 },
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

  it("[TX8] a tmux that is busy with earlier commands does not count as silent, one without any reply does", async () => {
    const control = { run: () => new Promise<string[]>(() => {}), replies: 0 };
    let silences = 0;
    const heartbeat = new Heartbeat({ control, everyMs: 1_000, onAnswer() {}, onSilence: () => (silences += 1) });
    void heartbeat.beat();
    for (let second = 0; second < 10; second += 1) {
      control.replies += 1;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(silences).toBe(0);
    await vi.advanceTimersByTimeAsync(2_400);
    expect(silences).toBe(1);
  });
});
