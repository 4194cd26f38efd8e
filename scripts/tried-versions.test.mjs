import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { triedVersions } from "./tried-versions.mjs";

it("[IN12] the command has the figures of each version that was tried here", () => {
  const root = mkdtempSync(join(tmpdir(), "agtmux-tried-"));
  try {
    const cells = { start: { verdict: "right" }, done: { verdict: "right" }, draft: { verdict: "wrong" } };
    const result = { agent: "claude", version: "2.1.9", over: "here", ranOn: "2026-11-17", cells };
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, "docs", "accuracy.json"), JSON.stringify([result, { ...result, over: "ssh" }]));
    expect(triedVersions(root)).toEqual([
      { agent: "claude", version: "2.1.9", ranOn: "2026-11-17", right: 2, unknown: 0, wrong: 1 },
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
