import { describe, expect, it } from "vitest";
import { compareVersions, isVersion } from "./screen-version.ts";

describe("versions", () => {
  it.each([
    ["2.1.325", "2.1.325", 0],
    ["2.1.326", "2.1.325", 1],
    ["2.1.9", "2.1.10", -1],
    ["2.2", "2.1.325", 1],
    ["2.1", "2.1.0", 0],
    ["10.0.0", "9.9.9", 1],
    ["v0.166.0", "0.166.0", 0],
    ["2.1.325 (Claude Code)", "2.1.325", 0],
    ["codex-cli 0.165.0", "0.166.0", -1],
    ["0.166.0-alpha.3", "0.166.0", -1],
    ["0.166.0", "0.166.0-alpha.3", 1],
    ["0.167.0-alpha.3", "0.166.0", 1],
  ])("[AD17] %s against %s is %d", (a, b, order) => {
    expect(compareVersions(a, b)).toBe(order);
    expect(compareVersions(b, a)).toBe(order === 0 ? 0 : -order);
  });

  it("[AD17] a text without numbers is not a version", () => {
    expect(["", "latest", "v", "newest of all versions 1.2"].filter(isVersion)).toEqual([]);
    expect(compareVersions("latest", "1.0")).toBeNull();
  });
});
