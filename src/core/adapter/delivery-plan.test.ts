import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGENTS } from "../agents/registry.ts";
import { chunksOf, pastesOf, planKeys, planText } from "./delivery-plan.ts";

describe("planText", () => {
  it("[GD7] one line is typed; several lines, tabs and long texts are pasted", () => {
    expect(planText("- a; 'b' \\")).toEqual({ ok: true, by: "keys", text: "- a; 'b' \\", notes: [] });
    expect(planText("a\r\nb\rc")).toEqual({ ok: true, by: "paste", text: "a\nb\nc", notes: [] });
    expect(planText("a\tb")).toMatchObject({ by: "paste" });
    expect(planText("x".repeat(501))).toMatchObject({ by: "paste" });
    expect(planText("go on?", { pastes: /\?$/ })).toMatchObject({ by: "paste", text: "go on?" });
  });

  it("[GD11] an end that Enter would swallow gets a blank behind it", () => {
    expect(planText("C:\\", { swallowedEnd: /\\$/ })).toMatchObject({ by: "keys", text: "C:\\ " });
    expect(planText("C:\\x", { swallowedEnd: /\\$/ })).toMatchObject({ by: "keys", text: "C:\\x" });
  });

  it("[GD11] a harmless change is reported; one that spoils the text is refused unless allowed", () => {
    const typing = {
      changes: [
        { text: /\s$/, note: "it drops blanks" },
        { text: /^!/, note: "it runs it" },
      ],
      spoils: [{ text: /\t/, note: "it turns tabs into blanks" }],
    };
    expect(planText("!ls ", typing)).toMatchObject({ ok: true, notes: ["it drops blanks", "it runs it"] });
    expect(planText("ls", typing)).toMatchObject({ ok: true, notes: [] });
    expect(planText("a\tb ", typing)).toEqual({
      ok: false,
      fault: "it turns tabs into blanks (U+0009 at 1): write it otherwise, or send it so with --allow-changes",
      isChange: true,
    });
    const notes = ["it turns tabs into blanks", "it drops blanks"];
    expect(planText("a\tb ", typing, true)).toEqual({ ok: true, by: "paste", text: "a\tb ", notes });
  });

  it("[GD11] changes may be allowed, control characters never", () => {
    expect(planText("a\u001b", {}, true)).toMatchObject({ ok: false, isChange: false });
  });

  it("[GD11] a character that an agent takes for a key is refused, never typed silently", () => {
    for (const odd of ["\u001b[201~rm -rf /\r", "a\u0003", "a\u0000b", "\u007f", "\u009b"])
      expect(planText(`x${odd}`.replace(/\r/, "")).ok).toBe(false);
  });
});

describe("the typing of the agents", () => {
  const plansOf = (text: string) =>
    Object.fromEntries(
      AGENTS.flatMap(({ name, typing }) => (typing?.changes === undefined ? [] : [[name, planText(text, typing)]])),
    );
  const told = (text: string) =>
    Object.entries(plansOf(text)).flatMap(([name, plan]) => (plan.ok && plan.notes.length > 0 ? [name] : []));
  const refused = (text: string) => Object.entries(plansOf(text)).flatMap(([name, plan]) => (plan.ok ? [] : [name]));

  it("[GD11] plain words, paths and lists are sent without notes", () => {
    for (const text of ["Go on?", "/etc/hosts is a file", "- a\n- b", "C# and @home", "a / b", "# Heading", "漢字 👍"])
      expect([text, told(text).filter((name) => name !== "gemini" && name !== "qwen"), refused(text)]).toEqual([
        text,
        [],
        [],
      ]);
  });

  it("[GD11] changes that an agent makes to a text are reported, or the text is refused", () => {
    const all = ["claude", "codex", "gemini", "copilot", "opencode", "kilo", "qwen"].sort();
    expect(refused("a\tb").sort()).toEqual(["claude", "copilot", "pi"]);
    expect(refused("/").sort()).toEqual(all);
    expect(told("/clear").sort()).toEqual([...all, "pi"].sort());
    expect(told("!ls").sort()).toEqual(["claude", "codex", "copilot", "pi"]);
    expect(told("quit").sort()).toEqual(["claude", "copilot", "kilo", "opencode"]);
    expect(told("blank ").sort()).toEqual(["claude", "codex", "copilot", "gemini", "pi", "qwen"]);
    expect(told("a\nb\nc ").sort()).toEqual([...all, "pi"].sort());
    expect(told("See @READ")).toEqual(["gemini", "qwen"]);
  });
});

describe("planKeys", () => {
  it("[GD7] keys are tmux's names or single characters", () => {
    expect(planKeys(["C-c", "Up", "y", "é", "M-Enter", "S-Tab", "F12", "-", ";", "Enter"])).toMatchObject({
      ok: true,
      hasEnter: true,
    });
    expect(planKeys(["1"])).toEqual({ ok: true, keys: ["1"], hasEnter: false });
  });

  it("[GD7] a word that tmux would type letter by letter is refused", () => {
    for (const key of ["Entr", "yes", "C-Nothing", "", "C-", "\u001b"])
      expect([key, planKeys([key]).ok]).toEqual([key, false]);
  });
});

describe("pastesOf", () => {
  it("[GD11] a long text goes in pastes that begin and end within words", () => {
    expect(pastesOf("a long text")).toEqual(["a long text"]);
    expect(pastesOf("ab cd\nef gh", 6)).toEqual(["ab c", "d\nef g", "h"]);
    expect(pastesOf("        ", 3)).toEqual(["   ", "   ", "  "]);
    expect(pastesOf("👍👍👍", 3)).toEqual(["👍", "👍", "👍"]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 9 }), (text, longest) => {
        expect(pastesOf(text, longest).join("")).toBe(text);
      }),
    );
  });
});

describe("chunksOf", () => {
  it("[GD7] the pieces of a text give the text again, and no piece splits a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 0, maxLength: 50 }),
        fc.integer({ min: 1, max: 900 }),
        (text, times) => {
          const long = text.repeat(times);
          const chunks = chunksOf(long);
          expect(chunks.join("")).toBe(long);
          for (const chunk of chunks) expect(/[\ud800-\udbff]$|^[\udc00-\udfff]/.test(chunk)).toBe(false);
        },
      ),
      { numRuns: 50 },
    );
  });
});
