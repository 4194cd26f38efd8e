import { describe, expect, it } from "vitest";
import { guardedAnswer, guardedCommand } from "./guarded.ts";
import { noOtherReader } from "./other-readers.ts";
import { groupOf, notAfter, processCheck } from "./process-check.ts";
import { formatLiteral, tmuxString } from "./tmux-words.ts";

const pane = { pane_id: "%3", pane_pid: 42, command: "a,b}#" };

describe("guardedCommand", () => {
  it("[GD5] process, pane and keys are one command, and what is refused says why", () => {
    const command = guardedCommand({
      pane,
      areKeys: true,
      check: "true",
      commands: "send-keys -t %3 Enter",
      word: "w",
    });
    expect(command.split("\n")).toHaveLength(1);
    expect(command).toBe(
      `if-shell -t %3 "exec sh -c 'true'" { if-shell -F -t %3 ` +
        `"#{&&:#{&&:#{&&:#{&&:#{&&:#{&&:#{==:#{pane_id},%3},#{==:#{pane_pid},42}},#{==:#{pane_current_command},a#,b#}##}},` +
        `#{?pane_in_mode,0,1}},#{?pane_synchronized,0,1}},#{?pane_input_off,0,1}},#{?pane_dead,0,1}}" ` +
        `{ send-keys -t %3 Enter ; display-message -p w-done } ` +
        `{ display-message -p -t %3 'w-pane\t#{pane_id}\t#{pane_pid}\t#{pane_dead}\t#{pane_in_mode}\t#{pane_synchronized}\t#{pane_input_off}\t#{pane_current_command}' } } ` +
        `{ display-message -p w-process }`,
    );
  });

  it("[GD5] a command that presses no keys checks only that the pane is the same, in any mode", () => {
    const command = guardedCommand({ pane, areKeys: false, check: null, commands: "capture-pane -p", word: "w" });
    expect(command).toContain('"#{&&:#{==:#{pane_id},%3},#{==:#{pane_pid},42}}" { capture-pane -p ;');
    expect(command).not.toContain("sh -c");
  });
});

describe("guardedCommand with rows that must be shown", () => {
  it("[GD5, SQ18] the pane's own content is looked at in the same command; what means something to tmux is any character", () => {
    const shows = ["  ❯ 1. Yes, and #{x} 50%*  "];
    const command = guardedCommand({
      pane,
      areKeys: true,
      shows,
      check: null,
      commands: "send-keys -t %3 1",
      word: "w",
    });
    expect(command).toContain("#{C:❯ 1. Yes? and ??x? 50??}}");
  });
});

describe("guardedAnswer", () => {
  const reply = (...lines: string[]) => ({ ok: true, lines });

  it("[GD5] only our own random mark confirms that it was done", () => {
    expect(guardedAnswer([reply(), reply("text"), reply("w-done")], "w")).toEqual({ done: true, lines: ["text"] });
    expect(guardedAnswer([reply("w-process")], "w")).toEqual({ done: false, why: "process" });
    expect(guardedAnswer([reply("x-done")], "w")).toEqual({ done: false, why: "tmux", error: "x-done" });
    expect(guardedAnswer([{ ok: false, lines: ["can't find pane: %3"] }], "w")).toMatchObject({
      done: false,
      why: "tmux",
    });
  });

  it("[GD3] a refusal says what the pane shows instead", () => {
    expect(guardedAnswer([reply("w-pane\t%3\t43\t0\t1\t0\t0\tmy prog")], "w")).toEqual({
      done: false,
      why: "pane",
      facts: {
        pane_id: "%3",
        pane_pid: 43,
        dead: false,
        in_mode: true,
        synchronized: false,
        input_off: false,
        command: "my prog",
      },
    });
  });
});

describe("words for tmux", () => {
  it("[GD7] a string is one line that nothing expands, whatever it holds", () => {
    expect(tmuxString("a'b\"c\\d$e\n\t\u001b#{x}~;é")).toBe('"a\'b\\"c\\\\d\\$e\\012\\011\\033#{x}~;é"');
    expect(["~/notes", "~", "a~"].map(tmuxString)).toEqual(['"\\176/notes"', '"\\176"', '"a~"']);
    expect(formatLiteral("a#b,c}d")).toBe("a##b#,c#}d");
  });

  it("[GD5] checks of a process contain nothing that ends a shell word, a format or a quote", () => {
    const proc = processCheck({ pid: 7, start: "123+99" }, "foreground");
    expect(proc).toContain(`[ "$\{20}" = 123 ]`);
    const ps = processCheck({ pid: 7, start: "Sat Nov 15 14:48:00 2026" }, "foreground");
    for (const check of [proc, ps, noOtherReader([7, 8]), notAfter(12.3), groupOf(7, "1", "r"), groupOf(7, "Sat", "r")])
      expect(check).not.toMatch(/['\\!#\n]/);
  });

  it("[GD5, GD16] only keys want a process that is not stopped", () => {
    for (const start of ["123", "Sat Nov 15 14:48:00 2026"]) {
      expect(processCheck({ pid: 7, start }, "alive")).toMatch(/in (?:\[ZXx\]|Z\*)\)/);
      expect(processCheck({ pid: 7, start }, "awake")).toMatch(/in \[Tt?Z/);
    }
  });
});
