import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HEIGHT, SCROLLBACK, screen, watched } from "./test-pane-markers.ts";

describe("what a pane shows beside lines that come by themselves", () => {
  it("[TX16] a marker in the cursor's line is a signal at once, and not again when the line ends", () => {
    const { markers, told } = watched();
    expect(markers.lookBesideLines(screen(["$ go", said("Ask")], "Ask"), 1)).toBe("told");
    markers.feed(Buffer.from(`${said("Ask")}\r\n`));
    markers.feed(Buffer.from(`${said("Later")}\n`));
    expect(told()).toEqual(["Ask", "Later"]);
  });

  it("[TX16] a marker in a finished line waits for that line to arrive in its order", () => {
    const { markers, told } = watched();
    const look = screen([said("One"), said("Two"), "$ "], "$ ");
    expect(markers.lookBesideLines(look, 1)).toBe("pending");
    markers.feed(Buffer.from(`${said("One")}\r\n`));
    expect(markers.lookBesideLines(look, 1)).toBe("pending");
    markers.feed(Buffer.from(`${said("Two")}\r\n`));
    expect(markers.lookBesideLines(look, 1)).toBe("told");
    expect(told()).toEqual(["One", "Two"]);
  });

  it("[TX16] a marker whose line never arrives is a signal before a later one that does", () => {
    const { markers, told } = watched();
    const look = screen([said("Painted"), said("Printed"), "$ "], "$ ");
    expect(markers.lookBesideLines(look, 1)).toBe("pending");
    markers.feed(Buffer.from(`${said("Printed")}\n${said("Later")}\n`));
    expect(told()).toEqual(["Painted", "Printed", "Later"]);
  });

  it("[TX16] a marker in a capture older than lines already read is not a signal again", () => {
    const { markers, told } = watched();
    const { heard } = markers;
    for (const word of ["One", "Two", "Three"]) markers.feed(Buffer.from(`${said(word)}\r\n`));
    expect(markers.lookBesideLines(screen([said("One"), "$ "], "$ "), 1, heard)).toBe("pending");
    markers.feed(Buffer.from(`${said("Four")}\r\n`));
    expect(told()).toEqual(["One", "Two", "Three", "Four"]);
  });

  it("[TX16] a painted marker, whose line never arrives, is a signal once no output is under way", () => {
    const { markers, told } = watched();
    const look = screen([said("Painted"), "", "status"], "status");
    expect(markers.lookBesideLines(look, 1)).toBe("pending");
    expect(markers.lookBesideLines(look, 1)).toBe("unheard");
    expect(told()).toEqual([]);
    markers.resume(look, 1);
    expect(told()).toEqual(["Painted"]);
  });
});

describe("what lies between the old pipe of a pane and the new one", () => {
  it("[TX8, MK1] a marker cut by the splice at any place is one whole signal", () => {
    const line = `⏺ ${said("Which one?")}`;
    for (let cut = 0; cut <= line.length; cut += 1) {
      const { markers, told } = watched("lines", ["$ go"]);
      const start = screen(["$ go", line.slice(0, cut)], line.slice(0, cut));
      markers.resume(start, 1);
      markers.feed(Buffer.from(`${line.slice(cut)}\r\nafter\r\n`));
      expect([cut, ...told()]).toEqual([cut, "Which one?"]);
    }
  });

  it("[TX8, MK6] a line cut by the splice is not a near-miss", () => {
    const line = `⏺ ${said("Which one?")}`;
    for (let cut = 0; cut < line.length; cut += 1) {
      for (const shown of [line.slice(0, cut), line]) {
        const { markers, told, missed } = watched("lines", ["$ go"]);
        markers.feed(Buffer.from(`${line.slice(0, cut)}\n`));
        markers.resume(screen(["$ go", shown], shown), 1);
        markers.feed(Buffer.from(`${line.slice(shown.length)}\r\nafter\r\n`));
        markers.stop();
        expect([cut, told(), missed]).toEqual([cut, ["Which one?"], []]);
      }
    }
  });

  it("[TX8, MK6] a whole line in the splice can be a near-miss", () => {
    const line = "--<[schmux:wroking:One]>--";
    const { markers, missed } = watched();
    markers.feed(Buffer.from(`${line}\r\n`));
    markers.resume(screen([line, "$ "], "$ "), 1);
    expect(missed).toEqual([line]);
  });

  it.each([
    ["the splice captures", { history: 9_999, historyLimit: 50_000 }],
    ["tmux keeps", { history: 1_800, historyLimit: 2_000 }],
  ])("[TX19] is reported as lost if it was more than %s", (_, kept) => {
    const { markers } = watched();
    markers.feed(Buffer.from("\x1b[32mline 7\x1b[0m\r\nhalf a l"));
    const long = Array.from({ length: 2_000 }, (_, n) => `line ${n + 10_000}`);
    const misses = (rows: string[]) => markers.misses({ ...screen(rows, rows.at(-1) ?? ""), ...kept });
    expect(misses(long)).toBe(true);
    expect(misses(["line 7", ...long.slice(1)])).toBe(false);
  });

  it("[TX19] is complete if nothing scrolled out of reach, even if the last line was erased", () => {
    const { markers } = watched();
    markers.feed(Buffer.from("line 7\r\n"));
    const kept = { history: 1_799, historyLimit: 2_000 };
    expect(markers.misses({ ...screen(["line 8", "line 9"], "line 9"), ...kept })).toBe(false);
  });

  it("[TX19] is reported as lost once", () => {
    const { markers } = watched();
    markers.feed(Buffer.from("line 7\r\n"));
    const later = { ...screen(["line 8", "line 9", "$ "], "$ "), history: 2_000, historyLimit: 2_000 };
    expect(markers.misses(later)).toBe(true);
    markers.resume(later, 1);
    expect(markers.misses(later)).toBe(false);
  });
});

