import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaneTap } from "../targets/pipes/pane-tap.ts";
import type { PaneTaps } from "../targets/pipes/pane-taps.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane } from "../targets/tmux/topology.ts";
import { PipedPane } from "./piped-pane.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pane whose tap passes lines with markers only; `captures` has the times at which it was captured. */
function pipedPane(state: Partial<PaneTap> = {}) {
  const captures: number[] = [];
  const began = Date.now();
  const tap = { listen: () => () => {}, passesAll: false, isSplicing: false, ...state } as unknown as PaneTap;
  const control = {
    runList: async () => {
      captures.push(Date.now() - began);
      return [];
    },
  } as unknown as TmuxControl;
  const pane = { pane_id: "%1", lastActivity: 0 } as ObservedPane;
  const taps = { of: () => tap } as unknown as PaneTaps;
  const piped = new PipedPane({ taps, pane, control, scrollback: 0, onUnfit: () => {} });
  return { piped, captures };
}

describe("PipedPane", () => {
  it("[TX16] a quiet pane that prints is captured soon, and again when that second is over", async () => {
    const { piped, captures } = pipedPane();
    piped.noteActivity(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(captures).toEqual([100, 1_100]);
  });

  it("[TX16] a pane that prints all the time is captured once a second", async () => {
    const { piped, captures } = pipedPane();
    for (let second = 1; second <= 5; second++) {
      piped.noteActivity(second);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(captures).toEqual([100, 1_100, 2_200, 3_300, 4_400, 5_500]);
  });

  it("[TX8] a pane whose pipe is being spliced counts as read: opened anew, it would lose lines above its scrollback", () => {
    const isRead = (state: Partial<PaneTap>) => pipedPane(state).piped.isOpen({ piped: true } as ObservedPane);
    expect(isRead({ isOpen: false, isSplicing: true })).toBe(true);
    expect(isRead({ isOpen: true })).toBe(true);
    expect(isRead({ isOpen: false })).toBe(false);
  });
});
