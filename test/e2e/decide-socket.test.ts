import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { InterruptReport } from "../../src/core/protocol/actions/actions.ts";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import { approvalPayload, appServer } from "../support/app-server.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

async function working(command: string) {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const pane = box.session("codex", "exec bash --norc --noprofile");
  box.type(pane, fakeAgents(box.dir).codex);
  await untilPane(box, pane, ({ agent }) => agent === "codex");
  await until(() => box.screen(pane).includes("ready"));
  const hook = (event: string) =>
    box.type(pane, `${join(box.home, "bin", "agtmux")} hook codex ${event} <${approvalPayload(box.dir, command)}`);
  return { box, pane, hook };
}

async function asking(command: string) {
  const stage = await working(command);
  stage.hook("PermissionRequest");
  await untilPane(stage.box, stage.pane, ({ attention }) => attention?.kind === "approval");
  return stage;
}

describe("an agent that listens at a socket of its own", () => {
  it("[DC6] is answered there, in the moment of the answer", async () => {
    const { box, pane } = await asking("make all");
    const told = await appServer(box.dir, "make all");
    const report = await box.json<AnswerReport>("answer", pane, "yes", "--json");
    expect(report).toMatchObject({ channel: "native", answered: ["yes"] });
    expect(told).toEqual([{ decision: "accept" }]);
  });

  it("[DC5, DC6] is not answered there if it asks something else by now", async () => {
    const { box, pane } = await asking("make all");
    const told = await appServer(box.dir, "rm -rf build");
    expect((await box.agtmux(["answer", pane, "yes"])).code).not.toBe(0);
    expect(told).toEqual([]);
  });

  it("[DC7] is told there to end its turn", async () => {
    const { box, pane, hook } = await working("make all");
    const told = await appServer(box.dir, "make all");
    hook("UserPromptSubmit");
    await untilPane(box, pane, ({ state }) => state === "running");
    const report = box.json<InterruptReport>("interrupt", pane, "--json");
    await until(() => told.length === 1);
    hook("Interrupt");
    expect(await report).toMatchObject({ keys: [], ended: true, state: "idle" });
    expect(told).toEqual([{ threadId: "thread-1", turnId: "t1" }]);
  });
});
