import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ControlMessage, createControlModeParser } from "./control-mode.ts";
import { cutBytes, cutEvery } from "./cut-bytes.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseChunks([encode(text)]);

/** Recorded from tmux 3.3a. */
const CONVERSATION = [
  "%begin 1794733988 265 0",
  "%end 1794733988 265 0",
  "%session-changed $0 my sess",
  "%begin 1794733988 270 1",
  "%0 bash",
  "%1 claude ⏺",
  "%end 1794733988 270 1",
  "%begin 1794733988 283 1",
  "parse error: unknown command: bogus",
  "%error 1794733988 283 1",
  '%output %1 printf "a\\134134b"\\015\\012\\033[?2004l\\015',
  "%output %2 é",
  "%extended-output %2 1200 : a\\134b : c",
  "%window-renamed @1 [tmux]",
  "%exit",
  "",
].join("\n");

const MESSAGES: ControlMessage[] = [
  { type: "reply", time: 1794733988, number: 265, flags: 0, ok: true, lines: [] },
  { type: "session-changed", session: "$0", name: "my sess" },
  { type: "reply", time: 1794733988, number: 270, flags: 1, ok: true, lines: ["%0 bash", "%1 claude ⏺"] },
  {
    type: "reply",
    time: 1794733988,
    number: 283,
    flags: 1,
    ok: false,
    lines: ["parse error: unknown command: bogus"],
  },
  { type: "output", pane: "%1", data: encode('printf "a\\134b"\r\n\x1b[?2004l\r') },
  { type: "output", pane: "%2", data: encode("é") },
  { type: "extended-output", pane: "%2", age: 1200, data: encode("a\\b : c") },
  { type: "window-renamed", window: "@1", name: "[tmux]" },
  { type: "exit", reason: null },
];

describe("createControlModeParser", () => {
  it("[TM12] reads a conversation: replies, output and notifications in their order", () => {
    expect(parse(CONVERSATION)).toEqual(MESSAGES);
  });

  it("[TM11] reads it alike in chunks of every size", () => {
    for (let size = 1; size < 70; size++) {
      expect(parseChunks(cutEvery(encode(CONVERSATION), size))).toEqual(MESSAGES);
    }
  });

  it("[TM12] takes what looks like a notification or another block for content", () => {
    const content = [
      "%output %1 a",
      "%exit",
      "%begin 5 8 1",
      "%end 5 8 1",
      "%end 6 7 1",
      "%error 5 7 0",
      "%end 5 7 1 ",
      "",
    ];
    expect(parse(["%begin 5 7 1", ...content, "%end 5 7 1", "%sessions-changed", ""].join("\n"))).toEqual([
      { type: "reply", time: 5, number: 7, flags: 1, ok: true, lines: content },
      { type: "sessions-changed" },
    ]);
  });

  it("[TM12] keeps output as bytes, so that a split character survives", () => {
    const line = Uint8Array.from([...encode("%output %12 "), 0xe2, 0x8f, 0x0a]);
    expect(parseChunks([line])).toEqual([{ type: "output", pane: "%12", data: Uint8Array.of(0xe2, 0x8f) }]);
    expect(parse("%output %1\n%output %1 \n")).toEqual([
      { type: "output", pane: "%1", data: new Uint8Array() },
      { type: "output", pane: "%1", data: new Uint8Array() },
    ]);
  });

  it("[TM12] gives data that outlives the chunk it came in", () => {
    const chunk = encode("%output %1 abc\n");
    const messages = createControlModeParser().feed(chunk);
    chunk.fill(0);
    expect(messages).toEqual([{ type: "output", pane: "%1", data: encode("abc") }]);
  });

  it("[TM12] reads delayed output with its age, and allows for fields to come", () => {
    expect(parse("%extended-output %3 0 : \n%extended-output %3 17 x y : \\012\n")).toEqual([
      { type: "extended-output", pane: "%3", age: 0, data: new Uint8Array() },
      { type: "extended-output", pane: "%3", age: 17, data: encode("\n") },
    ]);
  });

  it.each([
    "%output 1 a",
    "%output %x a",
    "%output %1x",
    "%extended-output %1 : a",
    "%begin 1 2",
    "%end 1 2 3",
    "noise",
    "",
  ])("[TM12] gives %j as an unknown line", (line) => {
    expect(parse(`${line}\n`)).toEqual([{ type: "unknown", line }]);
  });

  it("[TM12] tolerates the prefix of -CC and the CR of a pty", () => {
    expect(parse("\x1bP1000p%begin 1 2 0\r\nrow\r\n%end 1 2 0\r\n%output %1 a\\015\r\n%exit\r\n\x1b\\")).toEqual([
      { type: "reply", time: 1, number: 2, flags: 0, ok: true, lines: ["row"] },
      { type: "output", pane: "%1", data: encode("a\r") },
      { type: "exit", reason: null },
    ]);
  });

  it("[TG30] gives a line of more than 8 MB as unknown, by its beginning, and goes on", () => {
    const long = encode(`%output %1 ${"x".repeat(8 * 1024 * 1024)}\n%sessions-changed\n`);
    for (const size of [long.length, 1_000_003, long.length - 5]) {
      expect(parseChunks(cutEvery(long, size))).toEqual([
        { type: "unknown", line: `%output %1 ${"x".repeat(189)}…`, overlong: true },
        { type: "sessions-changed" },
      ]);
    }
  });

  it("[TG30] fails a reply that is too long to keep, and goes on", () => {
    const row = `${"x".repeat(1024 * 1024)}\n`;
    const parser = createControlModeParser();
    parser.feed(encode("%begin 1 2 1\n"));
    for (let i = 0; i < 17; i++) {
      expect(parser.isTooLong).toBe(i === 16);
      expect(parser.feed(encode(row))).toEqual([]);
    }
    expect(parser.isTooLong).toBe(true);
    expect(parser.feed(encode("%end 1 2 1\n%sessions-changed\n"))).toEqual([
      {
        type: "reply",
        time: 1,
        number: 2,
        flags: 1,
        ok: false,
        lines: ["the reply is longer than 16777216 bytes and was let go"],
        overlong: true,
      },
      { type: "sessions-changed" },
    ]);
  });

  it("[TG30] counts empty lines of a reply, too", () => {
    const parser = createControlModeParser();
    parser.feed(encode("%begin 1 2 1\n"));
    parser.feed(encode("\n".repeat(1024 * 1024)));
    expect(parser.feed(encode("%end 1 2 1\n"))).toMatchObject([{ type: "reply", ok: false, overlong: true }]);
  });

  it("[TM11] gives the same for every chunking of any lines", () => {
    const line = fc.oneof(
      fc.constantFrom(
        ...CONVERSATION.split("\n"),
        "%begin 1 1 1",
        "%end 1 1 1",
        "%error 1 1 1",
        "\x1bP1000p%exit",
        "x\r",
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), fc.array(fc.nat(30), { maxLength: 30 }), (lines, sizes) => {
        const bytes = encode(lines.join("\n"));
        expect(parseChunks(cutBytes(bytes, sizes))).toEqual(parseChunks([bytes]));
      }),
      { numRuns: 1000 },
    );
  });
});

function parseChunks(chunks: readonly Uint8Array[]): ControlMessage[] {
  const parser = createControlModeParser();
  return chunks.flatMap((chunk) => parser.feed(chunk));
}
