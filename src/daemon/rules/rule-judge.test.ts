import { createRequire } from "node:module";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import { RuleRequest } from "../../core/protocol/rules/rules.ts";
import { AuditLog } from "../actions/audit-log.ts";
import { silentLog } from "../base/test-log.ts";
import type { TargetOffer } from "../decisions/target-offer.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { DecisionLog } from "./decision-log.ts";
import { JudgingTime } from "./judging-time.ts";
import { RuleJudge } from "./rule-judge.ts";
import { RuleRegistry } from "./rule-registry.ts";
import { openCommandReader } from "./second-reader.ts";

const WASM = createRequire(import.meta.url).resolve("sh-syntax/main.wasm");
const MAKE = RuleRequest.parse({ effect: "allow", command: "make all", target: "host", workspace: "/w" });

function scene({ isTaken = true, onLook = () => {}, isSame = true } = {}) {
  const store = openMemoryStore();
  const clock = { now: () => 1_000 };
  const attention = {
    attention_id: "a1",
    kind: "approval",
    label: "",
    message: "",
    source: "hook",
    raised_at: 1,
  } as const;
  const item = testPane({}, { agent: "claude", attention });
  const noted: number[] = [];
  const fleet = { item: () => item, all: () => [item] };
  const registry = new RuleRegistry(store, clock);
  const decisions = new DecisionLog({ store, fleet, clock });
  const judge = new RuleJudge({
    registry,
    decisions,
    read: openCommandReader(WASM),
    audit: new AuditLog(store, clock),
    fleet,
    adapterOf,
    openQuestion: () => ({}) as KeptQuestion,
    noteAnswered: (_item, at) => void noted.push(at),
    clock,
    log: silentLog(),
  });
  const lines: string[] = [];
  const consider = (command: string) => {
    const payload = JSON.stringify({ cwd: "/w", tool_name: "Bash", tool_input: { command } });
    const give = async (line: string) => {
      if (isTaken) lines.push(line);
      return isTaken ? "taken" : "gone";
    };
    const offer = { agent: "claude", pane: item.identity.pane_id, payload, give };
    return judge.consider({
      target: "host",
      machine: {
        runScript: async (script: string) => {
          onLook();
          const asked = /paths='([^']*)'/.exec(script)?.[1] ?? "";
          return { code: 0, stdout: `${asked}\n`, stderr: "" };
        },
      },
      offer,
      offers: {
        asks: () => isSame,
        isWaiting: () => false,
        outcome: () => null,
        lineFor: (_offer: unknown, decision: unknown) => JSON.stringify(decision),
      },
    } as unknown as TargetOffer);
  };
  return { store, registry, fleet, lines, noted, consider };
}

describe("RuleJudge", () => {
  it("[RL10] answers by a rule, counts it, and keeps what was decided by which", async () => {
    const { store, registry, lines, consider } = scene();
    const { rule_id } = registry.add(MAKE);
    await consider("make all");
    expect(lines).toEqual(['{"type":"allow"}']);
    expect(store.decisions(0, 9)).toMatchObject([{ outcome: "allow", by: "rule", rule_ids: [rule_id] }]);
    expect(store.audit(0, 9)).toMatchObject([
      { actor: { via: "rule" }, outcome: "done", request: { rule_ids: [rule_id] } },
    ]);
    expect(registry.list().items).toMatchObject([{ used: 1 }]);
  });

  it("[RL10] an event that comes after the answer to it is answered too, and what the agent asks next is not", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    for (const isSame of [true, false]) {
      const { registry, noted, consider } = scene({ isSame });
      registry.add(MAKE);
      await consider("make all");
      vi.advanceTimersByTime(4_000);
      expect([isSame, noted.length]).toEqual([isSame, isSame ? 4 : 1]);
    }
  });

  it("[RL11] a pause or a removal while it looks counts", async () => {
    for (const stop of ["pause", "remove"] as const) {
      const made = { id: "", registry: null as RuleRegistry | null };
      const { store, registry, lines, consider } = scene({
        onLook: () => {
          if (stop === "pause") made.registry?.pause(true);
          else if (made.registry?.list().items.length === 1) made.registry.remove(made.id);
        },
      });
      made.id = registry.add(MAKE).rule_id;
      made.registry = registry;
      await consider("make all");
      expect([stop, lines]).toEqual([stop, []]);
      expect(store.decisions(0, 9)).toMatchObject([{ outcome: "open", by: null }]);
    }
  });

  it("[RL10] what was answered before is neither counted nor told as done", async () => {
    const { store, registry, consider } = scene({ isTaken: false });
    registry.add(MAKE);
    await consider("make all");
    expect(store.audit(0, 9)).toMatchObject([{ outcome: "refused" }]);
    expect([registry.list().items[0]?.used, store.decisions(0, 9)[0]?.outcome]).toEqual([0, "open"]);
  });

  it("[RL10] in a dry run it says what it would have done", async () => {
    const { store, registry, lines, consider } = scene();
    const { rule_id } = registry.add({ ...MAKE, dry_run: true });
    await consider("make all");
    expect([lines, registry.list().items[0]?.used]).toEqual([[], 1]);
    expect(store.decisions(0, 9)).toMatchObject([{ outcome: "open", would: { effect: "allow", rule_ids: [rule_id] } }]);
  });

  it("[RL9] keeps no secret of what was asked, for 90 days", async () => {
    const { store, consider } = scene();
    await consider("make TOKEN=ghp_0123456789012345678901234567890123ab");
    expect(store.decisions(0, 9)).toMatchObject([{ redacted: true }]);
    expect(JSON.stringify(store.decisions(0, 9))).not.toContain("ghp_0123");
    store.removeDecisions(1_001);
    expect(store.decisions(0, 9)).toEqual([]);
  });

  it("[RL12] calls wait only while there is a rule that could answer", async () => {
    const { registry, fleet } = scene();
    const judging = new JudgingTime(registry, fleet);
    expect([judging.longestMs(), await judging.stillOpen(["a"])]).toEqual([0, ["a"]]);
    registry.add(MAKE);
    expect(judging.longestMs()).toBe(300);
    registry.pause(true);
    expect(judging.longestMs()).toBe(0);
  });
});
