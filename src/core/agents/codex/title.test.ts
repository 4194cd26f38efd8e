import { describe, expect, it } from "vitest";
import { codex } from "./adapter.ts";

describe("Codex's title", () => {
  it.each([
    ["⠋ demo", "busy"],
    ["⠧ a folder of mine", "busy"],
    ["[ ! ] Action Required | demo", "ask"],
    ["[ . ] Action Required | demo", "ask"],
  ])("[AD29] %s is a level: %s, without its kind", (title, phase) => {
    expect(codex.readTitle?.(title)?.evidence).toEqual({ kind: "level", phase });
  });

  it("[AD29] the folder alone, and other programs' titles, tell nothing", () => {
    const others = ["", "demo", "devbox", "[ ! ] demo", "Action Required | demo", "vim ⠋ demo", "⠋", "✳ Claude Code"];
    expect(others.map((title) => codex.readTitle?.(title))).toEqual(others.map(() => null));
  });
});
