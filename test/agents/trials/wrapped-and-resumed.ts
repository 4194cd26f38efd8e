import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../support/sandbox.ts";
import type { Run } from "../run.ts";
import { apiError, approved, denied, interrupted, question, type Scene, turn } from "../scenes.ts";
import type { Situation } from "../situations.ts";
import { LOOKED_FOR_MS, type Stage } from "../stage.ts";
import { playAs } from "./world.ts";

/** Ways to start an agent inside another program, and a command that succeeds where that program can. */
const WRAPPERS: readonly { situation: Situation; needs: string; wrap(start: string): string }[] = [
  { situation: "in bash -c", needs: "command -v bash", wrap: (start) => `bash -c 'sh ${start}; echo ended'` },
  { situation: "in script", needs: "command -v script", wrap: (start) => `script -qec 'sh ${start}' /dev/null` },
  {
    situation: "in npx",
    needs: "command -v npx",
    wrap: (start) => `npm_config_offline=true npx --no-install -c 'sh ${start}'`,
  },
  {
    situation: "in an editor's terminal",
    // the smaller builds of vim have no terminal
    needs: "vim --version | grep -q '+terminal'",
    // elsewhere the locale may be one in which vim shows other characters than the agent prints
    wrap: (start) => `LC_ALL=C.UTF-8 vim -u NONE -c 'terminal ++curwin sh ${start}'`,
  },
];

/** An agent that another program has started is the same agent. */
export async function wrapped(run: Run, isWanted: (covers: readonly Situation[]) => boolean): Promise<void> {
  for (const { situation, needs, wrap } of WRAPPERS) {
    if (!isWanted([situation]) || run.agent.absent[situation] !== undefined) continue;
    const stage = await run.stage(situation.replaceAll(/\W/g, "-"));
    await run.part([situation], [stage], async () => {
      if (spawnSync("sh", ["-c", needs], { stdio: "ignore" }).status !== 0)
        throw new Error(`cannot be played on this machine: \`${needs}\` fails here`);
      await stage.launch({ wrap });
      for (const scene of [turn, approved]) await playAs(situation, scene, stage, run);
    });
    stage.kill();
  }
}

const BARE: readonly { situation: Situation; scene: Scene }[] = [
  { situation: "no hooks: turn", scene: turn },
  { situation: "no hooks: approval", scene: approved },
  { situation: "no hooks: denied", scene: denied },
  { situation: "no hooks: question", scene: question },
  { situation: "no hooks: interrupted", scene: interrupted },
  { situation: "no hooks: error", scene: apiError("API error 400", 400) },
];

/** Without hooks its files, its title and its screen have to do. */
export async function bare(run: Run, isWanted: (covers: readonly Situation[]) => boolean): Promise<void> {
  const wanted = BARE.filter(({ situation }) => isWanted([situation]) && run.agent.absent[situation] === undefined);
  if (wanted.length === 0) return;
  const stage = await run.stage("bare", { isHooked: false });
  const { thinkingMs } = run.model;
  run.model.thinkingMs = LOOKED_FOR_MS;
  for (const { situation, scene } of wanted)
    await run.scene({ covers: [situation], play: () => playAs(situation, scene, stage, run) }, stage);
  run.model.thinkingMs = thinkingMs;
  stage.kill();
}

/** Starts the agent with the last conversation, and answers the dialog that some open because another pane has it. */
async function resume(stage: Stage, situation: Situation): Promise<void> {
  const { pane, agent } = stage;
  const { openElsewhere, screens } = agent;
  const startedAt = await stage.launch({ resume: true, ready: openElsewhere?.sign ?? screens.ready });
  if (openElsewhere === undefined) return;
  stage.as(situation);
  stage.truth(situation, "waiting_approval", startedAt, 0);
  await stage.settle();
  stage.unclaimed(await pane.press(openElsewhere.goOn));
  await pane.untilScreen(screens.ready);
}

/** Another pane goes on with the conversation of one pane: each has its own state. */
export async function sameConversation(one: Stage, other: Stage, run: Run): Promise<void> {
  const situation = "same conversation twice";
  await playAs(situation, turn, one, run);
  one.as(situation);
  one.truth(situation, "completed", Date.now());
  await resume(other, situation);
  await sleep(2_000);
  await playAs(situation, turn, other, run);
  one.end();
  one.as(null);
}

/** The pane shows a conversation that another process has: its states are those of the conversation. */
export async function inBackground(stage: Stage, run: Run): Promise<void> {
  const situation = "moved into the background";
  const { pane, agent } = stage;
  if (agent.background === undefined) throw new Error(`${agent.label} has no such view`);
  const { open, sign, back } = agent.background;
  await stage.launch();
  await playAs(situation, turn, stage, run);
  await pane.press(open);
  await pane.untilScreen(sign);
  await pane.press(back);
  await until(
    () => !sign.test(pane.screen()) && agent.screens.ready.test(pane.screen()),
    () => `the conversation is not shown again:\n${pane.screen()}`,
  );
  await sleep(2_000);
  for (const scene of [turn, approved]) await playAs(situation, scene, stage, run);
}
