import { describe, expect, it } from "vitest";
import { cleanNews } from "../../src/core/adapter/clean-news.ts";
import { AGENTS } from "../../src/core/agents/registry.ts";
import type { QuestionWords } from "../../src/core/protocol/actions/questions.ts";
import { isDifferentQuestion } from "../../src/core/questions/is-different-question.ts";
import { isInScope } from "../../src/core/rules/path-scope.ts";
import { spoolSignals } from "../../src/core/spool/spool-signal.ts";
import { readableRows } from "../../src/core/terminal/readable-rows.ts";

/** Far more than a reader needs that looks at each character a few times; one that begins anew at each needs minutes. */
const MOST_MS = 2_000;

function within<Result>(work: () => Result): Result {
  const begun = performance.now();
  const result = work();
  expect(performance.now() - begun).toBeLessThan(MOST_MS);
  return result;
}

const approval = (detail: string): QuestionWords => ({ kind: "approval", text: "Run it?", detail });

describe("a text of an agent that is as long as it may be", () => {
  it("[SC28] a spool entry that ends in millions of line breaks is read at once", () => {
    const entry = { agent: "schmux", event: "working", pane: "%1", tmux: null, pid: null, start: null, session: null };
    const messageOf = (payload: string) => {
      const signals = within(() => spoolSignals({ ...entry, payload }, "1.1.0@1", 1, "host"));
      return signals.type === "signals" ? signals.facts[0]?.message : null;
    };
    expect(messageOf(`${"\n".repeat(4_000_000)}x`)).toHaveLength(4_000_001);
    expect(messageOf(`x${"\n".repeat(4_000_000)}`)).toBe("x");
  });

  it.each([
    ["blanks after a cut mark", `…${" ".repeat(65_000)}x`],
    ["a row for each character", "a\n".repeat(32_000)],
    ["the same row again and again", `${"a".repeat(30_000)}\n${"a\n".repeat(16_000)}b`],
  ])("[SC28] a question with %s is compared with another at once", (_, detail) => {
    expect(within(() => isDifferentQuestion(approval(detail), approval(`${"a".repeat(20_000)}c`)))).toBe(true);
    expect(within(() => isDifferentQuestion(approval(detail), approval(detail)))).toBe(false);
  });

  it("[SC28] what agents are doing is cut to whole words at once", () => {
    const argument = `${"a".repeat(16_383)} ${"b".repeat(100_000)}`;
    const began = Array.from({ length: 20 }, (_, n) => ({ id: `${n}`, tool: "Bash", argument }));
    expect(within(() => cleanNews({ began })).began).toHaveLength(20);
  });

  it("[SC28] a path of thousands of names is compared with the paths of a rule at once", () => {
    const path = "migrations/".repeat(4_000);
    expect(within(() => isInScope("**/**/migrations/**/*.sql", `${path}x`, true))).toBe(false);
    expect(within(() => isInScope("**/**/migrations/**/*.sql", `${path}x.sql`, true))).toBe(true);
  });

  it("[SC28] rows that are longer than any screen are read by their beginning and end, and other rows as they are", () => {
    const row = `❯ begin${" ".repeat(1_000_000)}end (y/n)`;
    const [short = "", cut = ""] = readableRows(["a │", row]);
    expect(short).toBe("a │");
    expect(cut).toMatch(/^❯ begin {994}… {992}end \(y\/n\)$/);
    expect(readableRows(Array.from({ length: 5_000 }, (_, n) => `${n}`)).slice(-1)).toEqual(["4999"]);
    expect(readableRows(Array(5_000).fill("a"))).toHaveLength(1_000);
    const lines = readableRows(["╭──────────╮", `│ ${row}`, "╰──────────╯"]);
    for (const { name, readScreen, readDialog } of AGENTS)
      within(() => [readScreen?.({ lines, title: "", titleHasTold: false, command: name }), readDialog?.({ lines })]);
  });
});
