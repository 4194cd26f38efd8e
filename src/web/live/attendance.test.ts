import { describe, expect, it } from "vitest";
import { type AttendedPage, watchAttendance } from "./attendance.ts";

const MINUTE = 60_000;

function setUp(isActive = false) {
  const listeners = new Map<string, () => void>();
  const on = {
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
    removeEventListener: (name: string) => void listeners.delete(name),
  };
  const document = { ...on, visibilityState: "visible" };
  const page = { ...on, document, navigator: { userActivation: { isActive } } } as unknown as AttendedPage;
  let now = 0;
  let waits: { at: number; then: () => void } | null = null;
  const told: boolean[] = [];
  const clock = {
    now: () => now,
    after: (ms: number, then: () => void) => {
      const own = { at: now + ms, then };
      waits = own;
      return () => {
        if (waits === own) waits = null;
      };
    },
  };
  const watch = watchAttendance(page, clock, (is) => told.push(is));
  return {
    watch,
    told,
    listeners,
    fire: (name: string) => listeners.get(name)?.(),
    pass(ms: number) {
      now += ms;
      const due = waits;
      if (due === null || due.at > now) return;
      waits = null;
      due.then();
    },
    show(visibilityState: "visible" | "hidden") {
      document.visibilityState = visibilityState;
      listeners.get("visibilitychange")?.();
    },
  };
}

describe("watchAttendance", () => {
  it("[AT15] somebody is there while the tab is visible and was used within a minute, and each change is told once", () => {
    const { watch, told, fire, pass, show } = setUp();
    watch.retell();
    expect(told).toEqual([false]);
    fire("keydown");
    fire("pointermove");
    pass(MINUTE / 2);
    fire("wheel");
    pass(MINUTE / 2);
    expect(told).toEqual([false, true]);
    pass(MINUTE / 2);
    expect(told).toEqual([false, true, false]);
    fire("pointerdown");
    show("hidden");
    fire("keydown");
    show("visible");
    expect(told).toEqual([false, true, false, true, false, true]);
  });

  it("[AT15] opening it counts as use, a new connection gets the state again, and no listener is left", () => {
    const { watch, told, listeners } = setUp(true);
    watch.retell();
    watch.retell();
    expect(told).toEqual([true, true]);
    watch.close();
    expect(listeners.size).toBe(0);
  });
});
