import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ControlMessage, createControlModeParser } from "./control-mode.ts";
import { cutBytes } from "./cut-bytes.ts";

const environment = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env;
const numRuns = Number(environment?.FUZZ_CASES ?? 100_000);
const TIMEOUT = 600_000;

describe("createControlModeParser, fuzzed", () => {
  it(
    "[TM11] reads back any conversation, in any chunking",
    () => {
      fc.assert(
        fc.property(fc.array(message, { maxLength: 6, size: "max" }), sizes, (messages, cuts) => {
          const bytes = Uint8Array.from(messages.flatMap(write));
          expect(parse(cutBytes(bytes, cuts))).toEqual(messages);
        }),
        { numRuns },
      );
    },
    TIMEOUT,
  );

  it(
    "[TM11] takes any bytes, and gives the same for every chunking",
    () => {
      fc.assert(
        fc.property(fc.array(noise, { maxLength: 15, size: "max" }), sizes, (pieces, cuts) => {
          const bytes = Uint8Array.from(pieces.flat());
          expect(parse(cutBytes(bytes, cuts))).toEqual(parse([bytes]));
        }),
        { numRuns },
      );
    },
    TIMEOUT,
  );
});

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const sizes = fc.array(fc.nat(30), { maxLength: 20, size: "max" });
const line = fc.oneof(
  fc.stringMatching(/^[ -~]{0,15}$/),
  fc.constantFrom("%output %1 x", "%exit", "%begin 1 1 1", "%end 1 1 1", "%error 9 9 9"),
);
const pane = fc.nat(99).map((id) => `%${id}`);
const data = fc.uint8Array({ maxLength: 12 });
const guard = fc.integer({ min: 100, max: 1_000_000 });

const message: fc.Arbitrary<ControlMessage> = fc.oneof(
  fc.record({
    type: fc.constant("reply" as const),
    time: guard,
    number: guard,
    flags: fc.constantFrom(0, 1),
    ok: fc.boolean(),
    lines: fc.array(line, { maxLength: 4 }),
  }),
  fc.record({ type: fc.constant("output" as const), pane, data }),
  fc.record({ type: fc.constant("extended-output" as const), pane, age: fc.nat(), data }),
  fc.record({
    type: fc.constant("window-renamed" as const),
    window: fc.nat(99).map((id) => `@${id}`),
    name: fc.stringMatching(/^[ -~]{0,9}$/),
  }),
);

const noise = fc.oneof(
  fc.array(fc.nat(255), { maxLength: 10 }),
  fc
    .constantFrom(
      "\n",
      "\r\n",
      "%begin 1 2 3\n",
      "%end 1 2 3\n",
      "%output %1 ",
      "\\033",
      "%extended-output %1 5 : ",
      "\x1bP1000p",
    )
    .map(ascii),
);

function write(said: ControlMessage): number[] {
  switch (said.type) {
    case "reply": {
      const stamp = `${said.time} ${said.number} ${said.flags}`;
      return ascii([`%begin ${stamp}`, ...said.lines, `${said.ok ? "%end" : "%error"} ${stamp}`, ""].join("\n"));
    }
    case "output":
      return [...ascii(`%output ${said.pane} `), ...escapeData(said.data), 0x0a];
    case "extended-output":
      return [...ascii(`%extended-output ${said.pane} ${said.age} : `), ...escapeData(said.data), 0x0a];
    case "window-renamed":
      return ascii(`%window-renamed ${said.window} ${said.name}\n`);
    default:
      return [];
  }
}

function escapeData(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) =>
    byte < 0x20 || byte === 0x5c ? ascii(`\\${byte.toString(8).padStart(3, "0")}`) : [byte],
  );
}

function parse(chunks: readonly Uint8Array[]): ControlMessage[] {
  const parser = createControlModeParser();
  return chunks.flatMap((chunk) => parser.feed(chunk));
}
