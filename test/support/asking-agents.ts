import { join } from "node:path";
import { type DialogAgent, dialogAgent } from "./dialog-agent.ts";
import { type Sandbox, sandbox, untilPane } from "./sandbox.ts";

export type AskingAgent = DialogAgent & { pane: string };

/** A daemon, and agents in sessions of these names, each with its dialogs. */
export async function askingAgents<Name extends string>(...names: Name[]) {
  const box = sandbox();
  box.session("first");
  await box.startDaemon();
  const found = {} as Record<Name, AskingAgent>;
  for (const name of names) {
    const agent = dialogAgent(box.dir, join(box.home, "bin", "agtmux"), name);
    const pane = box.session(name, "exec bash --norc --noprofile");
    box.type(pane, agent.command);
    await untilPane(box, pane, (item) => item.agent === "claude");
    found[name] = { ...agent, pane };
  }
  return { box, ...found };
}

export async function approvalIn(box: Sandbox, agent: AskingAgent, command: string): Promise<void> {
  agent.ask({ command });
  await untilPane(box, agent.pane, ({ attention }) => attention?.kind === "approval");
}