describe("what had scrolled away before a pane was first looked at", () => {
  const above = [said("Old"), said("Older"), ...Array.from({ length: SCROLLBACK }, (_, n) => `above ${n}`)];

  it("[SR16, TX8] is no signal when a splice later reads more scrollback than the first look", () => {
    const { markers, told } = watched("lines", ["a line", "another one"]);
    const more = [...above, "a line", "another one"];
    markers.resume(screen([...more, "$ "], "$ "), 1);
    expect(told()).toEqual([]);
    markers.feed(Buffer.from(`${said("New")}\r\n`));
    markers.resume(screen([...more, said("New"), "$ "], "$ "), 1);
    markers.resume(screen([...more, said("New"), said("Newer"), "$ "], "$ "), 1);
    expect(told()).toEqual(["New", "Newer"]);
  });

  it("[SR16, TX8] is kept apart from unread output, however much there is", () => {
    const { markers, told } = watched("lines", ["a line", "another one"]);
    const noise = Array.from({ length: 20 }, (_, n) => `noise ${n}`);
    const rows = [...above, "a line", "another one", said("First"), ...noise, said("Second"), ...noise];
    markers.resume(screen([...rows, "$ "], "$ "), 1);
    expect(told()).toEqual(["First", "Second"]);
  });
});

it("[SR13, TX8] what stands above the alternate screen is not taken for painted there", () => {
  const { markers, told } = watched();
  markers.feed(Buffer.from(`${said("Printed")}\r\n\x1b[?1049h`));
  markers.resume({ ...screen([said("Printed"), "1", "2", "3", "4", said("Painted")], ""), alternate: true }, 1);
  expect(told()).toEqual(["Printed", "Painted"]);
});

it("[SR13] a capture of the main screen, ahead of the output that leaves the alternate one, is not taken for painted", () => {
  const { markers, told } = watched();
  markers.feed(Buffer.from(`${said("Printed")}\r\n\x1b[?1049h`));
  markers.readScreen([said("Printed"), "$ "], false);
  expect(told()).toEqual(["Printed"]);
  markers.readScreen([said("Painted")], true);
  expect(told()).toEqual(["Printed", "Painted"]);
});

