import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMessageMarkers } from "./said-markers.ts";

const MARKER = "--<[schmux:error:x]>--";
const said = (...lines: string[]) => parseMessageMarkers(lines.join("\n")).markers.map(({ message }) => message);
const missed = (...lines: string[]) => parseMessageMarkers(lines.join("\n")).misses.map(({ why }) => why);

describe("markers in a message of an agent", () => {
  it.each([
    ["alone", [MARKER]],
    ["after a paragraph", ["It failed.", "", MARKER]],
    ["right under a line of text", ["It failed.", MARKER]],
    ["after a code block", ["```sh", "make", "```", MARKER]],
    ["after a quote", ["> make", "", MARKER]],
    ["after a sign that the agent draws itself", [`● ${MARKER}`]],
    ["as a part of a list's item", ["1. It failed.", `    ${MARKER}`]],
    ["after a line that only looks like a fence", ["```not a fence```", MARKER]],
    ["after a fence within a fence of another kind", ["~~~", "```", "~~~", MARKER]],
  ])("[MK24] one %s is said", (_, lines) => {
    expect(said(...lines)).toEqual(["x"]);
    expect(missed(...lines)).toEqual([]);
  });

  it.each([
    ["a fenced block", ["Print this:", "```", MARKER, "```"], "a code block"],
    ["a fenced block with a language", ["~~~text", MARKER, "~~~"], "a code block"],
    ["a fenced block in a list", ["1. Print", "   ```", `   ${MARKER}`, "   ```"], "a code block"],
    ["a fence longer than those in it", ["````", "```", MARKER, "```", "````"], "a code block"],
    ["a block that never ends", ["```", MARKER], "a code block"],
    ["an indented block", ["Print this:", "", `    ${MARKER}`], "a code block"],
    ["a quote", [`> ${MARKER}`], "a quote, a list or a table"],
    ["a list", [`- ${MARKER}`], "a quote, a list or a table"],
    ["a table", [`| ${MARKER} |`], "a quote, a list or a table"],
  ])("[MK24] one in %s is shown, and nearly a signal", (_, lines, where) => {
    expect(said(...lines)).toEqual([]);
    expect(missed(...lines)).toEqual([`in ${where} a marker is shown, not said`]);
  });

  it("[MK2, MK24] a marker inside a sentence is not a signal", () => {
    expect(said(`print ${MARKER} when it fails`, `\`${MARKER}\``)).toEqual([]);
    expect(missed(`print ${MARKER} when it fails`)).toEqual(["expected the marker alone on its line"]);
  });

  it("[MK24] only markers outside of blocks are said, in their order, whatever the blocks hold", () => {
    const line = fc.constantFrom("text", "", MARKER, "> quoted", "- item", "--<[schmux:done:]>--");
    const block = fc
      .record({ fence: fc.constantFrom("```", "````", "~~~"), info: fc.constantFrom("", "sh"), lines: fc.array(line) })
      .map(({ fence, info, lines }) => ({ text: [fence + info, ...lines, fence], said: [] as string[] }));
    const word = fc.nat(99).map((n) => ({ text: [`--<[schmux:working:${n}]>--`], said: [`${n}`] }));
    const prose = fc.constantFrom("It works.", "", "See `x`.").map((text) => ({ text: [text], said: [] as string[] }));
    fc.assert(
      fc.property(fc.array(fc.oneof(block, word, prose)), (parts) => {
        expect(said(...parts.flatMap(({ text }) => text))).toEqual(parts.flatMap((part) => part.said));
      }),
    );
  });

  it("[MK24] any text is read, in time that grows with its length", () => {
    const text = fc.string({ unit: fc.constantFrom("`", "~", " ", "\n", ">", "-", "\t", MARKER) });
    fc.assert(fc.property(text, (message) => void said(message)));
    const long = `${" ".repeat(200_000)}\`\`\`${"`".repeat(200_000)}x`;
    expect(said(long, MARKER)).toEqual([]);
  });
});
