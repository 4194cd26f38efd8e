import { setTimeout as sleep } from "node:timers/promises";
import type { AuditList } from "../../../src/core/protocol/actions/actions.ts";
import type { RuleReport } from "../../../src/core/protocol/rules/rules.ts";
import { until } from "../../support/sandbox.ts";
import { shell } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";
import { MADE } from "./cases.ts";
import { answer, callTool, openDialog, untilShown, wasMade } from "./open-dialog.ts";
import { demand, type Trial } from "./trial.ts";

const JUDGED_MS = 15_000;
/** A rule that would answer has done so by then. */
const LEFT_MS = 4_000;
const TOUCH = `touch ${MADE}`;

/** Adds a rule for the agent's directory while `work` is done. */
async function withRule(run: Run, stage: Stage, words: string[], work: (ruleId: string) => Promise<void>) {
  const { code, stdout, stderr } = await run.agtmux(
    ["rules", "add", ...words, "--workspace", stage.pane.work, "--json"], //
  );
  demand(code === 0, `the rule is not added: ${stderr}`);
  const { rule_id } = (JSON.parse(stdout) as RuleReport).rule;
  try {
    await work(rule_id);
  } finally {
    await run.agtmux(["rules", "remove", rule_id]);
  }
}

async function answeredBy(run: Run, ruleId: string): Promise<void> {
  const isAnswered = async () => {
    const { items } = JSON.parse((await run.agtmux(["audit", "--json"])).stdout) as AuditList;
    return items.some(
      ({ actor, outcome, request }) =>
        actor.via === "rule" && outcome === "done" && JSON.stringify(request.rule_ids) === JSON.stringify([ruleId]),
    );
  };
  await until(isAnswered, () => "no rule has answered", JUDGED_MS);
}

/** It is asked, and stays so until somebody answers. */
async function staysAsked(run: Run, stage: Stage, command: string): Promise<void> {
  await openDialog(run, stage, shell(command));
  await sleep(LEFT_MS);
  demand(run.shown(stage.pane.id) === "waiting_approval" && !wasMade(stage), "it was not left to be asked");
  await answer(run, stage, "no");
  await untilShown(run, stage, "idle", "completed");
}

/** Rules end to end: what the agent did or did not do is looked at, not what was reported alone. */
export const RULE_TRIALS: readonly Trial[] = [
  {
    name: "a rule allows",
    play: async (run, stage) => {
      await withRule(run, stage, ["allow", TOUCH], async (ruleId) => {
        await callTool(stage, shell(TOUCH));
        await until(() => wasMade(stage), undefined, JUDGED_MS);
        await answeredBy(run, ruleId);
        await untilShown(run, stage, "completed");
      });
      return true;
    },
  },
  {
    name: "a rule denies",
    play: async (run, stage) => {
      await withRule(run, stage, ["deny", "mkdir **"], async (ruleId) => {
        await callTool(stage, shell(`mkdir ${MADE}`));
        await answeredBy(run, ruleId);
        await untilShown(run, stage, "idle", "completed");
        demand(!wasMade(stage), "it was done");
      });
      return true;
    },
  },
  {
    name: "a rule for one part, or paused, allows nothing",
    play: async (run, stage) => {
      await withRule(run, stage, ["allow", TOUCH], async () => {
        await staysAsked(run, stage, `${TOUCH} && chmod 600 ${MADE}`);
        await run.agtmux(["rules", "pause"]);
        await staysAsked(run, stage, TOUCH).finally(() => run.agtmux(["rules", "pause", "--off"]));
      });
      return true;
    },
  },
];
