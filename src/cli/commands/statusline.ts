import { resolve } from "node:path";
import { plainStatus, tmuxStatus } from "../../core/lists/status-line.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import type { PaneList } from "../../core/protocol/lists.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { xbarDown, xbarMenu } from "../render/xbar.ts";

const FORMATS = ["plain", "tmux", "xbar"];

export async function statuslineCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions("statusline", args, { options: { format: { type: "string", default: "plain" } } });
  if (!FORMATS.includes(values.format))
    throw new Fault("E_USAGE", `--format wants one of ${FORMATS.join(", ")}, not "${values.format}"`);
  if (values.format === "xbar") return context.out(await xbar(context));
  const { summary } = await context.client.panes();
  context.out(values.format === "tmux" ? tmuxStatus(summary) : plainStatus(summary));
}

/** A menu bar shows whatever it is told: there, a daemon that is down is a thing to do and not a failure. */
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
  return xbarMenu(list, command, dashboard);
}
