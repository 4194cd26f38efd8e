import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentCases, programCases } from "../../../test/accuracy/classify-cases.ts";
import { AGENTS } from "../agents/registry.ts";
import { Verdict } from "../protocol/daemon/classify.ts";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { extractReply } from "./extract.ts";
import { promptFor } from "./prompt.ts";
import { classifyByRules } from "./rules.ts";
import { readVerdict } from "./verdict-text.ts";

const fixtures = (path: string) => new URL(`../../../test/fixtures/${path}`, import.meta.url).pathname;
const cases = [...agentCases(fixtures("agents/screens")), ...programCases(fixtures("screens"))];
const rows = [...new Set(cases.flatMap(({ excerpt }) => excerpt.lines))];
const anyRow = fc.oneof(
  { weight: 1, arbitrary: fc.constant("") },
  { weight: 5, arbitrary: fc.constantFrom(...rows) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 130 }) },
);
const anyAdapter = fc.constantFrom(null, ...AGENTS);
const anyExcerpt: fc.Arbitrary<Excerpt> = fc
  .record({
    agent: fc.constantFrom("generic", "stranger"),
    label: fc.string(),
    lines: fc.array(anyRow, { maxLength: 130 }),
    command: fc.constantFrom(undefined, "", "bash", "-zsh", "node", "vim", "npm init", "/usr/bin/less"),
    title: fc.option(fc.string(), { nil: undefined }),
    version: fc.constantFrom(undefined, "", "99.9.9"),
    alternate: fc.boolean(),
    view: fc.option(
      fc.record({
        width: fc.constantFrom(45, 80, 120),
        top: fc.nat(100),
        cursor: fc.option(fc.record({ line: fc.nat(130), column: fc.nat(120) })),
      }),
      { nil: undefined },
    ),
  })
  .map(excerptOf);
const PROMPTS = [
  "$ ",
  "# ",
  "% ",
  "❯ ",
  "dev@devbox:~/demo$ ",
  "[dev@box demo]$ ",
  "➜  demo git:(main) ✗ ",
  "(venv) dev@b:~$ ls",
  "devbox% ",
];

const isQuoted = (quote: string, { lines, title }: Excerpt) =>
  lines.some((line) => line.includes(quote)) || title?.includes(quote) === true;

describe("any screen", () => {
  it("[NK4, NK6] gives a valid verdict, whose every quotation is on the screen and which is definite only with one", () => {
    fc.assert(
      fc.property(anyExcerpt, anyAdapter, (excerpt, adapter) => {
        const verdict = classifyByRules(excerpt, adapter);
        expect(Verdict.parse(verdict)).toEqual(verdict);
        expect(verdict.evidence.filter((quote) => !isQuoted(quote, excerpt))).toEqual([]);
        expect(verdict.state === "unknown" || verdict.evidence.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("[NK2, NK6] gives a reply, a question for a model and an answer's reading without ever throwing", () => {
    fc.assert(
      fc.property(anyExcerpt, fc.string(), (excerpt, answer) => {
        const { reply, choices } = extractReply(excerpt);
        expect([typeof reply, Array.isArray(choices)]).toEqual(["string", true]);
        expect(promptFor(excerpt).user).toContain("screen>");
        expect(readVerdict(answer, excerpt).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("[NK4] with a shell's prompt under it is nobody who waits or works", () => {
    fc.assert(
      fc.property(anyExcerpt, anyAdapter, fc.constantFrom(...PROMPTS), (excerpt, adapter, prompt) => {
        const lines = [...excerpt.lines, prompt];
        const verdict = classifyByRules(excerptOf({ ...excerpt, lines, command: "bash", alternate: false }), adapter);
        expect(["unknown", "idle"]).toContain(verdict.state);
      }),
      { numRuns: 500 },
    );
  });

  it("[NK4] recorded ones with a shell's prompt under them too", () => {
    const otherwise = cases.flatMap(({ name, excerpt, adapter }) =>
      PROMPTS.flatMap((prompt) => {
        const lines = [...excerpt.lines, prompt];
        const { state } = classifyByRules(excerptOf({ ...excerpt, lines, command: "bash", alternate: false }), adapter);
        return state === "unknown" || state === "idle" ? [] : [`${name} ${prompt}: ${state}`];
      }),
    );
    expect(otherwise).toEqual([]);
  });

  it("[NK4] is told alike whatever blanks are at the ends of its rows and under them", () => {
    fc.assert(
      fc.property(anyExcerpt, anyAdapter, fc.nat(4), fc.nat(4), (excerpt, adapter, right, under) => {
        const lines = [...excerpt.lines.map((line) => line + " ".repeat(right)), ...Array<string>(under).fill("  ")];
        expect(classifyByRules(excerptOf({ ...excerpt, lines }), adapter)).toEqual(classifyByRules(excerpt, adapter));
        expect(classifyByRules({ ...excerpt, lines }, adapter)).toEqual(classifyByRules(excerpt, adapter));
      }),
      { numRuns: 300 },
    );
  });

  it("[NK4] what has scrolled away over a recorded one makes it no other", () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.constantFrom(...cases), fc.nat(60), (each, other, count) => {
        const history = other.excerpt.lines.slice(-count - 1);
        const lines = [...history, ...each.excerpt.lines];
        const { width = 120, top = 0, cursor = null } = each.excerpt.view ?? {};
        const moved = cursor && { ...cursor, line: cursor.line + history.length };
        const excerpt = excerptOf({
          ...each.excerpt,
          lines,
          view: { width, top: top + history.length, cursor: moved },
        });
        const { state } = classifyByRules(excerpt, each.adapter);
        expect([...each.truth, "unknown"]).toContain(state);
      }),
      { numRuns: 2_000 },
    );
  });
});
