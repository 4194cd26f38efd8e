import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditList } from "../../src/core/protocol/actions/actions.ts";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import type { RuleList, RuleProposals, RuleReport, RuleTestReport } from "../../src/core/protocol/rules/rules.ts";
import { askingAgents } from "../support/asking-agents.ts";
import type { Order } from "../support/dialog-agent.ts";
import { until, untilPane } from "../support/sandbox.ts";

async function scene() {
  const { box, claude } = await askingAgents("claude");
  const work = join(box.dir, "work");
  mkdirSync(join(work, "src"), { recursive: true });
  const add = (...words: string[]) => box.json<RuleReport>("rules", "add", ...words, "--workspace", work, "--json");
  const ask = (order: Order) => claude.ask({ waits: true, cwd: work, ...order });
  const decisions = () => claude.read().flatMap((entry) => ("decision" in entry ? [entry.decision] : []));
  const decided = async (count: number) => {
    await until(
      () => decisions().length === count,
      () => `${JSON.stringify(claude.read())} ${box.log()}`,
    );
    return decisions()[count - 1];
  };
  /** The hook that waits for an answer is there, and the daemon has read what it asks. */
  const waits = () =>
    readdirSync(join(box.home, "decide")).some((name) => name.endsWith(".req")) &&
    readdirSync(join(box.home, "spool", "new")).length === 0;
  const judged = () => box.log().split("rules judged a request").length - 1;
  /** It is asked, and stays so although rules have looked at it. */
  const stays = async (order: Order, isJudged = true) => {
    const [before, looked] = [decisions().length, judged()];
    ask(order);
    await untilPane(box, claude.pane, ({ attention }) => attention?.kind === "approval");
    await until(waits);
    await until(() => judged() === looked + (isJudged ? 1 : 0));
    expect(decisions()).toHaveLength(before);
    await box.json<AnswerReport>("answer", claude.pane, "no", "--wait", "accepted", "--json");
    await until(() => decisions().length === before + 1);
  };
  return { box, claude, work, add, ask, waits, decided, stays };
}

