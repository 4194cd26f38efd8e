import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditList } from "../../../src/core/protocol/actions/actions.ts";
import type { QuestionList } from "../../../src/core/protocol/actions/questions.ts";
import { call, type Play, say, type UseAfter } from "../model/play.ts";
import type { Run } from "../run.ts";
import { agtmuxTool } from "./with-server.ts";

const WAIT_S = 50;

/**
 * One real agent starts another, waits for it, reads its words, sends it a fix, reads again and ends it. Returns how
 * much is wrong in what the model was told.
 */
export async function reviewTogether(run: Run, bin: string, report: (line: string) => void): Promise<number> {
  const { agent, model } = run;
  const lead = await run.stage("lead");
  await lead.launch();
  spawnable(agent.name, lead.pane.house.home, bin);
  const review = lead.task(say("REVIEW: one finding, in line 7."));
  const fixed = lead.task(say("FIXED: it is right now."));
  let ref = "";
  const later =
    (tool: string, args: (ref: string) => object): UseAfter =>
    (result) => {
      ref ||= /"ref":"([^"]+)"/.exec(result.replaceAll("\\", ""))?.[1] ?? "";
      return agtmuxTool(tool, args(ref));
    };
  const wait = (then: Play): Play =>
    call(
      later("wait_for", (mate) => ({ refs: [mate], timeout_seconds: WAIT_S })),
      // what it answers says to call it again
      (result) => (/arrived\\*":false/.test(result) ? wait(then) : then),
    );
  const read = (then: Play) =>
    call(
      later("get_agent", (mate) => ({ ref: mate })),
      then,
    );
  const end = call(
    later("dispose", (mate) => ({ ref: mate })),
    say("All is reviewed."),
  );
  const second = call(
    later("send", (mate) => ({ ref: mate, text: `${fixed.name} please` })),
    wait(read(end)),
  );
  const spawn = agtmuxTool("spawn", { agent: agent.name, prompt: `${review.name} please` });
  const task = lead.task(
    call(
      agtmuxTool("list_agents", {}),
      call(() => spawn, wait(read(second))),
    ),
  );
  await lead.pane.submit(`${task.name} please`);
  const approving = approveAsLongAs(run, lead.pane.id, report);
  await task
    .when("answered")
    .catch((error: unknown) => {
      report(`${run.shown(lead.pane.id)} is shown, and its screen is\n${lead.pane.screen()}`);
      throw error;
    })
    .finally(() => approving.stop());

  const told = model.returned.map(({ text }) => text.replaceAll("\\", ""));
  const audit = JSON.parse((await run.agtmux(["audit", "--json"])).stdout) as AuditList;
  const place = `lead/${lead.pane.id}`;
  const done = (action: string) =>
    audit.items.some(
      (each) =>
        each.action === action &&
        each.outcome === "done" &&
        each.actor.agent?.name === agent.name &&
        each.actor.agent.place === place,
    );
  const checks: Record<string, boolean> = {
    "it sees itself": told.some((text) => text.includes(`"place":"${place}"`) && text.includes('"is_you":true')),
    "it starts another": done("spawn"),
    "it waits for it": told.some((text) => text.includes('"arrived":true')),
    "it reads its words": told.some((text) => text.includes("REVIEW: one finding")),
    "it sends it a fix": done("send"),
    "the other sees who it is from": model.heard.some(({ text }) => text.includes(`[from ${agent.name} in ${place}]`)),
    "it reads the second words": told.some((text) => text.includes("FIXED: it is right")),
    "it ends it": done("dispose"),
  };
  for (const [what, isRight] of Object.entries(checks))
    report(`${agent.name} ${agent.version} · ${what} · ${isRight ? "right" : "wrong"}`);
  const wrong = Object.values(checks).filter((isRight) => !isRight).length;
  if (wrong > 0) report(`it was told:\n${told.join("\n")}\n${lead.pane.screen()}`);
  return wrong;
}

/** A program of the agent's name that starts it as the first one was started, with the words after it. */
function spawnable(name: string, home: string, bin: string): void {
  mkdirSync(bin, { recursive: true });
  const start = readFileSync(join(home, "start"), "utf8").trimEnd();
  writeFileSync(join(bin, name), `#!/bin/sh\n${start} "$@"\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Some agents ask their person before a tool that acts: the person of this test allows it, by agtmux. */
function approveAsLongAs(run: Run, paneId: string, report: (line: string) => void) {
  let isOver = false;
  const loop = async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 500))) {
      if (run.shown(paneId) !== "waiting_approval") continue;
      const { items } = JSON.parse((await run.agtmux(["questions", "--json"])).stdout) as QuestionList;
      const question = items.find((each) => each.pane_id === paneId);
      const [allow] = question?.options ?? [];
      if (allow === undefined) continue;
      const { code, stderr } = await run.agtmux(["answer", paneId, allow.value]);
      if (code !== 0) report(`not approved: ${stderr.trim()}`);
    }
  };
  const ended = loop();
  return {
    stop: () => {
      isOver = true;
      return ended;
    },
  };
}
