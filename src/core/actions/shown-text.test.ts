import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adapterOf } from "../agents/registry.ts";
import { draftOn, isInShell, isMixed, isOf, isPictorial, isShown, markIn, rowOfOwn } from "./shown-text.ts";

const SCREENS = join(import.meta.dirname, "../../../test/fixtures/agents/screens");
/** Prompts that Esc put back into the box. */
const TAKEN_BACK = ["interrupted-retry", "interrupted-thinking"];
const DRAFT = "Please also have a look at the";

const screensOf = (agent: string) =>
  readdirSync(join(SCREENS, agent))
    .filter((name) => name.endsWith(".screen.txt"))
    .sort()
    .map((name) => ({ name, lines: readFileSync(join(SCREENS, agent, name), "utf8").split("\n") }));

describe("draftOn", () => {
  it.each([
    ["claude", ["done-draft-80x24", ...TAKEN_BACK, "startup-draft", "working-draft"]],
    ["codex", ["slash-menu", "startup-draft", "working-draft"]],
    ["gemini", ["slash-menu", "startup-draft", "working-draft"]],
    ["copilot", ["done-draft-80x24", ...TAKEN_BACK, "startup-draft", "working-draft"]],
    ["opencode", ["slash-menu", "startup-draft", "working-draft"]],
  ])("[GD8] %s: what somebody has typed is seen, and nothing else is taken for it", (agent, drafts) => {
    const readScreen = adapterOf(agent)?.readScreen;
    const seen = screensOf(agent).filter(({ lines }) => draftOn(lines, readScreen));
    expect(seen.map(({ name }) => name.replace(".screen.txt", ""))).toEqual(drafts);
    for (const { name, lines } of seen)
      if (/^(startup|working)-draft/.test(name)) expect(draftOn(lines, readScreen)).toBe(DRAFT);
  });

  it("[GD8] an empty box is no draft, and a screen without one says nothing", () => {
    const startup = screensOf("claude").find(({ name }) => name === "startup.screen.txt")?.lines ?? [];
    expect(draftOn(startup, adapterOf("claude")?.readScreen)).toBe("");
    expect(draftOn(["$ "], adapterOf("claude")?.readScreen)).toBeNull();
    expect(draftOn(startup, undefined)).toBeNull();
  });

  it("[GD8] invisible characters that tmux keeps are not a draft", () => {
    const rule = "─".repeat(40);
    const box = (draft: string) => [
      " ▐▛███▛█   Claude Code v2.1.325",
      "",
      rule,
      `❯ ${draft}`,
      rule,
      "  ? for shortcuts",
    ];
    expect(draftOn(box("a"), adapterOf("claude")?.readScreen)).toBe("a");
    expect(draftOn(box("\u202e"), adapterOf("claude")?.readScreen)).toBe("");
  });
});

describe("rowOfOwn", () => {
  it.each(["claude", "codex", "gemini", "copilot", "opencode", "qwen"])(
    "[GD20] %s: the row of the box that shows the text; none for another text, an empty box or a dialog",
    (agent) => {
      const readScreen = adapterOf(agent)?.readScreen;
      const linesOf = (screen: string) =>
        screensOf(agent).find(({ name }) => name === `${screen}.screen.txt`)?.lines ?? [];
      for (const screen of ["startup-draft", "working-draft"]) {
        const row = rowOfOwn(linesOf(screen), `${DRAFT} tests\nand more`, readScreen);
        expect(row).toContain(DRAFT);
        expect(markIn(row ?? "")).toContain(DRAFT);
        expect(rowOfOwn(linesOf(screen), "something else", readScreen)).toBeNull();
      }
      for (const screen of ["startup", "approval-shell", "question"])
        expect(rowOfOwn(linesOf(screen), DRAFT, readScreen)).toBeNull();
    },
  );

  it("[GD20] it is known again by its plain letters", () => {
    expect(markIn("❯\u00a0fix the 漢字 please ✓")).toBe("fix the");
    expect(markIn("❯ 漢字 ok")).toBeNull();
    expect(markIn(`> ${"x".repeat(200)}`)).toHaveLength(80);
  });
});

