import { describe, expect, it } from "vitest";
import { testSummary } from "../../../test/support/test-pane.ts";
import type { PaneList } from "../../core/protocol/lists/lists.ts";
import { targetErrorLines } from "./target-errors.ts";

const since = new Date(2026, 1, 3, 12, 3, 11).getTime();
const list = (now: number): PaneList => ({
  schema_version: 2,
  generated_at: now,
  filters: {},
  summary: testSummary(0),
  partial: true,
  target_errors: [
    { target: "vm2", error: { code: "E_TARGET_UNREACHABLE", message: "no route\x07\nto vm2", details: {} }, since },
  ],
  items: [],
});

describe("targetErrorLines", () => {
  it("[TG18] one line says who does not answer, since when and why", () => {
    expect(targetErrorLines(list(since + 1_000))).toEqual([
      "vm2 is out of reach since 12:03:11: no route⟨U+0007⟩ to vm2 (agtmux target doctor vm2)",
    ]);
  });

  it("[TG18] a time of another day has its date", () => {
    expect(targetErrorLines(list(since + 86_400_000))[0]).toContain("since 2026-02-03 12:03:11: ");
  });
});
