import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { InterruptReport } from "../../src/core/protocol/actions/actions.ts";
import type { AnswerReport } from "../../src/core/protocol/actions/questions.ts";
import type { RuleReport } from "../../src/core/protocol/rules/rules.ts";
import { askedAnew, offersHeard } from "../support/asking-agents.ts";
import { permission, pluggedOpenCode } from "../support/plugged-opencode.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { expectRefusal } from "../support/stage.ts";

async function scene() {
  const box = sandbox({ AGTMUX_LOG_LEVEL: "debug" });
  box.session("first");
  await box.startDaemon();
  const agent = pluggedOpenCode(box.dir, box.home);
  const pane = box.session("agent", `cd ${box.dir} && exec bash --norc --noprofile`);
  box.type(pane, agent.command);
  await untilPane(box, pane, (item) => item.agent === "opencode");
  const asking = () => untilPane(box, pane, ({ attention }) => attention?.kind === "approval");
  const requests = () =>
    readdirSync(join(box.home, "decide"), { recursive: true }).filter((name) => String(name).endsWith(".req"));
  const asked = async (...events: object[]) => {
    const before = offersHeard(box);
    await askedAnew(box, pane, "make all", () => agent.tell(...events));
    await until(() => offersHeard(box) > before);
  };
  const answer = (...words: string[]) => box.agtmux(["answer", pane, ...words, "--wait", "accepted", "--json"]);
  const answered = async (...words: string[]) => JSON.parse((await answer(...words)).stdout) as AnswerReport;
  return { box, agent, pane, asking, asked, answer, answered, requests };
}

describe("a plugin that answers in its agent's process", () => {
  it("[DC1] is given the answer, no key is pressed, and the agent's own event confirms it", async () => {
    const { agent, asked, answered, requests } = await scene();
    await asked(permission("per_1", "make all"));
    const report = await answered("yes");
    expect(report).toMatchObject({ channel: "native", by: "dialog", answered: ["yes"] });
    expect(report.phases.at(-1)).toMatchObject({ phase: "accepted", evidence: "plugin opencode.permission.replied" });
    await asked(permission("per_2", "make all"));
    expect(await answered("--text", "use ninja instead")).toMatchObject({ channel: "native" });
    expect(agent.read()).toMatchObject([
      { id: "per_1", body: { reply: "once" }, ok: true },
      { id: "per_2", body: { reply: "reject", message: "use ninja instead" }, ok: true },
    ]);
    await until(() => requests().length === 0);
  });

  it("[DC2] a request from before a restart is answered by the next daemon", async () => {
    const { box, agent, asked, asking, answered } = await scene();
    await asked(permission("per_1", "make all"));
    await box.agtmux(["daemon", "stop"]);
    await box.startDaemon();
    await asking();
    await until(() => readdirSync(join(box.home, "spool", "new")).length === 0);
    expect(await answered("yes")).toMatchObject({ channel: "native" });
    expect(agent.read()).toMatchObject([{ id: "per_1", ok: true }]);
  });

  it("[DC2] what an agent has left that was killed is removed", async () => {
    const { box, pane, asked, requests } = await scene();
    await asked(permission("per_1", "make all"));
    const folders = () => readdirSync(join(box.home, "decide")).filter((name) => /^\d+$/.test(name));
    expect([requests().length, folders().length]).toEqual([1, 1]);
    process.kill(Number(folders()[0]), "SIGKILL");
    await untilPane(box, pane, ({ agent }) => agent === null);
    await until(() => folders().length === 0 && requests().length === 0);
  });

  it("[DC5] an answer that comes after the person's own is refused by the agent, and said so", async () => {
    const { agent, asked, answer } = await scene();
    await asked(permission("per_1", "make all"));
    // answered at the terminal, and our plugin was not told yet
    agent.tell({ type: "x.forgotten", properties: { requestID: "per_1" } });
    await until(() => agent.hasHeard());
    expectRefusal(await answer("yes"), "E_STALE_SNAPSHOT");
    expect(agent.read()).toMatchObject([{ id: "per_1", ok: false }]);
  });

  it("[RL1, RL10] is told what rules decide about a command, and other requests stay open", async () => {
    const { box, agent, asked, answered } = await scene();
    const here = ["--workspace", box.dir, "--json"];
    await box.json("rules", "add", "allow", "make all", ...here);
    const denied = await box.json<RuleReport>("rules", "add", "deny", "git push **", ...here);
    agent.tell(permission("per_1", "make all"));
    await until(
      () => agent.read().length === 1,
      () => box.log(),
    );
    agent.tell(permission("per_2", "git push -f"));
    await until(
      () => agent.read().length === 2,
      () => box.log(),
    );
    await asked(permission("per_3", "make all; id"));
    expect(await answered("yes")).toMatchObject({ channel: "native" });
    expect(agent.read()).toMatchObject([
      { id: "per_1", body: { reply: "once" }, ok: true },
      { id: "per_2", body: { reply: "reject", message: expect.stringContaining(denied.rule.rule_id) }, ok: true },
      { id: "per_3", body: { reply: "once" }, ok: true },
    ]);
  });

  it("[DC7] is told to end its turn without a key", async () => {
    const { box, pane, agent } = await scene();
    const status = { type: "session.status", properties: { sessionID: "ses_1", status: { type: "busy" } } };
    agent.tell(status);
    await untilPane(box, pane, ({ state }) => state === "running");
    const report = await box.json<InterruptReport>("interrupt", pane, "--json");
    expect(report).toMatchObject({ keys: [], ended: true, state: "idle" });
    expect(agent.read()).toMatchObject([{ kind: "session", id: "ses_1" }]);
  });
});
