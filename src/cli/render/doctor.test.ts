import { describe, expect, it } from "vitest";
import { renderDoctor } from "./doctor.ts";

const report = {
  schema_version: 1 as const,
  target: "vm1",
  ok: false,
  checks: [
    { name: "tmux", status: "ok" as const, found: "3.3a", advice: null },
    { name: "clock", status: "warning" as const, found: "1 h behind", advice: "times are corrected; set it anyway" },
    { name: "write access", status: "failed" as const, found: "\x1b[31m/home is read-only", advice: "free the disk" },
  ],
};

describe("renderDoctor", () => {
  it("[TG4] every check has its sign and what was found, and below stands what to do", () => {
    expect(renderDoctor(report, { columns: null, colour: false })).toBe(
      [
        "   CHECK         FOUND",
        "✓  tmux          3.3a",
        "!  clock         1 h behind",
        "✗  write access  ⟨U+001B⟩[31m/home is read-only",
        "",
        "!  clock: times are corrected; set it anyway",
        "✗  write access: free the disk",
      ].join("\n"),
    );
  });

  it("[TG4, CL20] gives no advice if nothing is wrong, and says the same without colours", () => {
    const fine = { ...report, ok: true, checks: report.checks.slice(0, 1) };
    const text = renderDoctor(fine, { columns: null, colour: false });
    expect(text.split("\n")).toHaveLength(2);
    expect(renderDoctor(fine, { columns: null, colour: true }).replaceAll(/\x1b\[\d*m/g, "")).toBe(text);
  });
});
