import { describe, expect, it } from "vitest";
import type { IntegrationItem, IntegrationReport } from "../../core/protocol/daemon/integration.ts";
import { renderIntegration } from "./render.ts";

const item = (fields: Partial<IntegrationItem>): IntegrationItem => ({
  agent: "claude",
  label: "Claude Code",
  action: "integrated",
  file: "/home/me/.claude/settings.json",
  backup: null,
  diff: null,
  notes: [],
  error: null,
  ...fields,
});

const report = (dry_run: boolean, ...items: IntegrationItem[]): IntegrationReport => ({
  schema_version: 1,
  target: null,
  scope: "user",
  dry_run,
  items,
});

const piped = { columns: null, colour: false };

describe("what integrate tells people", () => {
  it("[IN1] a line an agent, and under it where the copy is and what is left to do", () => {
    const items = [
      item({ backup: "/home/me/.agtmux/backups/claude/x", notes: ["restart it"] }),
      item({ label: "Codex", action: "up_to_date", file: "/x/hooks.json" }),
      item({ label: "Cursor CLI", action: "skipped", file: null, notes: ["not installed"] }),
    ];
    expect(renderIntegration(report(false, ...items), piped, "/home/me")).toBe(
      [
        "✓  Claude Code  integrated  ~/.claude/settings.json",
        "   as it was: ~/.agtmux/backups/claude/x",
        "   restart it",
        "✓  Codex        up to date  /x/hooks.json",
        "–  Cursor CLI   skipped",
        "   not installed",
      ].join("\n"),
    );
  });

  it("[IN2] a diff is for patch in a pipe, and cannot steer a terminal", () => {
    const diff = "--- /s\n+++ /s\n@@ -1,1 +1,2 @@\n \x1b[2Jmine\r\n+\tours\r";
    const dry = report(true, item({ diff }));
    expect(renderIntegration(dry, piped, "/home/me")).toBe(
      `✓  Claude Code  would be integrated  ~/.claude/settings.json\n${diff}`,
    );
    const shown = renderIntegration(dry, { columns: 80, colour: true }, "/home/me");
    expect(shown).toContain("\n [2Jmine\n\x1b[32m+\tours\x1b[0m");
  });
});