describe("rules", () => {
  it("[RL1, RL10] answer through the agent's own channel, are counted and audited by their id, and press no key", async () => {
    const { box, claude, add, ask, decided } = await scene();
    const allowed = await add("allow", "make all");
    const denied = await add("deny", "git push **");
    ask({ command: "make all" });
    expect(await decided(1)).toEqual({ behavior: "allow" });
    await untilPane(box, claude.pane, ({ attention }) => attention?.kind !== "approval");
    ask({ command: "git push -f origin" });
    expect(await decided(2)).toMatchObject({
      behavior: "deny",
      message: expect.stringContaining(denied.rule.rule_id) as string,
    });
    await untilPane(box, claude.pane, ({ attention }) => attention?.kind !== "approval");
    const { items } = await box.json<RuleList>("rules", "list", "--json");
    expect(items.map(({ rule_id, used }) => [rule_id, used])).toEqual([
      [allowed.rule.rule_id, 1],
      [denied.rule.rule_id, 1],
    ]);
    const audit = await box.json<AuditList>("audit", "--json");
    const byRule = audit.items.filter(({ actor }) => actor.via === "rule");
    expect(byRule.map(({ action, outcome, request }) => [action, outcome, request.rule_ids, request.answered])).toEqual(
      [
        ["answer", "done", [denied.rule.rule_id], ["no"]],
        ["answer", "done", [allowed.rule.rule_id], ["yes"]],
      ],
    );
    expect(claude.read().some((entry) => "picked" in entry || "stray" in entry)).toBe(false);
  });

  it("[RL1, RL2, RL11] nothing is decided without a rule, by one that is paused, removed or in a dry run, or for another place", async () => {
    const { box, add, ask, decided, stays } = await scene();
    await stays({ command: "make all" }, false);
    const { rule } = await add("allow", "make all");
    await stays({ command: "make all", cwd: box.dir });
    await stays({ command: "make all; id" });
    await box.agtmux(["rules", "pause"]);
    await stays({ command: "make all" }, false);
    await box.agtmux(["daemon", "stop"]);
    await box.startDaemon();
    expect(await box.json<RuleList>("rules", "list", "--json")).toMatchObject({ paused: true });
    await box.agtmux(["rules", "pause", "--off"]);
    ask({ command: "make all" });
    expect(await decided(5)).toEqual({ behavior: "allow" });
    await box.agtmux(["rules", "remove", rule.rule_id]);
    const dry = await add("allow", "make all", "--dry-run");
    await stays({ command: "make all" });
    expect((await box.json<RuleList>("rules", "list", "--json")).items).toMatchObject([
      { rule_id: dry.rule.rule_id, used: 1 },
    ]);
  });

  it("[RL6] a file counts where it really is", async () => {
    const { box, work, add, ask, decided, stays } = await scene();
    writeFileSync(join(box.dir, "secret"), "x");
    symlinkSync(box.dir, join(work, "out"));
    symlinkSync(join(box.dir, "secret"), join(work, "src", "link"));
    await add("allow", "cat *");
    await add("allow", "--tool", "Edit", "--path", "src/**");
    const edit = (file_path: string): Order => ({ edit: { file_path, old_string: "a", new_string: "b" } });
    ask({ command: "cat src/a.txt" });
    expect(await decided(1)).toEqual({ behavior: "allow" });
    ask(edit(join(work, "src", "new", "a.ts")));
    expect(await decided(2)).toEqual({ behavior: "allow" });
    await stays({ command: "cat out/secret" });
    await stays({ command: "cat src/link" });
    await stays(edit(join(work, "src", "link")));
    await stays(edit(join(work, "out", "secret")));
    const test = await box.json<RuleTestReport>("rules", "test", "cat out/secret", "--workspace", work, "--json");
    expect(test).toMatchObject({ effect: "ask" });
  });

  it("[RL9, RL14, RL15] a person's answers are kept without secrets, and a rule is proposed after five equal ones", async () => {
    const { box, claude, work, ask, waits, decided } = await scene();
    const learned = async () => (await box.json<RuleProposals>("rules", "learn", "--json")).items;
    const answered = async (count: number, order: Order) => {
      ask(order);
      await untilPane(box, claude.pane, ({ attention }) => attention?.kind === "approval");
      await until(waits);
      await box.json<AnswerReport>("answer", claude.pane, "yes", "--wait", "accepted", "--json");
      await decided(count);
    };
    await answered(1, { command: "make TOKEN=ghp_0123456789012345678901234567890123ab" });
    for (let count = 2; count <= 5; count += 1) await answered(count, { command: "make all" });
    expect(await learned()).toEqual([]);
    await answered(6, { command: "make all" });
    await until(async () => (await learned()).length === 1);
    const [proposal] = await learned();
    expect(proposal?.rules).toMatchObject([{ effect: "allow", command: "make all", workspace: work, agent: "claude" }]);
    expect(proposal?.matched).toHaveLength(5);
    const stored =
      readFileSync(join(box.home, "agtmux.db-wal"), "latin1") + readFileSync(join(box.home, "agtmux.db"), "latin1");
    expect([stored.includes("make TOKEN="), stored.includes("ghp_0123")]).toEqual([true, false]);
  });

  it("[RL7, RL13] a rule that could pass more than it names is refused, with the reason", async () => {
    const { box, work } = await scene();
    const refused = async (...words: string[]) =>
      (await box.agtmux(["rules", "add", ...words, "--workspace", work])).stderr;
    expect(await refused("allow", "npm run *")).toContain("exact words only");
    expect(await refused("allow", "ls $x")).toContain("cannot be read");
    expect(await refused("allow", "agtmux list")).toContain("never allowed");
    expect(await refused("allow", "make", "--everywhere")).toContain("must name a target and a workspace");
    expect(await refused("allow", "curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123'")).toContain(
      "secret",
    );
    expect((await box.agtmux(["rules", "list"])).stdout).toContain("no rules");
    expect((await box.agtmux(["rules", "remove", "r-1"])).stderr).toContain("E_RULE_NOT_FOUND");
    const tested = await box.agtmux(["rules", "test", "ls $x", "--workspace", work]);
    expect(tested.stdout).toContain("ask: not plain enough for rules");
  });
});
