import { describe, expect, it } from "vitest";
import { InterruptReport } from "../../src/core/protocol/actions/actions.ts";
import { type AskingAgent, approvalIn, askingAgents } from "../support/asking-agents.ts";
import type { Order } from "../support/dialog-agent.ts";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";
import { audited, expectRefusal } from "../support/stage.ts";

const ESCAPE = "\u001b";

/** Has the agent work, and waits until it shows and has told that. */
async function works(box: Sandbox, agent: AskingAgent, order: Order = {}): Promise<void> {
  agent.ask({ working: true, ...order });
  await until(() => box.screen(agent.pane).includes("esc to interrupt"));
  await untilPane(box, agent.pane, ({ state }) => state === "running");
}

describe("interrupt", () => {
  it("[GD30] presses the agent's own key once, and says that the turn has ended once the agent shows it", async () => {
    const { box, work } = await askingAgents("work");
    await works(box, work);
    const report = InterruptReport.parse(await box.json("interrupt", "claude", "--json"));
    expect(report).toMatchObject({
      keys: ["Escape"],
      ended: true,
      state: "idle",
      evidence: expect.stringMatching(/./),
    });
    expect(work.read()).toEqual([{ working: ESCAPE }]);
    expect((await audited(box)).items[0]).toMatchObject({ action: "interrupt", outcome: "done" });
    // it rests now
    expectRefusal(await box.agtmux(["interrupt", "claude"]), "E_GUARD_STATE");
    expect(work.read()).toHaveLength(1);
  });

  it("[GD30] presses nothing while the agent asks, also if only its screen does", async () => {
    const { box, work } = await askingAgents("work");
    await approvalIn(box, work, "make all");
    const refused = await box.agtmux(["interrupt", "claude"]);
    expectRefusal(refused, "E_GUARD_STATE");
    expect(refused.stderr).toContain(`agtmux answer host/${work.pane} no`);
    await works(box, work);
    work.ask({ command: "make all", quiet: true });
    await until(() => box.screen(work.pane).includes("Do you want to proceed?"));
    expect((await box.agtmux(["interrupt", "claude"])).code).not.toBe(0);
    expect(work.read()).toEqual([]);
  });

  it("[GD30] says if the turn is not seen to end", async () => {
    const { box, work } = await askingAgents("work");
    await works(box, work, { deaf: true });
    const ran = await box.agtmux(["interrupt", "claude", "--timeout", "1s"]);
    expectRefusal(ran, "E_TIMEOUT");
    expect(ran.stderr).toMatch(/Escape was pressed, but its turn was not seen to end; it is running/);
  });

  it("[GD30] without a known key, it says what to do instead", async () => {
    const { box } = await askingAgents();
    const pane = await box.registered("tool");
    box.type(pane, "agtmux signal working on it");
    await untilPane(box, pane, ({ state }) => state === "running");
    const refused = await box.agtmux(["interrupt", pane]);
    expectRefusal(refused, "E_NO_AGENT");
    expect(refused.stderr).toContain(`agtmux send host/${pane} --keys C-c`);
  });
});
