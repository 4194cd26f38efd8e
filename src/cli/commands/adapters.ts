import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { withDefaultAction } from "../common/with-default-action.ts";
import { renderAdapters } from "../render/adapters.ts";
import { ADAPTERS } from "../tables/adapters.ts";
import { newAdapter } from "./adapters-new.ts";
import { reportScreens } from "./adapters-report.ts";
import { showAdapters } from "./adapters-show.ts";
import { testAdapter } from "./adapters-test.ts";
import { updateAdapters } from "./adapters-update.ts";

type Action = (args: string[], context: Context) => Promise<void> | void;

const ACTIONS: Record<keyof typeof ADAPTERS.subcommands, Action> = {
  list,
  enable,
  disable,
  show: showAdapters,
  test: testAdapter,
  new: newAdapter,
  update: updateAdapters,
  report: reportScreens,
};

export async function adaptersCommand(words: string[], context: Context): Promise<void> {
  const [action, ...args] = withDefaultAction(words, "list");
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined;
  if (run === undefined)
    throw new Fault("E_USAGE", `adapters wants one of ${Object.keys(ACTIONS).join(", ")}, not "${action}"`);
  await run(args, context);
}

async function list(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(ADAPTERS.subcommands.list, args);
  const adapters = await context.client.adapters();
  context.out(values.json ? JSON.stringify(adapters) : renderAdapters(adapters, context));
}

async function enable(args: string[], context: Context): Promise<void> {
  const { name, json } = nameAndForm("enable", args);
  const item = await context.client.enableAdapter(name);
  context.out(json ? JSON.stringify(item) : `${item.name} is enabled: ${item.label} is recognised from now on`);
}

async function disable(args: string[], context: Context): Promise<void> {
  const { name, json } = nameAndForm("disable", args);
  const item = await context.client.disableAdapter(name);
  const words = `${item.name} is disabled: ${item.label} counts as any other program; nothing of it was stopped`;
  context.out(json ? JSON.stringify(item) : words);
}

function nameAndForm(action: "enable" | "disable", args: string[]): { name: string; json: boolean } {
  const { positionals, values } = readOptions(ADAPTERS.subcommands[action], args);
  const [name, ...rest] = positionals;
  if (name === undefined || name === "") throw new Fault("E_USAGE", `adapters ${action} wants the name of an adapter`);
  if (rest.length > 0)
    throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: adapters ${action} wants one name`);
  return { name, json: values.json === true };
}
