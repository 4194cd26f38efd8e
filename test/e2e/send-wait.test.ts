import { describe, expect, it } from "vitest";
import { type AskingAgent, approvalIn, askingAgents } from "../support/asking-agents.ts";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";
import { expectRefusal } from "../support/stage.ts";

/** Sends a text with these words; `begun` is when the agent works on it, `ended` how the command ended. */
function sending(box: Sandbox, work: AskingAgent, text: string, ...wait: string[]) {
  const ended = box.agtmux(["send", "claude", ...wait, "--text", text]);
  const begun = async () => {
    await until(() => JSON.stringify(work.read()).includes(text));
    await untilPane(box, work.pane, ({ state }) => state === "running");
  };
  return { ended, begun };
}

describe("send --wait", () => {
  it("[GD31] without a value it returns when the agent asks, and says what", async () => {
    const { box, work } = await askingAgents("work");
    const asked = sending(box, work, "go on", "--wait");
    await asked.begun();
    await approvalIn(box, work, "make all");
    const { code, stdout } = await asked.ended;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/it is waiting_approval: .*make all/)]);
  });

  it.each([
    ["waiting,idle", 0, /it is idle/],
    ["completed,error", 100, /is idle, and was waited for to be completed or error/],
  ])("[GD31] with %s it ends with %d when the agent is interrupted", async (wait, code, words) => {
    const { box, work } = await askingAgents("work");
    const sent = sending(box, work, "go on", "--wait", wait);
    await sent.begun();
    work.ask({ working: true });
    await until(() => box.screen(work.pane).includes("esc to interrupt"));
    box.tmux("send-keys", "-t", work.pane, "Escape");
    const ran = await sent.ended;
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([code, expect.stringMatching(words)]);
  });

  it("[GD31] an unknown state is refused, and so is a timeout without --wait", async () => {
    const { box } = await askingAgents("work");
    expectRefusal(await box.agtmux(["send", "claude", "--text", "x", "--wait=done"]), "E_USAGE");
    expectRefusal(await box.agtmux(["send", "claude", "--text", "x", "--timeout", "1s"]), "E_USAGE");
    const bad = { ref: "claude", text: "x", wait: [] as never[] };
    await expect(box.client.send(bad)).rejects.toThrow();
  });
});
