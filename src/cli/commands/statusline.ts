import { resolve } from "node:path";
import { plainStatus, tmuxStatus } from "../../core/lists/status-line.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { PaneList } from "../../core/protocol/lists/lists.ts";
import type { Context } from "../common/context.ts";
import { dayOf } from "../common/day-of.ts";
import { readOptions } from "../common/options.ts";
import { xbarDown, xbarMenu } from "../render/xbar.ts";
import { STATUSLINE } from "../tables/statusline.ts";

export async function statuslineCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(STATUSLINE, args);
  if (values.format === "xbar") return context.verbatim(await xbar(context));
  const list = await context.client.panes();
  context.verbatim(values.format === "tmux" ? tmuxStatus(list) : plainStatus(list));
}

/** A menu bar has no place for a failure: a daemon that is down becomes a menu entry that starts it. */
async function xbar(context: Context): Promise<string> {
  const command = resolve(__dirname, "../bin/agtmux");
  let list: PaneList;
  try {
    list = await context.client.panes();
  } catch (error) {
    if (asFault(error).code !== "E_DAEMON_DOWN") throw error;
    return xbarDown(command);
  }
  const { dashboard } = await context.client.health();
  const { sum } = await context.client.usage([["since", dayOf(list.generated_at)]]);
  return xbarMenu(list, command, dashboard, sum);
}
