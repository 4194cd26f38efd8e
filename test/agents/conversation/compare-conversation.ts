import { type Turn, turnsOf } from "../../../src/core/conversation/turns-of.ts";
import type { ConversationReport } from "../../../src/core/protocol/conversation/conversation.ts";
import { until } from "../../support/sandbox.ts";
import { call, say, shell } from "../model/play.ts";
import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";

const PATIENCE_MS = 20_000;
const QUIET_MS = 3_000;

/** Talks with one real agent, and compares what `agtmux log` tells with what the model said and was told; returns how much is wrong. */
export async function compareConversation(run: Run, report: (line: string) => void): Promise<number> {
  const { agent } = run;
  const stage = await run.stage("one");
  await stage.launch();
  let wrong = 0;
  const check = async (name: string, isRight: (turns: Turn[]) => boolean) => {
    let told: Turn[] = [];
    const right = await until(
      async () => {
        told = await turnsTold(run, stage);
        return isRight(told);
      },
      undefined,
      PATIENCE_MS,
    ).then(
      () => true,
      () => false,
    );
    if (!right) wrong += 1;
    report(`${agent.name} ${agent.version} · ${name} · ${right ? "right" : `wrong: ${JSON.stringify(told, null, 1)}`}`);
  };

  const hello = stage.task(say("Hello.\n\n- one **bold** thing"));
  await stage.pane.submit(`${hello.name} please`);
  await hello.when("answered");
  await check(
    "words",
    ([turn, ...others]) => others.length === 0 && isSaid(turn, hello.name, "Hello.\n\n- one **bold** thing"),
  );

  const made = stage.task(call(shell("touch made-by-talk && echo made-by-talk"), say("It is made.")));
  await stage.pane.submit(`${made.name} please`);
  await made.when("called");
  await stage.pane.untilScreen(agent.screens.approval);
  await check("a call that waits", (turns) => turns.length === 2 || agent.name === "gemini");
  await stage.pane.press(agent.keys.approve);
  await made.when("answered");
  await check("a tool and its result", (turns) => {
    const tool = turns[1]?.items.find((item) => item.kind === "tool");
    if (tool?.kind !== "tool") return false;
    const isCalled = tool.argument.includes("touch made-by-talk") && /made-by-talk/.test(tool.result?.text ?? "");
    return isCalled && tool.result?.is_error === false && isSaid(turns[1], made.name, "It is made.");
  });

  if (agent.absent["sub-agent running"] !== undefined) return wrong;

  const helper = stage.task(say("The helper was here."));
  const started = { tool: "sub_agent", prompt: `${helper.name} please` } as const;
  const parent = stage.task(call(started, say("It has helped.")));
  await stage.pane.submit(`${parent.name} please`);
  await helper.when("answered");
  await run.model.quietSince(QUIET_MS);
  await check("a sub-agent", (turns) => {
    const tools = turns.flatMap(({ items }) => items).filter((item) => item.kind === "tool");
    return tools.some(({ sub_agent }) =>
      sub_agent?.items.some((item) => item.kind === "words" && item.text.includes("The helper was here.")),
    );
  });
  return wrong;
}

function isSaid(turn: Turn | undefined, prompt: string, words: string): boolean {
  const isPrompted = turn?.prompt?.text.trim() === `${prompt} please`;
  return isPrompted && turn.items.some((item) => item.kind === "words" && item.text.trim() === words);
}

async function turnsTold(run: Run, stage: Stage): Promise<Turn[]> {
  const { stdout, stderr } = await run.agtmux(["log", stage.pane.id, "--turns", "20", "--json"]);
  if (stdout === "") return [{ id: stderr, prompt: null, items: [] }];
  return turnsOf((JSON.parse(stdout) as ConversationReport).pieces);
}
