import { describe, expect, it } from "vitest";
import { typedCommands } from "../../core/actions/typed-commands.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { paneHolder } from "./holder.ts";
import { Keyboard, type KeyboardDeps } from "./keyboard.ts";

/** A keyboard whose tmux responds when `answer` is called. */
function keyboardOf(parts: Partial<KeyboardDeps> = {}) {
  const lines: string[] = [];
  const tmux = { answer: () => {} };
  const runList = (line: string) => {
    lines.push(line);
    const [, done = ""] = /display-message -p (\S+-done)/.exec(line) ?? [];
    return new Promise((resolve) => {
      tmux.answer = () => resolve([{ ok: true, lines: [done] }]);
    });
  };
  const holder = paneHolder(7, "sh");
  const keyboard = new Keyboard(
    {
      target: { control: () => ({ runList }) } as unknown as ActionTarget,
      paneId: "%1",
      clock: { now: () => 0 },
      holder: () => holder,
      record: { begin: () => undefined, typed: () => undefined, refused: () => undefined },
      onTyped: () => undefined,
      onRefused: () => undefined,
      onAnswer: () => undefined,
      onPressure: () => undefined,
      ...parts,
    },
    holder,
  );
  return { keyboard, lines, tmux };
}

describe("a viewer's keyboard", () => {
  it("[PF10] a key goes to tmux at once, those pressed until tmux has answered go together", async () => {
    const { keyboard, lines, tmux } = keyboardOf();
    keyboard.type(Buffer.from("k"));
    expect(lines).toHaveLength(1);
    keyboard.type(Buffer.from("v"));
    keyboard.type(Buffer.from("w"));
    expect(lines).toHaveLength(1);
    tmux.answer();
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines[1]).toContain(typedCommands("%1", Buffer.from("vw")));
  });

  it("[DM19] types on after somebody who was told of a refusal has failed", async () => {
    let down = true;
    const { keyboard, lines } = keyboardOf({
      holder: () => (down ? null : paneHolder(7, "sh")),
      record: {
        begin: () => undefined,
        typed: () => undefined,
        refused: () => {
          if (down) throw new Error("unexpected");
        },
      },
    });
    keyboard.type(Buffer.from("k"));
    await expect(keyboard.drained()).rejects.toThrow("unexpected");
    down = false;
    keyboard.accept(paneHolder(7, "sh").id);
    keyboard.type(Buffer.from("v"));
    expect(lines).toHaveLength(1);
  });

  it("[TS2] makes its viewer wait if more keys come than tmux takes", async () => {
    for (const press of [
      (keyboard: Keyboard) => keyboard.keys(["Up"]),
      (keyboard: Keyboard) => keyboard.type(Buffer.from("x")),
      (keyboard: Keyboard) => keyboard.paste(Buffer.from("x")),
    ]) {
      let isFull = false;
      const { keyboard } = keyboardOf({
        onPressure: (full) => {
          isFull = full;
        },
      });
      for (let times = 0; times < 5_000; times += 1) press(keyboard);
      expect(isFull).toBe(true);
    }
  });

  it("[TS9] types nothing more once it is stopped: not what waits, not a paste half given to tmux, and nobody is accepted", async () => {
    const refused: string[] = [];
    const { keyboard, lines, tmux } = keyboardOf({
      onRefused: ({ code }, bytes) => refused.push(`${code} ${bytes}`),
    });
    keyboard.paste(Buffer.from("rm -r x"));
    keyboard.type(Buffer.from("\r"));
    expect(lines).toEqual([expect.stringMatching(/^set-buffer /)]);
    keyboard.stop(new Fault("E_UNAUTHORIZED", "this device was removed"));
    tmux.answer();
    await expect.poll(() => lines.length).toBe(2);
    // the loaded buffer is removed from tmux
    expect(lines[1]).toMatch(/^delete-buffer /);
    tmux.answer();
    await keyboard.drained();
    keyboard.type(Buffer.from("abc"));
    await keyboard.drained();
    expect(refused).toEqual(["E_UNAUTHORIZED 8", "E_UNAUTHORIZED 3"]);
    expect(keyboard.accept("pane:7")).toBe(false);
    expect(lines).toHaveLength(2);
  });

  it("[GD18] input that cannot be recorded is not typed", async () => {
    const refused: string[] = [];
    const { keyboard, lines } = keyboardOf({
      record: {
        begin: () => {
          throw new Fault("E_INTERNAL", "the disk is full");
        },
        typed: () => undefined,
        refused: () => undefined,
      },
      onRefused: ({ code }, bytes) => refused.push(`${code} ${bytes}`),
    });
    keyboard.type(Buffer.from("abc"));
    await expect.poll(() => refused).toEqual(["E_INTERNAL 3"]);
    expect(lines).toEqual([]);
  });
});
