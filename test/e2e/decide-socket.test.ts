import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AuditList, InterruptReport } from "../../src/core/protocol/actions/actions.ts";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import type { RuleReport } from "../../src/core/protocol/rules/rules.ts";
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

  it("[RL1, RL10] is answered there by a rule, which looks for what is asked", async () => {
    const { box, pane, hook } = await working("make all");
    await box.json("rules", "add", "allow", "make all", "--agent", "codex", "--workspace", box.dir, "--json");
    const denied = await box.json<RuleReport>("rules", "add", "deny", "git push **", "--json");
    hook("PermissionRequest");
    await untilPane(box, pane, ({ attention }) => attention?.kind === "approval");
    // its own server opens the request after it has told us
    const told = await appServer(box.dir, "make all");
    await until(
      () => told.length === 1,
      () => box.log(),
    );
    expect(told).toEqual([{ decision: "accept" }]);
    await untilPane(box, pane, ({ attention }) => attention?.kind !== "approval");
    const { items } = await box.json<AuditList>("audit", "--json");
    expect(items.filter(({ actor }) => actor.via === "rule")).toMatchObject([{ outcome: "done", agent: "codex" }]);
    expect(denied.rule.used).toBe(0);
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
