import { describe, expect, it } from "vitest";
import { cleanNews } from "../../src/core/adapter/clean-news.ts";
import { type Conversation, readPieces } from "../../src/core/adapter/conversation.ts";
import { programOf } from "../../src/core/adapter/program.ts";
import { AGENTS } from "../../src/core/agents/registry.ts";
import type { Excerpt } from "../../src/core/classify/excerpt.ts";
import { redactedExcerpt } from "../../src/core/classify/redacted-excerpt.ts";
import { unframed } from "../../src/core/classify/unframed.ts";
import { readChanges } from "../../src/core/doing/read-changes.ts";
import type { QuestionWords } from "../../src/core/protocol/actions/questions.ts";
import { INSTRUCTION_BLOCK, putBlock, removeBlock } from "../../src/core/provision/text-block.ts";
import { isDifferentQuestion } from "../../src/core/questions/is-different-question.ts";
import { isInScope } from "../../src/core/rules/path-scope.ts";
import { readScreenMarkers } from "../../src/core/signals/marker-screen.ts";
import { spoolSignals } from "../../src/core/spool/spool-signal.ts";
import { bootstrapText } from "../../src/core/terminal/bootstrap-text.ts";
import { readableRows } from "../../src/core/terminal/readable-rows.ts";
import type { ScreenCapture } from "../../src/core/terminal/screen-capture.ts";
import { TerminalStateTracker } from "../../src/core/terminal/terminal-state-tracker.ts";
import { isAlikeScreen } from "../../src/daemon/classify/alike-screens.ts";
import { checkedVersion } from "../../src/daemon/targets/executor/tmux-command.ts";

/**
 * Far more work of this process than a reader needs that looks at each character a few times; one that begins anew at each
 * needs minutes. Work of other processes does not count, however busy the machine is.
 */
const MOST_MS = 3_000;

function within<Result>(work: () => Result): Result {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000).toBeLessThan(MOST_MS);
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

  it("[SC28] a screen as large as any is read at once by every agent's patterns, whatever its rows are full of", () => {
    for (const sign of [" ", "│", "─", "0", "a "]) {
      const row = `❯ ${sign.repeat(2_000 / sign.length)}`.slice(0, 1_999);
      const lines = readableRows(Array<string>(1_000).fill(`${row}x`));
      for (const { name, readScreen, readDialog } of AGENTS)
        within(() => [readScreen?.({ lines, title: "", titleHasTold: false, command: name }), readDialog?.({ lines })]);
    }
  });

  it("[SC28] a program that gives itself a name of a hundred thousand digits is identified at once", () => {
    const name = `${"1".repeat(130_000)}x`;
    expect(within(() => programOf([`/usr/bin/${name}`], ["python"]))).toMatchObject({ kind: "binary" });
    expect(programOf(["/usr/bin/python3.12", "main.py"], ["python"])).toMatchObject({
      kind: "script",
      path: "main.py",
    });
  });

  it("[SC28] what a machine says of git and of tmux is read at once", () => {
    const digits = "1".repeat(200_000);
    expect(within(() => readChanges(`git-changes ${digits}\nuntracked 2\n`))).toMatchObject({ files: 0, untracked: 2 });
    expect(readChanges("git-changes  12 files changed, 34 insertions(+), 5 deletions(-)\nuntracked 0\n")).toEqual({
      ...{ files: 12, added: 34, removed: 5, untracked: 0 },
    });
    expect(within(() => checkedVersion(`tmux ${digits}`))).toBe(digits);
  });

  it("[SC28] rows with markers are read at once, however long they are and however many", () => {
    const fence = `${"`".repeat(200_000)}\u2028`;
    const said = "--<[schmux:working:a]>--";
    expect(within(() => readScreenMarkers([fence, said]))).toHaveLength(1);
    const bare = Array<string>(20_000).fill("--<schmux:working:a");
    expect(within(() => readScreenMarkers(bare))).toEqual([]);
  });

  it("[SC28] words without blanks are cut in a conversation at once", () => {
    const conversation: Conversation = {
      path: () => null,
      read: () => Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, kind: "words", text })),
      archive: () => ({ folder: "/", patterns: [] }),
    };
    const text = `${"a".repeat(65_000)} ${"b".repeat(10_000)}`;
    const pieces = within(() => readPieces(conversation, "{}"));
    expect(pieces).toHaveLength(50);
  });

  it("[SC28] what a classifier gets is made at once of rows that are full of one sign", () => {
    for (const sign of ["│", "://", "a", " "]) {
      const lines = Array<string>(100).fill(`${sign.repeat(2_000 / sign.length)} \u0000`);
      const excerpt: Excerpt = { agent: "x", label: "X", lines, alternate: false };
      expect(within(() => redactedExcerpt(excerpt)).lines).toHaveLength(100);
      expect(within(() => unframed(lines.map((text, row) => ({ row, text }))))).toHaveLength(100);
      expect(within(() => isAlikeScreen({ lines, at: 1 }, { lines: lines.map((line) => `${line}.`), at: 2 }))).toBe(
        true,
      );
    }
  });

  it("[SC28] an instruction file that is full of our own lines is given its block at once", () => {
    const { begin, end } = INSTRUCTION_BLOCK;
    const side = `${begin}\n${end}\n`.repeat(20_000);
    expect(within(() => putBlock(side, "one", INSTRUCTION_BLOCK))).toBe(`${begin}\none\n${end}\n`);
    const nested = `${begin}\n`.repeat(20_000) + `${end}\n`.repeat(20_000);
    expect(within(() => removeBlock(nested, INSTRUCTION_BLOCK)).length).toBeLessThan(nested.length);
  });

  it("[SC28] a row of blanks is drawn in a terminal at once", () => {
    const row = `${" ".repeat(500_000)}x`;
    const facts = {
      pane_id: "%1",
      rows: 1,
      cols: 10,
      cursor: { x: 0, y: 0 },
      region: { upper: 0, lower: 0 },
      tabs: [],
    };
    const capture = { facts: { ...facts, flags: {} }, history: [row], screen: [], beneath: [], unfinished: "" };
    const text = within(() => bootstrapText(capture as unknown as ScreenCapture, new TerminalStateTracker()));
    expect(text).toContain(row);
  });
});
