import { describe, expect, it } from "vitest";
import type { Piece } from "../protocol/conversation/conversation.ts";
import { turnsOf } from "./turns-of.ts";

const common = { at: 1, run: null, text: "", is_cut: false };
const prompt = (id: string): Piece => ({ kind: "prompt", ...common, id });
const words = (id: string, text: string, run: string | null = null): Piece => ({
  kind: "words",
  ...common,
  id,
  text,
  run,
});
const call = (id: string, run: string | null = null): Piece => ({
  kind: "call",
  ...common,
  id,
  run,
  tool: "T",
  argument: "",
});
const starts = (id: string, child: string, run: string | null = null): Piece => ({
  kind: "sub_agent",
  id,
  at: 1,
  run,
  starts: child,
});

describe("the turns of a conversation", () => {
  it("[WK2] a turn begins with a prompt; what comes before the first has none", () => {
    const turns = turnsOf([words("w0", "before"), prompt("p1"), words("w1", "a"), prompt("p2")]);
    expect(turns.map(({ id, prompt: asked, items }) => [id, asked?.id, items.map((item) => item.id)])).toEqual([
      ["w0", undefined, ["w0"]],
      ["p1", "p1", ["w1"]],
      ["p2", "p2", []],
    ]);
  });

  it("[WK2] a message that is written again replaces the first, in its place", () => {
    const [turn] = turnsOf([prompt("p"), words("w", "half"), call("c"), words("w", "whole")]);
    expect(turn?.items).toMatchObject([
      { kind: "words", text: "whole" },
      { kind: "tool", result: null },
    ]);
  });

  it("[WK2] sub-agents are nested to any depth, also one that is said to start itself", () => {
    const pieces = [
      prompt("p"),
      call("c"),
      starts("c", "r1"),
      call("d", "r1"),
      starts("d", "r2", "r1"),
      words("w", "deep", "r2"),
    ];
    const [turn] = turnsOf(pieces);
    expect(turn?.items).toMatchObject([
      { sub_agent: { run: "r1", items: [{ sub_agent: { run: "r2", items: [{ text: "deep" }] } }] } },
    ]);
    const [looped] = turnsOf([call("c"), starts("c", "r1"), call("d", "r1"), starts("d", "r1", "r1")]);
    expect(looped?.items).toMatchObject([{ sub_agent: { run: "r1", items: [{ sub_agent: null }] } }]);
  });
});
