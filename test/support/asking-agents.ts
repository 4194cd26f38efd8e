import { join } from "node:path";
import { type DialogAgent, dialogAgent, type Order } from "./dialog-agent.ts";
import { type Sandbox, sandbox, until, untilPane } from "./sandbox.ts";

export type AskingAgent = DialogAgent & { pane: string };

/** A daemon, and agents in sessions of these names, each with its dialogs. */
export function askingAgents<Name extends string>(...names: Name[]) {
  return askingAgentsIn(sandbox(), ...names);
}

export async function askingAgentsIn<Name extends string>(box: Sandbox, ...names: Name[]) {
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

/** How often an agent has offered to be answered by its own channel. Wants AGTMUX_LOG_LEVEL=debug. */
export function offersHeard(box: Sandbox): number {
  return box.log().split("an agent waits for an answer by its own channel").length - 1;
}

/**
 * Has a pane ask for this, and waits until the daemon has that question with its words: one before it may still be open, and
 * a screen may show it before its hook has told the words.
 */
export async function askedAnew(box: Sandbox, paneId: string, words: string, ask: () => void): Promise<void> {
  const open = async () => (await box.client.questions()).items.filter(({ pane_id }) => pane_id === paneId);
  const before = (await open()).map(({ question_id }) => question_id);
  ask();
  await until(
    async () =>
      (await open()).some(
        ({ question_id, text, detail = "" }) => !before.includes(question_id) && `${text} ${detail}`.includes(words),
      ),
    async () => `${words} is not asked: ${JSON.stringify(await open())}\n${box.screen(paneId)}`,
  );
}

/** Waits until the question has the choices on the screen, too: until then it changes, and a key may come too soon. */
export async function approvalIn(box: Sandbox, agent: AskingAgent, order: string | Order): Promise<void> {
  const asked = typeof order === "string" ? { command: order } : order;
  agent.ask(asked);
  const words = asked.command ?? asked.edit?.file_path ?? "";
  await until(
    async () => {
      const { items } = await box.client.questions();
      const asksThis = items.filter(
        ({ pane_id, text, detail }) => pane_id === agent.pane && `${text} ${detail}`.includes(words),
      );
      return asksThis.some(({ options = [] }) => options.length > 0);
    },
    async () => `${words} is not asked: ${JSON.stringify(await box.client.questions())}\n${box.screen(agent.pane)}`,
  );
}
