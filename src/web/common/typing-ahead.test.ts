import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { dropKeys, holdKeys, release, takeKeys, typingAhead } from "./typing-ahead.ts";

const pane = testPane({ pane_id: "%2" });

/** The event listeners registered now. */
const listeners = new Map<string, (event: object) => void>();
const press = (key: string, more = {}) =>
  listeners.get("keydown")?.({ key, preventDefault() {}, stopImmediatePropagation() {}, ...more });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal("removeEventListener", (name: string) => listeners.delete(name));
  vi.stubGlobal("Element", class {});
});
afterEach(() => {
  release();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("typing ahead", () => {
  it("[UI24] keys are held in their order for the pane that was meant, and given to no other", () => {
    holdKeys(pane);
    for (const key of ["h", "i", "Enter"]) press(key);
    expect(takeKeys(testPane({ pane_id: "%3" }))).toBeNull();
    expect(takeKeys(pane)).toEqual([{ text: "h" }, { text: "i" }, { key: "Enter" }]);
    expect([typingAhead.get(), listeners.size]).toEqual([null, 0]);
  });

  it("[UI24] another program in the pane gets none of them", () => {
    holdKeys(pane);
    press("y");
    expect(takeKeys({ ...pane, runtime_id: "another" })).toBeNull();
    expect(typingAhead.get()).toMatchObject({ phase: "dropped", keys: [{ text: "y" }] });
  });

  it("[FL32] keys for another member's pane wait for its terminal as for any other", () => {
    holdKeys(testPane({ target: "vm.host", member: "vm" }));
    press("y");
    expect(typingAhead.get()).toMatchObject({ phase: "held", keys: [{ text: "y" }] });
  });

  it("[UI24] after ten seconds they are dropped, and the keyboard is given back when that was seen", () => {
    holdKeys(pane);
    press("y");
    vi.advanceTimersByTime(10_000);
    expect(typingAhead.get()).toMatchObject({ phase: "dropped", keys: [{ text: "y" }] });
    press("a");
    expect(typingAhead.get()?.keys).toHaveLength(2);
    press("Escape");
    expect([typingAhead.get(), listeners.size]).toEqual([null, 0]);
  });

  it("[UI24] leaving before the connection is open reports the input that was lost", () => {
    holdKeys(pane);
    press("]", { ctrlKey: true });
    expect(typingAhead.get()).toBeNull();
    holdKeys(pane);
    press("y");
    listeners.get("pointerdown")?.({ target: null });
    expect(typingAhead.get()).toMatchObject({ phase: "dropped" });
    dropKeys("once more");
    listeners.get("pointerdown")?.({ target: null });
    expect(typingAhead.get()).toBeNull();
  });
});
