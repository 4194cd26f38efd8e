import { describe, expect, it } from "vitest";
import { gemini } from "./adapter.ts";

const padded = (title: string) => title.padEnd(80);

describe("Gemini's title", () => {
  it.each([
    ["◇  Ready (demo)", "rest"],
    ["✦  Working… (demo)", "busy"],
    ["✦  Reading the schema (demo)", "busy"],
    ["⏲  Working… (demo)", "busy"],
    ["✋  Action Required (demo)", "ask"],
  ])("[AD11] %s is a blind level: %s, without its kind", (title, phase) => {
    expect(gemini.readTitle?.(padded(title))?.evidence).toEqual({ kind: "level", phase, blind: true });
    expect(gemini.readTitle?.(title)).toMatchObject({ source: "title", message: "" });
  });

  it("[AD11] other titles tell nothing", () => {
    const others = ["", "devbox", "Ready (demo)", "◇ Ready (demo)", "◇  Ready", "vim ◇  Ready (demo)", "✳ Claude Code"];
    expect(others.map((title) => gemini.readTitle?.(padded(title)))).toEqual(others.map(() => null));
  });
});
