import { describe, expect, it } from "vitest";
import { readBy, recordedScreens } from "../../../test/accuracy/shown-screen.ts";
import type { Screen } from "../adapter/screen.ts";

/** More rows than any recorded dialog has. */
const DIALOG_ROWS = 16;

/** The same dialog in a language that nobody knows: its frame, its numbers and its cursor are as they were. */
function inOtherWords({ title: _, lines, ...screen }: Screen): Screen {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const strange = (line: string) => line.replaceAll(/\p{L}/gu, (letter) => (letter === "o" ? "u" : "o"));
  return { ...screen, lines: lines.map((line, row) => (row > last - DIALOG_ROWS ? strange(line) : line)) };
}

describe("a menu at the bottom of a known agent's screen that no cue knows", () => {
  const asking = recordedScreens().filter(({ state }) => state.startsWith("waiting"));

  it.each(asking.map((each) => [`${each.agent} ${each.name}`, each] as const))(
    "[AD18] %s in other words is no state",
    (_, { agent, screen }) => {
      expect(readBy(agent, inOtherWords(screen))).toMatch(/^unknown/);
    },
  );

  it("[AD18] an unknown menu is no state under a title that cannot see menus; a title that calls gives an ask of unknown kind", () => {
    const gemini = asking.filter(({ agent }) => agent === "gemini");
    for (const { screen } of gemini) {
      const strange = inOtherWords(screen);
      expect(readBy("gemini", { ...strange, title: "✦  Working… (demo)" })).toMatch(/^unknown/);
      expect(readBy("gemini", { ...strange, title: "◇  Ready (demo)" })).toMatch(/^unknown/);
      expect(readBy("gemini", { ...strange, title: "✋  Action Required (demo)" })).toBe("ask by title");
    }
  });
});
