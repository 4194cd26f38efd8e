import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSentinelParser, type Frame, formatFrame } from "./sentinel.ts";

describe("createSentinelParser", () => {
  it("[SN1] reads a named frame and undoes its escapes", () => {
    expect(parse("__SCHMUX_SIGNAL__a%09b\t100%25 é%0Atwo%0D%41%5f%7F%zz%1__END__\n")).toEqual([
      { name: "a\tb", content: "100% é\ntwo\rA_\x7f%zz%1" },
    ]);
  });

  it("[SN1] writes no control character, and nothing that could be a start or an end", () => {
    expect(formatFrame({ name: "a_b", content: "\x1b[2J\0\x7f__END__\r\n" })).toBe(
      "__SCHMUX_SIGNAL__a%5Fb\t%1B[2J%00%7F%5F%5FEND%5F%5F%0D%0A__END__\n",
    );
  });

  it("[SN1] reads the seed's own form as it stands", () => {
    expect(parse("__SCHMUX_SIGNAL__completed 100%25 done__END__\n")).toEqual([
      { name: null, content: "completed 100%25 done" },
    ]);
  });

  it("[SN1] reads every frame of a chunk and of a line", () => {
    const stream = "__SCHMUX_SIGNAL__a\t1__END__\n__SCHMUX_SIGNAL__b\t2__END____SCHMUX_SIGNAL__working __END__\r\n";
    expect(parse(stream)).toEqual([
      { name: "a", content: "1" },
      { name: "b", content: "2" },
      { name: null, content: "working " },
    ]);
  });

  it("[SN1] ends a frame at the last end before the next start", () => {
    expect(parse("__SCHMUX_SIGNAL__a\tx__END__y__END__ z__SCHMUX_SIGNAL__b\t__END__\n")).toEqual([
      { name: "a", content: "x__END__y" },
      { name: "b", content: "" },
    ]);
  });

  it("[SN1] passes over prompts, escape codes, cut-off frames and noise", () => {
    const stream = [
      "\x1b[?2004hdev@box:~$ sh watch.sh\x1b[?2004l\r",
      "\r__SCHMUX_SIGNAL__a\t1__END__\x1b[0m$ ",
      "__SCHMUX_SIGNAL__lost\tno end",
      "no start__END__",
      "__SCHMUX_SIGNAL__cut__SCHMUX_SIGNAL__b\t2__END__",
      "",
    ].join("\n");
    expect(parse(stream)).toEqual([
      { name: "a", content: "1" },
      { name: "b", content: "2" },
    ]);
  });

  it.each([
    'echo "__SCHMUX_SIGNAL__\x24{CURRENT}__END__"',
    'printf \'__SCHMUX_SIGNAL__%s\\t%s__END__\\n\' "$name" "$content"',
    '> echo "__SCHMUX_SIGNAL__$CURRENT__END__"',
  ])("[SN1] does not take the echo of a script for a frame: %s", (line) => {
    expect(parse(`${line}\r\n`)).toEqual([]);
  });

  it("[SN1] reads what formatFrame writes, among noise, in any chunking", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "_", "%", "\t", "\n", "\r", "é", "😀", "__END__", "__SCHMUX_SIGNAL__", "%25", "5F"),
    });
    const noise = fc.constantFrom("", "$ ", "\n", "\x1b[m", "___", "__END__ ", "prompt\r\n");
    const piece = fc.record({ frame: fc.record({ name: text, content: text }), noise });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), fc.array(fc.nat(30), { maxLength: 20 }), (pieces, sizes) => {
        const stream = pieces.map(({ frame, noise }) => noise + formatFrame(frame)).join("");
        expect(parse(stream, sizes)).toEqual(pieces.map(({ frame }) => frame));
      }),
      { numRuns: 2000 },
    );
  });

  it("[TG30] lets go of a line of more than 16 MB, in any chunking, and goes on", () => {
    const long = `__SCHMUX_SIGNAL__a\t${"x".repeat(16 * 1024 * 1024)}__END__\n${formatFrame({ name: "b", content: "2" })}`;
    for (const sizes of [[], [9_000_000, 7_000_000]]) expect(parse(long, sizes)).toEqual([{ name: "b", content: "2" }]);
  });
});

function parse(stream: string, sizes: readonly number[] = []): Frame[] {
  const parser = createSentinelParser();
  const frames: Frame[] = [];
  let from = 0;
  for (const size of sizes) {
    frames.push(...parser.feed(stream.slice(from, from + size)));
    from += size;
  }
  return [...frames, ...parser.feed(stream.slice(from))];
}
