import { expect, it } from "vitest";
import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import { renderAudit } from "./audit.ts";

function changed(request: AuditEntry["request"]): AuditEntry {
  return {
    ...{ schema_version: 1, correlation_id: "c", at: 0, ended_at: 1, action: "rules" },
    actor: { uid: 0, user: "me", via: "cli" },
    ...{ asked_ref: null, ref: null, target: null, pane_id: null, runtime_id: null, agent: null, snapshot: null },
    ...{ guards: {}, request, outcome: "done", code: null, message: "", phases: [], idempotency_key: null },
  };
}

it("[GD18] an action is shown with the pane that it was on, or with the words that named none", () => {
  const sent: AuditEntry = { ...changed({ text: "Go on" }), action: "send", asked_ref: "shop" };
  const entries: AuditEntry[] = [
    { ...sent, agent: "claude", target: "vm1", pane_id: "%3", ref: "pane:vm1/shop/@0/%3" },
    { ...sent, outcome: "refused", code: "E_REF_NOT_FOUND" },
    changed({ change: "pause" }),
  ];
  const [, ...lines] = renderAudit(entries, 5_000, { columns: null, colour: false }).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/).at(-2))).toEqual(["claude vm1/%3", "shop", "–"]);
});

it("[RL13] a change of the rules says which rule was made or removed", () => {
  const entries = [
    changed({ change: "add", rule: { effect: "allow", command: "npm test", tool: null } }),
    changed({ change: "add", rule: { effect: "deny", command: null, tool: "Edit" } }),
    changed({ change: "remove", rule_id: "r-1a2b3c4d" }),
    changed({ change: "pause" }),
  ];
  const [, ...lines] = renderAudit(entries, 5_000, { columns: null, colour: false }).split("\n");
  expect(lines.map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    "add: allow npm test",
    "add: deny Edit",
    "remove: r-1a2b3c4d",
    "pause",
  ]);
});
