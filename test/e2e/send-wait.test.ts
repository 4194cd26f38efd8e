import { describe, expect, it } from "vitest";
import { askingAgents } from "../support/asking-agents.ts";
import { until } from "../support/sandbox.ts";
import { expectRefusal } from "../support/stage.ts";

describe("send --wait", () => {
  it("[GD31] without a value it returns when the agent asks, and says what", async () => {
    const { box, work } = await askingAgents("work");
    work.ask({ command: "make all", onPrompt: true });
    const { code, stdout } = await box.agtmux(["send", "claude", "--wait", "--text", "go on"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/it is waiting_approval: .*make all/)]);
  });

  it.each([
    ["waiting,idle", 0, /it is idle/],
    ["completed,error", 100, /is idle, and was waited for to be completed or error/],
  ])("[GD31] with %s it ends with %d when the agent is interrupted", async (wait, code, words) => {
    const { box, work } = await askingAgents("work");
    work.ask({ working: true, onPrompt: true });
    const sent = box.agtmux(["send", "claude", "--wait", wait, "--text", "go on"]);
    await until(() => box.screen(work.pane).includes("esc to interrupt"));
    box.tmux("send-keys", "-t", work.pane, "Escape");
    const ran = await sent;
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
