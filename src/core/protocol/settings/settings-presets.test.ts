import { describe, expect, it } from "vitest";
import { presetRows, readPresets } from "./settings-presets.ts";

describe("presets in config.toml", () => {
  it("[SW10] only the agent is needed, and each has its line in the list of settings", () => {
    const read = readPresets({ review: { agent: "claude", workspace: "~/src" }, plain: { agent: "codex" } });
    if (!read.ok) throw new Error(read.faults.map(({ words }) => words).join("; "));
    expect(read.presets.plain).toEqual({ agent: "codex", target: "host", args: [] });
    expect(presetRows(read.presets)).toEqual([
      { name: "presets.review", value: "claude in ~/src" },
      { name: "presets.plain", value: "codex in any folder" },
    ]);
  });

  it("[SW10, CF3] what does not fit is refused, with its key", () => {
    const faultsOf = (table: unknown) => {
      const read = readPresets(table);
      return read.ok ? [] : read.faults.map(({ words }) => words);
    };
    expect(faultsOf({ review: {} })[0]).toMatch(/^presets\.review\.agent: /);
    expect(faultsOf({ review: { agent: "claude", workspace: "src" } })).toEqual([
      "presets.review.workspace: an absolute path, or one that begins with ~/",
    ]);
    expect(faultsOf({ review: { agent: "claude", promt: "x" } })[0]).toContain("promt");
    expect(faultsOf({ "a b": { agent: "claude" } })[0]).toContain("letters, digits");
  });
});
