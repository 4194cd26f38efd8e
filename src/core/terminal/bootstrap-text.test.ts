import headless from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { bootstrapText, penOnScreen } from "./bootstrap-text.ts";
import { CAPTURE_REPLIES, captureCommand, readCapture, type ScreenCapture } from "./screen-capture.ts";
import { TerminalStateTracker } from "./terminal-state-tracker.ts";

const USUAL = {
  pane_id: "%1",
  pane_pid: "42",
  pane_dead: "0",
  "remain-on-exit": "off",
  pane_width: "10",
  pane_height: "3",
  cursor_x: "0",
  cursor_y: "0",
  alternate_on: "0",
  alternate_saved_x: "0",
  alternate_saved_y: "0",
  scroll_region_upper: "0",
  scroll_region_lower: "2",
  cursor_flag: "1",
  wrap_flag: "1",
  pane_tabs: "8",
  pane_title: "a title",
};

/** A capture as tmux would return it. */
function capture(
  rows: string[],
  told: Partial<typeof USUAL> & Record<string, string> = {},
  beneath: string[] = [],
): ScreenCapture {
  const [, names = ""] = /'(.*)'/.exec(captureCommand("%1", 0)) ?? [];
  const facts = names.replaceAll(/#\{([^}]*)\}/g, (_, name: string) => ({ ...USUAL, ...told })[name] ?? "0");
  const reply = (lines: string[]) => ({ ok: true, lines });
  const read = readCapture("%1", [reply([facts]), reply(rows), reply(beneath), reply([])]);
  if (read === null) throw new Error("not read");
  return read;
}

async function shown(seen: ScreenCapture) {
  const terminal = new headless.Terminal({ cols: 10, rows: 3, allowProposedApi: true });
  // as if the terminal had shown something else before
  await new Promise<void>((done) => terminal.write("\x1b[?1049h\x1b[31mother\x1b[2;2r", done));
  await new Promise<void>((done) => terminal.write(bootstrapText(seen, new TerminalStateTracker()), done));
  const rows = (buffer: typeof terminal.buffer.active) =>
    Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true));
  const { active, normal } = terminal.buffer;
  return { terminal, rows: rows(active), beneath: rows(normal), cursor: [active.cursorX, active.cursorY] };
}

