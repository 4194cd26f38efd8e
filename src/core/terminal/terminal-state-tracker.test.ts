import { describe, expect, it } from "vitest";
import { Pen } from "./pen.ts";
import { SequenceSplitter } from "./sequence-splitter.ts";
import { TerminalStateTracker } from "./terminal-state-tracker.ts";

const RED = "\x1b[0;31m";

function reading(text = "") {
  const memory = new TerminalStateTracker();
  const splitter = new SequenceSplitter(memory);
  const read = (more: string) => void splitter.feed(Buffer.from(more));
  read(text);
  return { memory, read };
}

function pen(parameters = ""): Pen {
  const made = new Pen();
  made.apply(parameters);
  return made;
}

describe("what a stream has told of its terminal", () => {
  it.each([
    { read: "\x1b[0;31mred", is: `\x1b(B\x1b)B\x0f${RED}` },
    { read: "\x1b[m\x1b[?2004h\x1b[?1004;25h\x1b[4 q", is: "\x1b[?2004h\x1b[?1004h\x1b[4 q\x1b(B\x1b)B\x0f\x1b[0m" },
    { read: "\x1b[m\x1b)0\x0elqk", is: "\x1b(B\x1b)0\x0e\x1b[0m" },
    { read: "\x1b[0;31m\x1b7\x1b[0;1m\x1b(0x\x1b8", is: `\x1b(B\x1b)B\x0f${RED}` },
    { read: "\x1b[0;31m\x1b[?1049h\x1b[0;7m\x1b[?1049l", is: `\x1b(B\x1b)B\x0f${RED}` },
    { read: "\x1b[0;31m\x1b[?2004h\x1bc", is: "\x1b(B\x1b)B\x0f\x1b[0m" },
    { read: "\x1b[31m\x1b[>4;2m\x1b[?1m", is: `\x1b(B\x1b)B\x0f${RED}` },
  ])("[TS1] $read", ({ read, is }) => {
    expect(String(reading(read).memory)).toBe(is);
  });

  it("[TS5] a pen that was never set is a guess until it is set or seen in drawn cells", () => {
    const { memory, read } = reading();
    expect([memory.isInDoubt, memory.settle(() => pen("31"))]).toEqual([false, false]);
    expect(String(memory)).toContain(RED);
    read("drawn with it");
    expect(memory.isInDoubt).toBe(true);
    expect(memory.settle(() => pen("31"))).toBe(false);
    read("and again");
    expect(memory.isInDoubt).toBe(false);
  });

  it("[TS5] reports a wrong guess, and one that can no longer be checked", () => {
    const wrong = reading();
    wrong.memory.settle(() => null);
    wrong.read("in truth red");
    expect(wrong.memory.settle(() => pen("31"))).toBe(true);
    expect(String(wrong.memory)).toContain(RED);
    const overtaken = reading();
    overtaken.memory.settle(() => null);
    overtaken.read("in truth red\x1b[0mand now plain");
    expect(overtaken.memory.settle(() => pen(""))).toBe(true);
  });

  it.each([
    ["text", "left"],
    ["text\x1b[K\x07", "left"],
    ["\r\ntext\r\n", "above"],
    ["\r\ntext\x1b[K\r\n\r", "above"],
    ["\x1b]2;title\x07text\x1b[?25l", "left"],
  ])("[TS5] %j shows its pen to a capture", (text, place) => {
    const { memory, read } = reading();
    memory.settle(() => null);
    read(text);
    expect(memory.settle((asked) => (asked === place ? pen("31") : null))).toBe(true);
    expect(memory.isInDoubt).toBe(false);
    read("more");
    expect(memory.isInDoubt).toBe(false);
  });

  it.each([
    "text\x1b[5;5H",
    "text\r",
    "text\t",
    "text\b",
    "text\n",
    "text\r\n",
    "\r\ntext\x1b[3Gagain\r\n",
    "\r\ntext\rtex\r\n",
    "\r\ntext\r\n\r\n",
    "text\x1b[1K",
    "text\x1b[?6h",
    "text\x1b[?25;1049h",
    "text\x1bM",
  ])("[TS5] %j does not: the cell beside the cursor may be another's", (text) => {
    const { memory, read } = reading();
    memory.settle(() => null);
    read(text);
    expect(memory.settle(() => pen("31"))).toBe(true);
    read("more");
    expect(memory.isInDoubt).toBe(true);
  });

  it("[TS5] nor is anything known after output was lost", () => {
    const { memory, read } = reading("\x1b[0;31mred");
    memory.lose();
    memory.settle(() => null);
    read("of any colour");
    expect(memory.isInDoubt).toBe(true);
  });

  it("[TS5] nor is anything known of a place that was kept before anybody looked", () => {
    const { memory, read } = reading("\x1b[0m");
    read("\x1b8");
    expect(memory.isInDoubt).toBe(true);
    expect(memory.settle(() => null)).toBe(true);
  });

  it("[TS5] a cursor position saved before the viewer began is a guess too", () => {
    const { memory, read } = reading("\x1b[0m\x1b7\x1b8");
    expect(memory.isInDoubt).toBe(false);
    memory.begin();
    read("\x1b8");
    expect(memory.isInDoubt).toBe(true);
  });

  it("[TS5] leaving an alternate screen that was never entered makes the cursor position unknown", () => {
    const { memory, read } = reading("\x1b[0m\x1b[?1049h\x1b[?1049l");
    expect(memory.isInDoubt).toBe(false);
    read("\x1b[?1049l");
    expect([memory.isInDoubt, memory.settle(() => null), memory.isInDoubt]).toEqual([true, true, false]);
    memory.settle(() => null, true);
    read("\x1b[?1049l");
    expect(memory.isInDoubt).toBe(false);
  });

  it("line breaks are drawn with no pen", () => {
    const { memory, read } = reading();
    read("\r\n\x1b[31m\r\n");
    expect(memory.isInDoubt).toBe(false);
  });
});
