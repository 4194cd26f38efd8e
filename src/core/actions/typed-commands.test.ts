import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { typedCommands } from "./typed-commands.ts";

/** The bytes that tmux would write to the pane. */
function typed(commands: string): number[] {
  return commands.split(/ ; (?=send-keys)/).flatMap((command) => {
    const [, hex] = /^send-keys -t %1 -H (.*)$/.exec(command) ?? [];
    if (hex !== undefined) return hex.split(" ").map((each) => Number.parseInt(each, 16));
    const [, quoted = ""] = /^send-keys -t %1 -l -- "(.*)"$/s.exec(command) ?? [];
    const text = quoted.replace(/\\(\d{3})|\\(.)/gs, (_, octal: string | undefined, plain: string) =>
      octal === undefined ? plain : String.fromCharCode(Number.parseInt(octal, 8)),
    );
    return [...Buffer.from(text)];
  });
}

describe("typedCommands", () => {
  it("[TS7] any bytes are typed as they are", () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.string({ unit: "grapheme" }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const bytes = Buffer.concat(pieces);
        expect(typed(typedCommands("%1", bytes))).toEqual(bytes.length === 0 ? [] : [...bytes]);
      }),
    );
  });

  it("[TS7] text is one word, keys are bytes", () => {
    expect(typedCommands("%1", Buffer.from("~a $x é漢;\r\x1b[A"))).toBe(
      'send-keys -t %1 -l -- "\\176a \\$x é漢;" ; send-keys -t %1 -H d 1b ; send-keys -t %1 -l -- "[A"',
    );
  });
});
