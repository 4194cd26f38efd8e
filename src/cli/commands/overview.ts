import { Fault } from "../../core/protocol/fault.ts";
import type { PaneList } from "../../core/protocol/lists.ts";
import type { Context } from "../context.ts";
import { NO_DAEMON, renderOverview } from "../render/overview.ts";
import { targetErrorLines } from "../render/target-errors.ts";

/** `agtmux` alone. That no daemon runs is an answer here, and not a failure. */
export async function overviewCommand(_words: string[], context: Context): Promise<void> {
  const list = await askDaemon(context);
  if (list === null) return context.out(NO_DAEMON);
  const problems = list.items.length > 0 ? [] : (await context.client.health()).problems;
  context.out(renderOverview(list, problems, context));
  for (const line of targetErrorLines(list)) context.note(line);
}

async function askDaemon(context: Context): Promise<PaneList | null> {
  try {
    return await context.client.panes();
  } catch (error) {
    if (error instanceof Fault && error.code === "E_DAEMON_DOWN" && error.details.absent === true) return null;
    throw error;
  }
}