describe("a bootstrap", () => {
  it("[TS1] has what scrolled away, the screen and the cursor", async () => {
    const seen = capture(["old", "older", "one", "two", "three"], { cursor_x: "2", cursor_y: "1" });
    const { rows, cursor } = await shown(seen);
    expect({ rows, cursor }).toEqual({ rows: ["old", "older", "one", "two", "three"], cursor: [2, 1] });
  });

  it("[TS1] has both screens", async () => {
    const told = { alternate_on: "1", alternate_saved_x: "3", alternate_saved_y: "2" };
    const seen = capture(["history", "full", "screen", ""], told, ["a shell", "$ vi", "x"]);
    const { terminal, rows, beneath } = await shown(seen);
    expect(rows).toEqual(["full", "screen", ""]);
    expect(beneath).toEqual(["history", "a shell", "$ vi", "x"]);
    await new Promise<void>((done) => terminal.write("\x1b[?1049l!", done));
    expect(terminal.buffer.active.getLine(3)?.translateToString(true)).toBe("x  !");
  });

  it("[TS1] leaves no row's colour to the next, and draws lines as lines", async () => {
    const { terminal, rows } = await shown(capture(["\x1b[41mred", "\x0elq\x0fx", "\x1b[49mplain"]));
    expect(rows).toEqual(["red", "┌─x", "plain"]);
    const paper = (y: number, x: number) => terminal.buffer.active.getLine(y)?.getCell(x)?.getBgColor();
    expect([paper(0, 0), paper(0, 5), paper(1, 0), paper(1, 5), paper(2, 0)]).toEqual([1, -1, 1, -1, -1]);
  });

  it("[TS1] a cursor behind a full row stays there until the next character", async () => {
    const { terminal, cursor } = await shown(capture(["0123456789", "", ""], { cursor_x: "10" }));
    expect(cursor).toEqual([10, 0]);
    await new Promise<void>((done) => terminal.write("x", done));
    expect(terminal.buffer.active.getLine(1)?.translateToString(true)).toBe("x");
  });

  it("[TS1] has the modes that tmux tells", async () => {
    const told = { keypad_cursor_flag: "1", insert_flag: "1", wrap_flag: "0", mouse_all_flag: "1", origin_flag: "1" };
    const seen = capture(["a", "b", "c"], {
      ...told,
      scroll_region_upper: "1",
      cursor_x: "1",
      cursor_y: "1",
      pane_tabs: "3",
    });
    const { terminal, cursor } = await shown(seen);
    expect(cursor).toEqual([1, 1]);
    expect(terminal.modes).toMatchObject({
      applicationCursorKeysMode: true,
      insertMode: true,
      wraparoundMode: false,
      originMode: true,
      mouseTrackingMode: "any",
    });
    await new Promise<void>((done) => terminal.write("\t", done));
    expect(terminal.buffer.active.cursorX).toBe(3);
  });

  it("[TS5] the pen is seen left of the cursor, or at the end of the row above", () => {
    const rows = ["x\x1b[31mred", "plain\x1b[0m", ""];
    const at = (x: number, y: number) => capture(rows, { cursor_x: String(x), cursor_y: String(y) });
    expect(String(penOnScreen(at(2, 0), "left"))).toBe("\x1b[0;31m");
    expect(String(penOnScreen(at(1, 0), "left"))).toBe("\x1b[0m");
    expect(penOnScreen(at(0, 1), "left")).toBeNull();
    expect(String(penOnScreen(at(0, 1), "above"))).toBe("\x1b[0;31m");
  });

  it("[TS5] blanks at a row's end that tmux adds (from 3.4 on) tell nothing of the pen", () => {
    const at = (rows: string[], x: number, y: number) =>
      String(penOnScreen(capture(rows, { cursor_x: String(x), cursor_y: String(y) }), x > 0 ? "left" : "above"));
    expect(at(["\x1b[31mred\x1b[39m       ", "", ""], 0, 1)).toBe("null");
    expect(at(["\x1b[31mred\x1b[39m       ", "", ""], 8, 0)).toBe("null");
    expect(at(["\x1b[31mred\x1b[39m       ", "", ""], 3, 0)).toBe("\x1b[0;31m");
    expect(at(["\x1b[3;41mx\x1b[0;41m         ", "", ""], 0, 1)).toBe("null");
    expect(at(["          ", "", ""], 0, 1)).toBe("null");
    expect(at(["plain     ", "$         ", ""], 0, 1)).toBe("\x1b[0m");
    expect(at(["plain     ", "$         ", ""], 2, 1)).toBe("\x1b[0m");
    expect(at(["\x1b[41mred       ", "", ""], 0, 1)).toBe("\x1b[0;41m");
  });

  it("[TS1] has no unprinted blanks at a row's end, except coloured ones and those before the cursor", async () => {
    const rows = ["abc       ", "\x1b[41mred       ", "\x1b[49m$         "];
    const { terminal } = await shown(capture(rows, { cursor_x: "2", cursor_y: "2" }));
    const lengths = [0, 1, 2].map((y) => terminal.buffer.active.getLine(y)?.translateToString(true).length);
    expect(lengths).toEqual([3, 10, 10]);
  });

  it("[TS1] has the colours of tabs, which tmux (from 3.6 on) captures as tabs", async () => {
    const { terminal, rows } = await shown(capture(["\x1b[44m\tx", "漢\ty", "\x1b[49m123456789"], { pane_tabs: "8" }));
    expect(rows).toEqual(["        x", "漢      y", "123456789"]);
    const paper = (y: number, x: number) => terminal.buffer.active.getLine(y)?.getCell(x)?.getBgColor();
    expect([paper(0, 0), paper(0, 7), paper(0, 9), paper(1, 5)]).toEqual([4, 4, -1, 4]);
  });

  it("[TX11] a missing reply, or that of another pane, is not a capture", () => {
    expect(readCapture("%2", [])).toBeNull();
    const failed = Array.from({ length: CAPTURE_REPLIES }, () => ({ ok: false, lines: ["can't find pane"] }));
    expect(readCapture("%1", failed)).toBeNull();
  });
});
