import { isFar } from "../../core/fleet/is-far.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneList } from "../../core/protocol/lists/lists.ts";
import type { Context } from "../common/context.ts";
import { NO_DAEMON, renderOverview } from "../render/overview.ts";
import { noteTargetErrors } from "../render/target-errors.ts";

/** Plain `agtmux`. A daemon that is not running is reported as normal output, not as a failure. */
export async function overviewCommand(_words: string[], context: Context): Promise<void> {
  const list = await askDaemon(context);
  if (list === null) return context.out(NO_DAEMON);
  const problems = list.items.length > 0 ? [] : (await context.client.health()).problems;
  const isAsked = list.items.some(({ shelf }) => shelf === "blocked");
  const questions = isAsked ? (await context.client.questions()).items : [];
  const isFarAway = list.items.some(({ shelf, identity }) => shelf !== null && isFar(identity));
  const members = isFarAway ? (await context.client.fleet()).members : [];
  context.out(renderOverview(list, { questions, members, problems }, context));
  noteTargetErrors(list, context);
}

async function askDaemon(context: Context): Promise<PaneList | null> {
  try {
    return await context.client.panes();
  } catch (error) {
    if (error instanceof Fault && error.code === "E_DAEMON_DOWN" && error.details.absent === true) return null;
    throw error;
  }
}
