import { describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../core/protocol/actions/actions.ts";
import { filterAudit, guardWords, outcomeWords, subjectOf } from "./audit-words.ts";

const entry = (part: Partial<AuditEntry>) =>
  ({ action: "send", outcome: "done", code: null, agent: "claude", ref: "pane:a", request: {}, ...part }) as AuditEntry;

describe("the words of the audit", () => {
  it("[UI11] name the guard that refused", () => {
    expect(outcomeWords({ outcome: "refused", code: "E_GUARD_STATE" })).toBe("refused by the state guard");
    expect(outcomeWords({ outcome: "refused", code: "E_WORKSPACE" })).toBe("refused");
    expect(outcomeWords({ outcome: "begun", code: null })).toBe("not known");
  });

  it("[UI11] tell every guard that was asked for", () => {
    expect(guardWords({})).toEqual([]);
    expect(
      guardWords({ if_runtime: "r1", if_state: ["idle", "completed"], if_updated_within_ms: 5_000, force_stale: true }),
    ).toEqual([
      "only for runtime r1",
      "only while idle or completed",
      "only if it changed within 5s",
      "whoever is there now",
    ]);
  });

  it("[UI11] name what was meant, also where nothing was found", () => {
    expect(subjectOf(entry({}))).toBe("claude pane:a");
    expect(subjectOf(entry({ agent: null, ref: null, asked_ref: "%99", target: null }))).toBe("%99");
    expect(
      subjectOf(entry({ agent: null, ref: null, asked_ref: null, target: "vm1", request: { agent: "codex" } })),
    ).toBe("codex vm1");
  });

  it("[UI11] filter by action and outcome", () => {
    const items = [entry({}), entry({ action: "kill" }), entry({ outcome: "refused" })];
    expect(filterAudit(items, { action: null, outcome: null })).toHaveLength(3);
    expect(filterAudit(items, { action: "send", outcome: null })).toHaveLength(2);
    expect(filterAudit(items, { action: "send", outcome: "refused" })).toEqual([items[2]]);
  });
});