describe("isInShell", () => {
  const rule = "─".repeat(40);
  const boxes: Record<string, string[]> = {
    claude: [rule, "! ", rule, "  ! for shell mode                    ◐ medium · /effort"],
    codex: ["!", "", "  gpt-6 default · ~/work", "           Shell mode    ⚠ 2 warnings · f2 to view"],
    gemini: [rule, "  shell mode enabled (esc to disable)", " !   Type your shell command", " workspace", " ~/work"],
    copilot: [rule, "! Execute shell command", rule, " Shell · Manual Approval · / commands · esc exit shell mode"],
    opencode: ["  ┃", "  ┃  Shell", "  ╹▀▀▀▀▀▀▀▀▀▀▀▀", "   ~/work                   esc exit shell mode"],
  };

  it.for(Object.entries(boxes))("[GD8] %s: a box that somebody has turned into a shell's is known", ([name, box]) => {
    const shellMode = adapterOf(name)?.typing?.shellMode;
    expect(isInShell(box, shellMode)).toBe(true);
    // the hint below may be replaced by a tip
    expect(isInShell([...box.slice(0, -1), "  paste again to expand"], shellMode)).toBe(true);
    expect(isInShell([...box, ...Array.from({ length: 7 }, () => "an answer about shell mode")], shellMode)).toBe(
      false,
    );
    expect(isInShell(["❯ "], shellMode)).toBe(false);
  });
});

describe("isMixed", () => {
  it.each(["claude", "codex", "gemini", "copilot", "opencode", "kilo", "qwen"])(
    "[GD20] %s: the text stands behind somebody's words, which were drawn late",
    (agent) => {
      const readScreen = adapterOf(agent)?.readScreen;
      const lines = screensOf(agent).find(({ name }) => name === "startup-draft.screen.txt")?.lines ?? [];
      const isMixedWith = (text: string) => isMixed(lines, text, readScreen, adapterOf(agent)?.typing?.shellMode);
      expect(isMixedWith("have a look at the")).toBe(true);
      expect(isMixedWith(DRAFT)).toBe(false);
      // only the first row of it is in view
      expect(isMixedWith(`${DRAFT} other files`)).toBe(false);
    },
  );

  it.each([
    ["claude", ["! say hello", "  ! for shell mode"]],
    ["codex", ["! say hello", "", "  gpt-6 default · ~/work", "           Shell mode    ⚠ 2 warnings"]],
    ["gemini", ["  shell mode enabled (esc to disable)", " !   say hello", " workspace"]],
    ["copilot", ["! say hello", " Shell · Manual Approval · / commands · esc exit shell mode"]],
    ["opencode", ["  ┃  say hello", "  ┃  Shell", "   ~/work                   esc exit shell mode"]],
    ["qwen", ["! say hello", "  ~/work"]],
  ])("[GD20] %s: a shell would run it, because somebody had typed ! before it", (agent, lines) => {
    const { readScreen, typing } = adapterOf(agent) ?? {};
    const isMixedWith = (text: string) => isMixed(lines, text, readScreen, typing?.shellMode);
    expect(isMixedWith("say hello")).toBe(true);
    // it is meant for the shell, or its own words look like one
    expect(isMixedWith("!say hello")).toBe(false);
    expect(isMixedWith(lines.join("\n"))).toBe(false);
  });
});

describe("what stands on the screen of a text", () => {
  it("[GD10] the end of a text is found wherever it wraps, and so is the placeholder of a long paste", () => {
    const lines = ["│ a long text that was brok │", "│ en by the edge            │"];
    expect(isShown(lines, "a long text that was broken by the edge")).toBe(true);
    expect(isShown(lines, "another text")).toBe(false);
    expect(isShown(["❯ [Pasted text #1 +119 lines]"], "row 1\nrow 2", /\[Pasted text #\d+/)).toBe(true);
    expect(isShown([], "   ")).toBe(false);
  });

  it("[GD10] a line of it in the box is of it, and another one is not", () => {
    expect(isOf("two lines", "of\ntwo lines")).toBe(true);
    expect(isOf("somebody else's", "of two lines")).toBe(false);
    expect(isOf("[Pasted text #1 +9 lines]", "x", /\[Pasted text/)).toBe(true);
  });

  it("[GD10] accents, invisible characters and emoji are ignored, as terminals show them differently", () => {
    expect(isShown(["> e\u0301 ab 👩‍👩‍"], "\u00e9 a\u200bb 👩‍👩‍👧‍👦")).toBe(true);
    expect(isShown(["> 👍"], "👍")).toBe(true);
    expect(isShown(["> 👎"], "👍")).toBe(false);
    expect(["👩‍👩‍👧‍👦", "││", "a👍"].map(isPictorial)).toEqual([true, true, false]);
    expect(isOf("👍", "yes 👍")).toBe(true);
    expect(isOf("👎", "yes 👍")).toBe(false);
  });
});
