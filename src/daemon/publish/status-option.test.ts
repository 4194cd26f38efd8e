import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../base/test-log.ts";
import { StatusOption } from "./status-option.ts";

function setUp() {
  const ran: string[] = [];
  const control = {
    isOpen: true,
    run: async (command: string) => {
      ran.push(command);
      return [];
    },
  };
  const state = { text: "?1", change: () => {}, left: false };
  const option = new StatusOption({
    text: () => state.text,
    onChange(listener) {
      state.change = listener;
      return () => {
        state.left = true;
      };
    },
    log: silentLog(),
  });
  const say = (text: string) => {
    state.text = text;
    state.change();
  };
  return { ran, control, state, option, say };
}

describe("StatusOption", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("[LS14] is written when it says something else, and not oftener than once a second", async () => {
    const { ran, control, option, say } = setUp();
    option.attach(control);
    expect(ran).toEqual(['set-option -g @agtmux_status "?1"']);
    for (const text of ["?1", "?2", "?3"]) say(text);
    option.attach(control);
    expect(ran).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ran.slice(1)).toEqual(['set-option -g @agtmux_status "?3"']);
    await vi.advanceTimersByTimeAsync(5_000);
    say("?3");
    expect(ran).toHaveLength(2);
    say("it's");
    expect(ran.at(-1)).toBe(`set-option -g @agtmux_status "it's"`);
  });

  it("[LS14] is written to another connection even if it says the same, since that may be another server", async () => {
    const { ran, control, option } = setUp();
    option.attach(control);
    await vi.advanceTimersByTimeAsync(1_000);
    option.attach({ ...control });
    expect(ran).toHaveLength(2);
  });

  it("[LS14] is removed on stop, and not written again", async () => {
    const { ran, control, option, state, say } = setUp();
    option.attach(control);
    say("?2");
    await option.stop();
    option.attach(control);
    expect([ran.at(-1), state.left]).toEqual(["set-option -gu @agtmux_status", true]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ran).toHaveLength(2);
  });

  it("[LS14] a status that tmux did not accept is written again at the next change", async () => {
    const { ran, control, option, say } = setUp();
    option.attach({ ...control, run: async (command) => Promise.reject(new Error(`no ${ran.push(command)}`)) });
    await vi.advanceTimersByTimeAsync(1_000);
    say("?1");
    expect(ran).toHaveLength(2);
  });
});
