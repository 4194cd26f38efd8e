import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import type { RunningProgram } from "../executor/executor.ts";
import { TmuxControl } from "./tmux-control.ts";

const MEGABYTE = "x".repeat(1024 * 1024);

/** A client of tmux that has attached, and whatever it says. */
function attached() {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const kill = vi.fn(() => true);
  const program = Object.assign(new EventEmitter(), streams, { exitCode: null, signalCode: null, killed: false, kill });
  const control = new TmuxControl(
    () => program as unknown as RunningProgram,
    () => undefined,
  );
  streams.stdout.write("%session-changed $0 main\n");
  return { control, kill, say: (text: string) => streams.stdout.write(text) };
}

describe("a tmux that says too much", () => {
  it.each<[string, () => string[]]>([
    ["a line without an end", () => Array.from({ length: 9 }, () => MEGABYTE)],
    ["a reply without an end", () => ["%begin 1 2 1\n", ...Array.from({ length: 17 }, () => `${MEGABYTE}\n`)]],
    ["replies without an end", () => Array.from({ length: 33 }, (_, n) => replyOf(n, `${MEGABYTE}\n`))],
    ["empty replies without an end", () => [Array.from({ length: 140_000 }, (_, n) => replyOf(n, "")).join("")]],
  ])("[TG30] %s ends the connection, with the reason", async (_, flood) => {
    const { control, kill, say } = attached();
    const asked = control.runList("list-keys");
    asked.catch(() => undefined);
    for (const text of flood()) say(text);
    await expect(asked).rejects.toMatchObject({ code: "E_TARGET_FLOOD" });
    expect([control.isOpen, kill.mock.calls]).toEqual([false, [["SIGKILL"]]]);
  });

  it("[TG30] many replies to many commands are allowed", async () => {
    const { control, say } = attached();
    for (let n = 0; n < 40; n += 1) {
      const asked = control.run("list-keys");
      say(replyOf(n, `${MEGABYTE}\n`));
      expect(await asked).toEqual([MEGABYTE]);
    }
    expect(control.isOpen).toBe(true);
  });
});

function replyOf(number: number, lines: string): string {
  return `%begin 1 ${number} 1\n${lines}%end 1 ${number} 1\n`;
}