describe("the pane of a known agent", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("[SR33] whose own words are heard: no marker on its screen is a signal", () => {
    const { markers, told } = watched("words");
    markers.feed(Buffer.from(`cat NOTES.md\r\n${said("Noted")}\r\n`));
    markers.readScreen(["● Bash(cat NOTES.md)", "  ⎿  Notes", `● ${said("Noted")}`], false);
    markers.lookBesideLines(screen([`● ${said("Again")}`], "Again"), 1);
    expect(told()).toEqual([]);
  });

  it("[SR33] whose own words are not heard: a marker said on its screen is a signal, a quoted one is not", () => {
    const { markers, told } = watched("screen");
    vi.advanceTimersByTime(3_000);
    markers.feed(Buffer.from("x"));
    markers.readScreen([" $ Shell cat NOTES.md", `   ${said("Noted")}`], false);
    expect(told()).toEqual([]);
    markers.readScreen(
      [" $ Shell cat NOTES.md", `   ${said("Noted")}`, `● ${said("Own")}`, `│ ${said("Boxed")} │`],
      false,
    );
    expect(told()).toEqual(["Own"]);
    markers.readScreen([`● ${said("Own")}`, `│ ${said("Boxed")} │`], false);
    expect(told()).toEqual(["Own"]);
  });

  it("[SR33, SR16] is first looked at only after its hooks and files had time to arrive", () => {
    const pane = [`● ${said("Shown")}`];
    const heard = watched("screen", pane);
    heard.markers.readScreen([...pane, `● ${said("Shown too")}`], false);
    heard.readBy = "words";
    vi.advanceTimersByTime(3_000);
    expect(heard.told()).toEqual([]);

    const unheard = watched("screen", pane);
    unheard.markers.readScreen([...pane, `● ${said("Said since")}`], false);
    expect(unheard.told()).toEqual([]);
    vi.advanceTimersByTime(3_000);
    expect(unheard.told()).toEqual(["Shown", "Said since"]);
  });

  it("[SR33] that has ended: its last screen is read as its own, and never as the shell's", () => {
    const pane = watched("words");
    pane.markers.feed(Buffer.from("x"));
    pane.readBy = "lines";
    pane.markers.readScreen([`✦ ${said("Shown")}`, "$ "], false);
    pane.markers.resume(screen([`✦ ${said("Shown")}`, "$ "], "$ "), 1);
    expect(pane.told()).toEqual([]);
    pane.markers.feed(Buffer.from(`${said("Of the shell")}\n`));
    expect(pane.told()).toEqual(["Of the shell"]);
  });

  it("[SR33] that ends during the first look: its screen is never read as the shell's", () => {
    const pane = watched("screen", [`│ ${said("Boxed")} │`, `✦ ${said("Said")}`]);
    pane.markers.readScreen([`│ ${said("Boxed")} │`, `✦ ${said("Said")}`, `│ ${said("Boxed too")} │`], false);
    pane.readBy = "lines";
    vi.advanceTimersByTime(3_000);
    expect(pane.told()).toEqual(["Said"]);
  });

  it("[SR33] after a restart its screen is never read as the shell's either", () => {
    const before = watched("words");
    before.markers.readScreen([`✦ ${said("Shown")}`], false);
    const after = watched("lines", [`✦ ${said("Shown")}`, "$ "], before.writes);
    expect(after.told()).toEqual([]);
  });

  it("[SR33] never gives a signal by its screen while its words are heard, nor afterwards", () => {
    const row = fc.constantFrom("text", "● MARKER", "│ MARKER │", "MARKER");
    const step = fc.record({
      how: fc.constantFrom("screen", "look", "beside", "splice"),
      more: fc.array(row, { maxLength: 3 * HEIGHT }),
      repaints: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.constantFrom("beside", "splice"), (steps, last) => {
        const pane = watched("words");
        const rows: string[] = [];
        for (const [index, { how, more: drawn, repaints }] of steps.entries()) {
          const again = repaints ? rows.slice(-2 * HEIGHT) : [];
          const more = [...again, ...drawn.map((each, place) => each.replace("MARKER", said(`${index}.${place}`)))];
          rows.push(...more);
          pane.markers.feed(Buffer.from(`${more.join("\r\n")}\r\n`));
          if (how === "screen") pane.markers.readScreen(rows.slice(-HEIGHT), false);
          if (how === "look") pane.markers.look(screen(rows, ""), 1);
          if (how === "beside") pane.markers.lookBesideLines(screen(rows, ""), 1);
          if (how === "splice") pane.markers.resume(screen(rows, ""), 1);
        }
        pane.readBy = "lines";
        pane.markers.readScreen(rows.slice(-HEIGHT), false);
        pane.markers.feed(Buffer.from(`${said("Of the shell")}\r\n`));
        const left = screen([...rows, said("Of the shell"), "$ "], "$ ");
        for (const _ of [1, 2])
          if (last === "splice" || pane.markers.lookBesideLines(left, 1) === "unheard") pane.markers.resume(left, 1);
        const next = watched("lines", left.rows, pane.writes);
        expect([pane.told(), next.told()]).toEqual([["Of the shell"], []]);
        pane.markers.stop();
        next.markers.stop();
      }),
      { numRuns: 500 },
    );
  });
});

function said(message: string): string {
  return `--<[schmux:working:${message}]>--`;
}
