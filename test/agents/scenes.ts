import { rmSync } from "node:fs";
import { join } from "node:path";
import { untilExists, untilWritten } from "./agent-pane.ts";
import { call, fail, type Play, say, shell } from "./model/play.ts";
import type { Run } from "./run.ts";
import type { Situation } from "./situations.ts";
import type { Stage, Task } from "./stage.ts";

/** One thing that happens with an agent, and what is true at every step of it. */
export interface Scene {
  covers: readonly Situation[];
  play(stage: Stage, run: Run): Promise<void>;
}

const WORDS = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.";
/** An answer that goes on until it is interrupted, also where a slow machine needs several tries for that. */
export const LONG_ANSWER = say(Array.from({ length: 24 }, () => WORDS).join(" "), { overMs: 120_000 });
/** Longer than any agent waits before it tries again, once it does. */
const GIVEN_UP_MS = 6_000;
const QUIET_MS = 2_500;
const MARKER_MESSAGE = "Please try the new page";
const STATUS_MESSAGE = "Which port shall I take?";

export const turn: Scene = {
  covers: ["prompt", "streaming", "done"],
  play: async (stage) => {
    const task = await stage.prompt(say(WORDS, { overMs: 4_000 }));
    stage.truth("streaming", "running", await task.when("answering"));
    stage.truth("done", "completed", await task.when("answered"));
  },
};

export const approved: Scene = {
  covers: ["approval asked", "approved", "tool running"],
  play: async (stage) => {
    const file = join(stage.pane.work, "made-by-tool");
    rmSync(file, { force: true });
    const task = await stage.promptForApproval(call(shell(`touch ${file} && sleep 4`), say("It is made.")));
    stage.truth("approved", "running", await stage.pane.press(stage.agent.keys.approve));
    stage.truth("tool running", "running", await untilExists(file));
    stage.truth("done", "completed", await task.when("answered"));
  },
};

export const denied: Scene = {
  covers: ["denied"],
  play: async (stage) => {
    const { agent, pane } = stage;
    const task = await stage.promptForApproval(needsApproval("denied"));
    const deniedAt = await pane.press(agent.keys.deny);
    stage.truth("denied", agent.goesOnAfterDenial ? "running" : "idle", deniedAt);
    if (agent.goesOnAfterDenial) stage.truth("done", "completed", await task.when("answered"));
  },
};

export const interruptedAtApproval: Scene = {
  covers: ["interrupted at approval"],
  play: async (stage) => {
    await cancelApproval(stage, await stage.promptForApproval(needsApproval("cancelled")));
  },
};

/** Leaves the dialog of an approval, which ends the turn or goes on as denied. */
export async function cancelApproval(stage: Stage, task: Task): Promise<void> {
  const { keys, goesOnAfterCancel } = stage.agent;
  const pressedAt = await stage.pane.press(keys.cancelApproval);
  stage.truth("interrupted at approval", goesOnAfterCancel ? "running" : "idle", pressedAt);
  if (goesOnAfterCancel) stage.truth("done", "completed", await task.when("answered"));
}

export const interrupted: Scene = {
  covers: ["interrupted while streaming"],
  play: async (stage) => {
    const task = await stage.prompt(LONG_ANSWER);
    stage.truth("streaming", "running", await task.when("answering"));
    await stage.settle();
    const from = Date.now();
    stage.truth("interrupted while streaming", "idle", await stage.interrupt(task), from);
  },
};

/** Prompts for a question, and waits for its dialog. */
export async function openQuestion(stage: Stage): Promise<Task> {
  const { agent, pane } = stage;
  const { questionMode } = agent.keys;
  stage.endErrands("input");
  if (questionMode !== undefined) await pane.press(questionMode.enter);
  const ask = { tool: "question", question: "Which colour?", options: ["Red", "Blue"] } as const;
  const task = await stage.prompt(call(ask, say("So be it.", { afterMs: 2_000 })));
  const calledAt = await task.when("called");
  stage.truth("question asked", "waiting_input", await pane.untilScreen(agent.screens.question), calledAt);
  return task;
}

export const question: Scene = {
  covers: ["question asked", "question answered"],
  play: async (stage) => {
    const { agent, pane } = stage;
    const task = await openQuestion(stage);
    await stage.settle();
    stage.truth("question answered", "running", await pane.press(agent.keys.answer));
    stage.truth("done", "completed", await task.when("answered"));
    await stage.settle();
    stage.end();
    const { questionMode } = agent.keys;
    if (questionMode !== undefined) await pane.press(questionMode.leave);
  },
};

