import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import { approvalPayload, appServer } from "../support/app-server.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";

async function asking(command: string) {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const pane = box.session("codex", "exec bash --norc --noprofile");
  box.type(pane, fakeAgents(box.dir).codex);
  await untilPane(box, pane, ({ agent }) => agent === "codex");
  await until(() => box.screen(pane).includes("ready"));
  const hook = join(box.home, "bin", "agtmux");
  box.type(pane, `${hook} hook codex PermissionRequest <${approvalPayload(box.dir, command)}`);
  await untilPane(box, pane, ({ attention }) => attention?.kind === "approval");
  return { box, pane };
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
});
