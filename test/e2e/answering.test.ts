import { describe, expect, it } from "vitest";
import { approvalIn, askingAgents } from "../support/asking-agents.ts";
import { until, untilPane } from "../support/sandbox.ts";
import { expectRefusal } from "../support/stage.ts";

describe("answer by a name that several agents have", () => {
  it("[RF7, CL16] answer claude means the one that asks; of two that ask, both are named", async () => {
    const { box, one, two } = await askingAgents("one", "two");
    expectRefusal(await box.agtmux(["answer", "claude", "yes"]), "E_REF_AMBIGUOUS");
    await approvalIn(box, two, "make two");
    expect((await box.agtmux(["answer", "claude"])).stdout).toContain("make two");
    expect((await box.agtmux(["answer", "claude", "yes"])).stdout).toMatch(/in two:.*"Yes"/);
    expect([one.read(), two.read()]).toEqual([[], [{ picked: "Yes" }]]);
    await approvalIn(box, one, "make one");
    await approvalIn(box, two, "make two");
    const refused = await box.agtmux(["answer", "claude", "yes"]);
    expectRefusal(refused, "E_REF_AMBIGUOUS");
    for (const { pane } of [one, two]) expect(refused.stderr).toContain(pane);
    expect(one.read()).toEqual([]);
  });
});

describe("answer in a dialog", () => {
  it("[SQ18] a choice whose key only moves the cursor is picked by Enter", async () => {
    const { box, work } = await askingAgents("work");
    work.ask({ command: "make all", moves: true });
    await untilPane(box, work.pane, ({ attention }) => attention?.kind === "approval");
    expect((await box.agtmux(["answer", "claude", "no"])).stdout).toMatch(/"No": typed .*submitted/);
    expect(work.read()).toEqual([{ picked: "No" }]);
  });
});

describe("answer --close", () => {
  it("[GD33] closes a question that a shell declared, and types nothing", async () => {
    const { box } = await askingAgents();
    const pane = await box.registered("tool");
    const screen = () => box.screen(pane).trimEnd();
    for (const ask of [
      'echo "--<[schmux:needs_input:Which one?]>--"',
      'echo "needs_input Which two?" > "$SCHMUX_STATUS_FILE"',
    ]) {
      box.type(pane, ask);
      await untilPane(box, pane, ({ state }) => state === "waiting_input");
      // the prompt comes after what it has asked
      await until(() => /^[$#]$/.test(screen().split("\n").at(-1) ?? ""));
      const refused = await box.agtmux(["answer", pane, "that one"]);
      expectRefusal(refused, "E_AT_SHELL");
      expect(refused.stderr).toContain(`agtmux answer host/${pane} --close`);
      const before = screen();
      expect((await box.agtmux(["answer", pane, "--close"])).stdout).toContain("the question is closed");
      await untilPane(box, pane, ({ attention }) => attention === null);
      expect([screen(), (await box.client.questions()).items]).toEqual([before, []]);
    }
  });

  it("[GD33] a question of an agent itself stays open", async () => {
    const { box, work } = await askingAgents("work");
    await approvalIn(box, work, "make all");
    expectRefusal(await box.agtmux(["answer", "claude", "--close"]), "E_INVALID_INPUT");
    expect((await box.client.questions()).items).toHaveLength(1);
  });
});
