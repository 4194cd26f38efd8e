import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { PaneIdentity, PaneItem } from "../protocol/lists/lists.ts";
import { NotifyRule } from "../protocol/settings/settings-notify.ts";
import { matchesGlob } from "./matches-glob.ts";
import { deliveryKey, notificationOf } from "./notification-of.ts";
import { type NotifiablePane, notifiableOf, type PlanContext, plan } from "./plan.ts";
import { quietFor } from "./quiet-hours.ts";
import { retryDelay } from "./retry-delay.ts";
import { rulesOf, ruleWords } from "./rules.ts";
import { isSameCallUnderNewId } from "./same-call.ts";

const CONTEXT: PlanContext = {
  queues: [
    { name: "phone", queue: "phone" },
    { name: "push", queue: "push:1" },
    { name: "push", queue: "push:2" },
  ],
  lastSentAt: () => null,
  minuteOfDay: () => 12 * 60,
};

const rule = (part: object) => NotifyRule.parse({ channels: ["phone"], ...part });

function calling(item: Partial<PaneItem> = {}, identity: Partial<PaneIdentity> = {}, at = 1_000): NotifiablePane {
  return notifiableOf(testPane(identity, { ...asking(at), agent: "claude", ...item })) as NotifiablePane;
}

function kindOf(kind: NonNullable<PaneItem["attention"]>["kind"]): NotifiablePane {
  const call = calling();
  return { ...call, attention: { ...call.attention, kind } };
}

describe("plan", () => {
  it("[NT2] without a rule each configured channel hears of input, approval, error, stalled, limited and budget after 30 s if nobody looks; push as soon as there is a device", () => {
    const rules = rulesOf({ channels: { phone: { kind: "desktop", sound: false } }, rules: [], timeout: 1 });
    const terms = { only_if_unwatched: true, quiet_hours: null, cooldown_ms: 60_000 };
    expect(plan(calling(), rules, CONTEXT)).toEqual([
      { queue: "phone", due_at: 31_000, terms },
      { queue: "push:1", due_at: 31_000, terms },
      { queue: "push:2", due_at: 31_000, terms },
    ]);
    const told = (
      ["input", "approval", "error", "stalled", "limited", "budget", "context", "done", "testing", "review"] as const
    ).filter((kind) => plan(kindOf(kind), rules, CONTEXT).length > 0);
    expect(told).toEqual(["input", "approval", "error", "stalled", "limited", "budget"]);
    expect(plan(kindOf("done"), [rule({ kinds: ["done"] })], CONTEXT)).toHaveLength(1);
  });

  it("[EN41, NT2] nothing_new is sent only by a rule that names it; attention comes first", () => {
    const quiet = testPane({}, { agent: "claude", nothing_new_since: 1_000 });
    const call = notifiableOf(quiet) as NotifiablePane;
    expect(call.attention).toMatchObject({ attention_id: "nothing_new:1000", kind: "nothing_new", raised_at: 1_000 });
    const queues = (part: object) => plan(call, [rule(part)], CONTEXT).map(({ queue }) => queue);
    expect([queues({}), queues({ states: ["running"] }), queues({ kinds: ["stalled"] })]).toEqual([[], [], []]);
    expect(queues({ kinds: ["nothing_new"], delay: "0s" })).toEqual(["phone"]);
    expect(notifiableOf({ ...quiet, ...asking(2_000) })?.attention.kind).toBe("input");
    expect(notifiableOf({ ...quiet, nothing_new_since: null })).toBeNull();
  });

  it("[NT2] a rule chooses by kind, state, agent, target and session, the last three by globs; the first that fits decides", () => {
    const queues = (part: object, call = calling({}, { target: "vm1", session_name: "work-api" })) =>
      plan(call, [rule(part)], CONTEXT).map(({ queue }) => queue);
    expect(queues({ agents: ["cl*"], targets: ["vm?"], sessions: ["x", "work-*"] })).toEqual(["phone"]);
    expect(queues({ agents: ["codex"] })).toEqual([]);
    expect(queues({ targets: ["host"] })).toEqual([]);
    expect(queues({ sessions: ["api"] })).toEqual([]);
    expect(queues({ states: ["waiting_input"] })).toEqual(["phone"]);
    expect(queues({ states: ["completed"] })).toEqual([]);
    // a rule that names a state means every kind of attention in it
    expect(queues({ states: ["completed"] }, { ...kindOf("done"), state: "completed" })).toEqual(["phone"]);
    const both = [rule({ agents: ["claude"], delay: "0s" }), rule({ delay: "5m" })];
    expect(plan(calling(), both, CONTEXT).map(({ due_at }) => due_at)).toEqual([1_000]);
  });

  it("[NT2] quiet hours put it off until they end, over midnight too", () => {
    const night = { from: 22 * 60, to: 7 * 60 };
    expect([21 * 60 + 59, 22 * 60, 0, 6 * 60 + 59.5, 7 * 60].map((minute) => quietFor(night, minute) / 60_000)).toEqual(
      [0, 9 * 60, 7 * 60, 0.5, 0],
    );
    const rules = [rule({ quiet_hours: "22:00-07:00", delay: "1s" })];
    const planned = plan(calling(), rules, { ...CONTEXT, minuteOfDay: () => 6 * 60 });
    expect(planned.map(({ due_at }) => due_at)).toEqual([2_000 + 3_600_000]);
  });

  it("[NT4] a second call within the cooldown waits until it is over", () => {
    const due = (lastSentAt: number | null, cooldown = "60s") =>
      plan(calling(), [rule({ delay: "0s", cooldown })], { ...CONTEXT, lastSentAt: () => lastSentAt })[0]?.due_at;
    expect([due(null), due(900), due(900, "0s"), due(-70_000)]).toEqual([1_000, 60_900, 1_000, 1_000]);
  });
});

