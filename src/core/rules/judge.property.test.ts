import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../engine/random-events.ts";
import { readCommand } from "./read-command.ts";
import { aRule, judgeCommand, WORK } from "./test-rules.ts";
import { SMUGGLED } from "./test-smuggling.ts";

const PATTERNS = [...new Set(Object.values(SMUGGLED).flatMap(({ rules }) => rules))];
const COMMANDS = Object.values(SMUGGLED).flatMap(({ commands }) => commands);
const words = fc.constantFrom(
  "ls",
  "cat",
  "git",
  "log",
  "diff",
  "status",
  "sort",
  "head",
  "find",
  "sh",
  "npm",
  "test",
  "-l",
  "-n",
  "-5",
  "-o",
  "-c",
  "-exec",
  "--output=x",
  "--pre",
  "--",
  "-",
  "+x",
  "a",
  "a.txt",
  "src/b.ts",
  "../x",
  "/etc/passwd",
  `${WORK}/a`,
  WORK,
  `${WORK}/`,
  `${WORK}/.`,
  ".",
  "./",
  ".env",
  "./a",
  "./.env",
  "a/../b",
  "a/./b",
  "//a",
  "a//b",
  "~",
  "a:b",
  "a=b",
  "@a",
  "*",
  "**",
  "'*'",
  "'a b'",
  '"a"',
  "''",
  "$x",
  "`id`",
  "$(id)",
  "{}",
  "A=b",
  "2>&1",
  ">x",
  ">/dev/null",
  "agtmux",
);
const joints = fc.constantFrom(
  " ",
  " ",
  " ",
  " ",
  " | ",
  " && ",
  "; ",
  "\n",
  "&",
  "|&",
  " || ",
  "\t",
  "\\\n",
  "\r",
  "",
);
const commands = fc.oneof(
  fc.array(fc.tuple(words, joints), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.flat().join("")),
  fc.tuple(fc.constantFrom(...PATTERNS, ...COMMANDS), fc.nat(), words, joints).map(([text, at, word, joint]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + joint + word + text.slice(place);
  }),
  fc
    .tuple(
      fc.constantFrom(...PATTERNS, ...COMMANDS),
      fc.nat(),
      fc.string({ minLength: 1, maxLength: 2, unit: "binary" }),
    )
    .map(([text, at, more]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + more + text.slice(place);
    }),
);

/** Commands that rules are meant for, with operands of every kind in the open places. */
const filledIn = fc
  .array(fc.tuple(fc.constantFrom(...PATTERNS), fc.array(words, { minLength: 1, maxLength: 3 }), joints), {
    minLength: 1,
    maxLength: 3,
  })
  .map((pieces) =>
    pieces
      .map(
        ([pattern, operands, joint]) =>
          pattern.replace("**", () => operands.join(" ")).replaceAll("*", operands[0] ?? "") + joint,
      )
      .join(""),
  );

describe("whatever an agent writes", () => {
  it("[RL5] what is allowed is named word by word: program, options, assignments, redirections; the rest are plain files of the workspace", () => {
    let allowed = 0;
    fc.assert(
      fc.property(
        fc.oneof(commands, filledIn),
        fc.subarray(PATTERNS, { minLength: Math.floor(PATTERNS.length / 2) }),
        (command, patterns) => {
          if (judgeCommand(command, patterns).effect !== "allow") return;
          allowed += 1;
          const read = readCommand(command);
          for (const { argv, assigns, redirects } of read.ok ? read.parts : [])
            expect(patterns.some((pattern) => isNamed(pattern.split(" "), [...assigns, ...argv, ...redirects]))).toBe(
              true,
            );
        },
      ),
      { numRuns: runs(2_000) },
    );
    expect(allowed).toBeGreaterThan(50);
  });

  it("[RL2] one rule more that denies or asks never lets more through", () => {
    fc.assert(
      fc.property(
        commands,
        fc.subarray(PATTERNS),
        fc.constantFrom("deny", "ask"),
        fc.constantFrom(...PATTERNS),
        (command, patterns, effect, more) => {
          const without = judgeCommand(command, patterns).effect;
          const withIt = judgeCommand(command, [
            ...patterns,
            aRule({ effect: effect as "deny", command: more }),
          ]).effect;
          expect(withIt === "allow" && without !== "allow").toBe(false);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("[RL3] the reader takes every text without fault, and what it takes has no character that a shell would expand", () => {
    fc.assert(
      fc.property(fc.oneof(commands, fc.string({ unit: "binary", maxLength: 60 })), (text) => {
        const read = readCommand(text);
        if (!read.ok) return;
        const bare = text.replaceAll(/'[^']*'|"[^"]*"/g, "");
        expect(bare).toMatch(/^(?:[A-Za-z0-9_./:@%+,=\- \t\n;|]|&&|2>&1|>\/dev\/null|<\/dev\/null)*$/);
        // within double quotes, too; single ones make everything literal
        expect(text.replaceAll(/'[^']*'|("[^"]*")/g, "$1")).not.toMatch(/[$`\\!]/);
      }),
      { numRuns: runs(3_000) },
    );
  });
});

/** Said again in another way than the matcher does it: patterns here have no quoted words but those without blanks. */
function isNamed(pattern: readonly string[], given: readonly string[]): boolean {
  const open = pattern.indexOf("**");
  const fixed = open < 0 ? pattern : pattern.slice(0, open);
  if (open < 0 ? given.length !== fixed.length : given.length < fixed.length) return false;
  return given.every((word, index) => {
    const wanted = fixed[index];
    if (wanted !== undefined && wanted !== "*") return wanted.replaceAll("'", "") === word;
    const place = posix.resolve(WORK, word);
    return (
      /^[\w./]/.test(word) &&
      place.startsWith(`${WORK}/`) &&
      !place.slice(WORK.length).includes("/.") &&
      !/[:=]/.test(word)
    );
  });
}
