import { describe, expect, it } from "vitest";
import { isNewerThan, newestTried, type TriedVersion, triedWords } from "./tried-version.ts";

const tried = (version: string, agent = "claude"): TriedVersion => ({
  agent,
  version,
  ranOn: "2026-11-17",
  right: 3,
  unknown: 0,
  wrong: 0,
});

describe("versions that were tried", () => {
  it("[IN12] the newest counts, by number", () => {
    const all = [tried("2.1.9"), tried("2.1.10"), tried("2.0.99"), tried("9.0.0", "codex")];
    expect(newestTried("claude", all)?.version).toBe("2.1.10");
    expect(newestTried("cursor", all)).toBeNull();
  });

  it("[IN12] only a later version is newer; one that is not known is not", () => {
    expect(isNewerThan("2.1.11", tried("2.1.10"))).toBe(true);
    for (const version of ["2.1.10", "2.1.9", "no version", null])
      expect(isNewerThan(version, tried("2.1.10"))).toBe(false);
    expect(isNewerThan("2.1.11", null)).toBe(false);
  });

  it("[IN12] tells how right it was", () => {
    expect(triedWords(tried("1.0.0"))).toBe("1.0.0 was tried on 2026-11-17: 3 of 3 situations read right");
    expect(triedWords({ ...tried("1.0.0"), unknown: 1, wrong: 2 })).toMatch(/: 3 of 6 .* right, 1 unknown, 2 wrong$/);
  });
});
