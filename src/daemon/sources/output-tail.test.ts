import { describe, expect, it } from "vitest";
import { OutputTail } from "./output-tail.ts";

const heard = (text: string) => {
  const tail = new OutputTail();
  tail.hear(Buffer.from(text));
  return tail;
};

describe("the last lines that were heard of a pane", () => {
  it.each([
    ["with colours", "\x1b[32mline 7\x1b[0m\r\n", "line 7"],
    ["with a tab", "a\tb\r\n", "a       b"],
    ["with blanks at its end", "line 7\r\n", "line 7   "],
    ["written over itself", "10 %\r100 %\r\n", "100 %"],
    ["after a mode was switched", "\x1b[?2004l\rline 7\r\n", "line 7"],
    ["and the beginning of another", "line 7\r\nhalf a l", "line 7"],
    ["and others that were changed since", "line 7\r\nspinner 1\r\nspinner 2\r\n", "line 7"],
  ])("[TX19] are found in what the pane shows: one %s", (_, text, row) => {
    expect(heard(text).heardIn(["above", row, "below"])).toBe(2);
    expect(heard(text).heardIn(["above", "below"])).toBe(null);
  });

  it("[TX19] are unknown if no whole line was heard", () => {
    const texts = ["", "half a line", "x".repeat(5_000), `${"x".repeat(5_000)}\n`];
    expect(texts.map((text) => heard(text).isEmpty)).toEqual([true, true, true, true]);
    expect(heard("a line\n").isEmpty).toBe(false);
  });

  it("[TX19] are those of the screen if that was read", () => {
    const tail = heard("long ago\n");
    tail.restart(["shown", "", "half of the l", "", ""]);
    expect(tail.heardIn(["long ago"])).toBe(null);
    expect(tail.heardIn(["shown", "half of the last line"])).toBe(1);
  });

  it("[TX8] are matched where most of them stand together, at the first such place", () => {
    const rows = ["$ make", "ok", "$ make", "failed", "", "ok", "$ make", "ok"];
    expect(heard("$ make\nfailed\nok\n").heardIn(rows)).toBe(6);
    expect(heard("$ make\nok\n").heardIn(rows)).toBe(2);
    expect(heard("yes\nyes\nyes\n").heardIn(["yes", "yes", "yes", "yes", "yes"])).toBe(3);
  });
});