describe("words and keys", () => {
  it("[NT2] a rule is told in words", () => {
    const full = {
      kinds: ["input", "done"],
      agents: ["claude"],
      sessions: ["work-*"],
      targets: ["vm1"],
      delay: "90s",
      quiet_hours: "22:00-7:05",
      cooldown: "2m",
    };
    expect(ruleWords(rule(full))).toBe(
      "input, done of claude in work-* on vm1 → phone: after 90s, unless somebody looks at it, once in 2m, not 22:00-07:05",
    );
    expect(ruleWords(rule({ delay: "0s", only_if_unwatched: false, cooldown: "0s", states: ["error"] }))).toBe(
      "anything while error → phone: at once",
    );
  });

  it("[NT3] the key is runtime, attention and channel, and where the pane can be opened is told where that is known", () => {
    const call = calling({ command: "node" }, { pane_id: "%7", target: "vm1" });
    expect(notificationOf(call, "phone", "")).toMatchObject({
      key: deliveryKey("runtime-of-vm1-7", "a1000", "phone"),
      title: "claude in main on vm1",
      url: null,
    });
    expect(notificationOf(call, "phone", "https://x.example").url).toBe("https://x.example/pane/vm1/7");
    expect(notificationOf({ ...call, agent: "generic" }, "phone", "").title).toBe("node in main on vm1");
    // the title shows what the agent did last, not what it asks
    const mute = { ...call, title: "✳ Fixing tests", attention: { ...call.attention, message: "" } };
    expect(notificationOf(mute, "phone", "").message).toBe(call.label);
  });

  it("[NT2] a glob means itself but for * and ?", () => {
    expect([matchesGlob("a.b", "a.b"), matchesGlob("a.b", "axb"), matchesGlob("a+(b", "a+(b")]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      matchesGlob("*", ""),
      matchesGlob("a?", "a"),
      matchesGlob("?", "漢"),
      matchesGlob("a-[b]*", "a-[b]c"),
    ]).toEqual([true, false, true, true]);
  });

  it("[NT5] retries back off from 1 s to 10 min, and never come sooner than the other side asked for", () => {
    expect([1, 2, 3, 4, 11, 50].map((failures) => retryDelay(failures, null, 0) / 1_000)).toEqual([
      1, 2, 4, 8, 600, 600,
    ]);
    expect(retryDelay(1, null, 1)).toBe(1_250);
    expect([retryDelay(1, 90_000, 0), retryDelay(8, 1_000, 0)]).toEqual([90_000, 128_000]);
    expect(retryDelay(1, 30 * 24 * 3_600_000, 0)).toBe(3_600_000);
  });

  it("[NT4] the same open call from another source is not a new one; a different call is", () => {
    const one = calling({}, {}, 1_000);
    const later = calling({}, {}, 2_000);
    expect(isSameCallUnderNewId(one, later)).toBe(true);
    expect(isSameCallUnderNewId(one, calling({}, {}, 3_000))).toBe(false);
    expect(isSameCallUnderNewId(one, { ...later, attention: { ...later.attention, kind: "error" } })).toBe(false);
    expect(isSameCallUnderNewId(one, { ...one, runtime_id: "other" })).toBe(true);
    expect(isSameCallUnderNewId(one, { ...later, runtime_id: "other" })).toBe(false);
    expect(isSameCallUnderNewId(one, one)).toBe(false);
  });
});
