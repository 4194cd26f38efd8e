import { describe, expect, it } from "vitest";
import { typedCommands } from "../../core/actions/typed-commands.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { paneHolder } from "./holder.ts";
import { Keyboard } from "./keyboard.ts";

describe("a viewer's keyboard", () => {
  it("[PF10] a key goes to tmux at once, those pressed until tmux has answered go together", async () => {
    const lines: string[] = [];
    let answer = () => {};
    const runList = (line: string) => {
      lines.push(line);
      const [, done = ""] = /display-message -p (\S+-done)/.exec(line) ?? [];
      return new Promise((resolve) => {
        answer = () => resolve([{ ok: true, lines: [done] }]);
      });
    };
    const holder = paneHolder(7, "sh");
    const keyboard = new Keyboard(
      {
        target: { control: () => ({ runList }) } as unknown as ActionTarget,
        paneId: "%1",
        clock: { now: () => 0 },
        holder: () => holder,
        onTyped: () => undefined,
        onRefused: () => undefined,
        onAnswer: () => undefined,
        onPressure: () => undefined,
      },
      holder,
    );
    keyboard.type(Buffer.from("k"));
    expect(lines).toHaveLength(1);
    keyboard.type(Buffer.from("v"));
    keyboard.type(Buffer.from("w"));
    expect(lines).toHaveLength(1);
    answer();
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines[1]).toContain(typedCommands("%1", Buffer.from("vw")));
  });
});