export function apiError(situation: Situation, status: number): Scene {
  return {
    covers: [situation],
    play: async (stage) => {
      const task = await stage.prompt(fail(status));
      const firstAt = await task.when("refused");
      stage.truth(situation, "error", await stage.model.quietSince(GIVEN_UP_MS), firstAt);
    },
  };
}

function retrying(situation: Situation, status: number): Scene {
  return {
    covers: [situation],
    play: async (stage) => {
      const task = await stage.prompt(fail(status, 2));
      stage.truth(situation, "running", await task.when("refused"));
      stage.truth("done", "completed", await task.when("answered"));
    },
  };
}

const subAgent: Scene = {
  covers: ["sub-agent running", "sub-agent done"],
  play: async (stage) => {
    const helper = stage.task(say(WORDS, { overMs: 5_000 }));
    const use = { tool: "sub_agent", prompt: `${helper.name} please` } as const;
    const wait = (started: string) => ({ tool: "wait_for_sub_agent", started }) as const;
    const last = say("The helper has its task.");
    const { subAgentsRunAside, asksForSubAgents, keys } = stage.agent;
    const play = call(use, subAgentsRunAside ? call(wait, last) : last);
    if (asksForSubAgents) {
      await stage.promptForApproval(play);
      await stage.pane.press(keys.approve);
    } else await stage.prompt(play);
    stage.truth("sub-agent running", "running", await helper.when("asked"));
    const helpedAt = await helper.when("answered");
    stage.truth("sub-agent done", "completed", await stage.model.quietSince(QUIET_MS), helpedAt);
  },
};

const compaction: Scene = {
  covers: ["compaction", "compacted"],
  play: async (stage) => {
    const { agent, pane, model } = stage;
    model.instead = say("A summary of what was said.", { afterMs: 3_000 });
    const sentAt = await pane.submit(agent.keys.compact);
    stage.truth("compaction", "running", await model.when(null, "asked", sentAt), sentAt);
    const summedUpAt = await model.when(null, "answered", sentAt);
    model.instead = null;
    stage.truth("compacted", "completed", await model.quietSince(QUIET_MS), summedUpAt);
    // a conversation made shorter has ended as it had before, and was called for then
    stage.notDue("done");
  },
};

const cleared: Scene = {
  covers: ["context cleared"],
  play: async (stage) => {
    const task = await stage.prompt(say("Nothing to remember."));
    stage.truth("done", "completed", await task.when("answered"));
    await stage.settle();
    stage.truth("context cleared", "idle", await stage.pane.submit(stage.agent.keys.clear));
  },
};

const marker: Scene = {
  covers: ["marker once"],
  play: async (stage) => {
    const answer = `The page is there.\n\n--<[schmux:needs_testing:${MARKER_MESSAGE}]>--`;
    const task = await stage.prompt(say(answer));
    const saidAt = await task.when("answered");
    stage.declared("testing", saidAt);
    stage.expectOnce({ situation: "marker once", kind: "testing", message: MARKER_MESSAGE, from: saidAt });
  },
};

const statusFile: Scene = {
  covers: ["status file once"],
  play: async (stage) => {
    const { agent, pane } = stage;
    const command = `echo "needs_input ${STATUS_MESSAGE}" > "$SCHMUX_STATUS_FILE"`;
    const task = await stage.promptForApproval(call(shell(command), say("I have asked.", { afterMs: 1_000 })));
    stage.end();
    await pane.press(agent.keys.approve);
    const from = await untilWritten(pane.statusFile);
    stage.due("input");
    stage.expectOnce({ situation: "status file once", kind: "input", message: STATUS_MESSAGE, from });
    await task.when("answered");
  },
};

/** In the order in which one conversation goes through them. */
export const CONVERSATION: readonly Scene[] = [
  turn,
  approved,
  denied,
  interruptedAtApproval,
  question,
  interrupted,
  marker,
  statusFile,
  apiError("API error 400", 400),
  apiError("API error 401", 401),
  retrying("retrying 429", 429),
  retrying("retrying 5xx", 503),
  subAgent,
  compaction,
  cleared,
];

export function needsApproval(name: string): Play {
  return call(shell(`touch never-made-${name}`), say("As you wish."));
}
