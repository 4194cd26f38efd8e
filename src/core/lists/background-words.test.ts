import { describe, expect, it } from "vitest";
import { backgroundWords } from "./background-words.ts";

describe("backgroundWords", () => {
  it("[RS28] says how many commands run on, as far as it is known", () => {
    const words = (shells: number | null) =>
      backgroundWords({ background: { shells, source: "hook", from: "claude.Stop", at: 1 } });
    expect([words(1), words(2), words(null)]).toEqual(["1 shell running", "2 shells running", "shells running"]);
    expect([backgroundWords(null), backgroundWords({})]).toEqual(["", ""]);
  });
});
