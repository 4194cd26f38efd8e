import { describe, expect, it } from "vitest";
import type { AuditEntry, AuditList } from "../../core/protocol/actions/actions.ts";
import type { MemberItem } from "../../core/protocol/fleet/fleet.ts";
import type { UsageList } from "../../core/protocol/lists/usage.ts";
import { Gathering } from "./gathering.ts";

const NOTHING = { calls: 0, input: 0, cached: 0, cache_written: 0, output: 0, reasoning: 0, total: 0 };
const USAGE: UsageList = {
  ...{ schema_version: 1, generated_at: 1, by: "member", since: "2026-11-01", until: "2026-11-17", items: [] },
  ...{ sum: { ...NOTHING, cost: { usd: null, computed: false, unpriced_calls: 0 } }, limits: [] },
};
const REFUSAL = { code: "E_NOT_ALLOWED", message: "it keeps this", details: {} };

function entry(at: number): AuditEntry {
  return {
    ...{ schema_version: 1, correlation_id: `c${at}`, at, ended_at: at, action: "send" },
    ...{ actor: { uid: 1, user: "me", via: "cli" }, asked_ref: "claude", ref: "pane:host/s/@1/%1", target: "host" },
    ...{ pane_id: "%1", runtime_id: null, agent: null, snapshot: null, guards: {}, request: {}, outcome: "refused" },
    ...{ code: null, message: "", phases: [], idempotency_key: null },
  } as AuditEntry;
}

function setUp(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const item = (name: string) => ({ name, is_own: name === "one", health: name === "gone" ? "silent" : "ok" });
  const gathering = new Gathering({
    ownName: "one",
    members: () => ["one", ...Object.keys(answers)].map(item) as MemberItem[],
    ask: async (member, { path, method }) => {
      asked.push(`${member} ${method} ${path}`);
      const answer = answers[member];
      if (answer === null) throw new Error("nobody answers");
      return { status: answer === REFUSAL ? 500 : 200, body: JSON.stringify(answer) };
    },
  });
  return { gathering, asked };
}

describe("Gathering", () => {
  it("[FL30] every member that is there is asked for its usage, and whoever tells nothing is named with the reason", async () => {
    const { gathering, asked } = setUp({ two: USAGE, three: REFUSAL, four: { odd: 1 }, five: null, gone: USAGE });
    const { members, items } = await gathering.usage(USAGE, { path: "/v1/usage?by=member", user: "me" });
    expect(members?.map(({ name, error }) => [name, error?.message ?? null])).toEqual([
      ["one", null],
      ["two", null],
      ["three", "it keeps this"],
      ["four", "its answer cannot be read"],
      ["five", "nobody answers"],
      ["gone", "gone is silent"],
    ]);
    expect(items.map(({ key }) => key).sort()).toEqual(["one", "two"]);
    expect(asked).toEqual(["two", "three", "four", "five"].map((name) => `${name} GET /v1/usage?by=agent`));
  });

  it("[FL30] what was done at other members is listed with their names, newest first; what cannot be read is left out", async () => {
    const own: AuditList = {
      ...{ schema_version: 1, generated_at: 9, filters: {}, summary: { actions: 1, refused: 1 } },
      items: [entry(5)],
    };
    const { gathering } = setUp({ two: { items: [entry(7), { at: "odd" }, entry(3)] }, three: {} });
    const all = await gathering.audit(own, { path: "/v1/audit", user: "me" });
    expect(all.items.map(({ at, member, ref, target }) => [at, member, ref, target])).toEqual([
      [7, "two", "pane:two.host/s/@1/%1", "two.host"],
      [5, "one", "pane:host/s/@1/%1", "host"],
      [3, "two", "pane:two.host/s/@1/%1", "two.host"],
    ]);
    expect(all.summary).toEqual({ actions: 3, refused: 3 });
    expect(all.members?.map(({ name, error }) => [name, error?.message ?? null])).toEqual([
      ["one", null],
      ["two", null],
      ["three", "its answer cannot be read"],
    ]);
  });
});
