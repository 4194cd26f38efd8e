import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeNoise, StartFinder, withStartMark } from "./shell-start.ts";
import { sshArguments } from "./ssh-arguments.ts";

const MARK = ["0123456789abcdef", "fedcba9876543210"] as const;
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found);

describe("StartFinder", () => {
  it("[TG29] finds the mark in any chunking, whatever stands before it on its line", () => {
    const noises = fc.array(fc.oneof(fc.string(), fc.constantFrom(MARK[0], MARK[1], `${MARK[0]} ${MARK[1]}`, "0123")));
    fc.assert(
      fc.property(noises, fc.string(), fc.integer({ min: 1, max: 40 }), (parts, after, size) => {
        const noise = parts.join(" ");
        const all = bytes(`${noise}${MARK.join("")}${after}`);
        const finder = new StartFinder(MARK);
        let found = "";
        let isFound = false;
        for (let from = 0; from < all.length; from += size) {
          const chunk = all.subarray(from, from + size);
          const rest: Uint8Array | null = isFound ? chunk : finder.feed(chunk);
          isFound ||= rest !== null;
          found += String.fromCharCode(...(rest ?? []));
        }
        expect(found).toBe(String.fromCharCode(...bytes(after)));
        expect(finder.noise.bytes).toBe(bytes(noise).length);
        expect(finder.noise.beginning).toEqual(bytes(noise).slice(0, 200));
      }),
    );
  });

  it("[TG29, TG30] keeps no more of the noise than it shows", () => {
    const finder = new StartFinder(MARK);
    for (let chunk = 0; chunk < 100; chunk += 1) expect(finder.feed(bytes("x".repeat(10_000)))).toBeNull();
    expect(finder.noise).toEqual({ bytes: 1_000_000, beginning: bytes("x".repeat(200)) });
    expect(text(finder.feed(bytes(`${MARK.join("")}here`)))).toBe("here");
  });

  it("[TG29] a shell that prints the command line it was given does not print the mark", () => {
    const route = { host: "vm1", sshConfig: null, controlPath: "/tmp/x" };
    const line = sshArguments(route, withStartMark(["tmux", "-V"], MARK)).at(-1) as string;
    expect(new StartFinder(MARK).feed(bytes(`+ ${line}\n`))).toBeNull();
  });
});

describe("describeNoise", () => {
  it("[TG29, SC2] shows the first bytes as text that no terminal obeys", () => {
    expect(describeNoise({ bytes: 0, beginning: bytes("") })).toBe("nothing");
    expect(describeNoise({ bytes: 8, beginning: bytes("\x1b]0;b\x07é\u202e") })).toBe(
      '8 bytes: "\\u001b]0;b\\u0007\\u00e9\\u202e"',
    );
    expect(describeNoise({ bytes: 900, beginning: bytes("hello\n") })).toBe('900 bytes: "hello\\n"…');
  });
});
