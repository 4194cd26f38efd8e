import { resolve } from "node:path";
import type { Spawned } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { plain } from "../render/words.ts";
import { SPAWN } from "../tables/spawn.ts";

/** Starts an agent in a workspace, in its own tmux window, set up to signal. */
export async function spawnCommand(args: string[], context: Context): Promise<void> {
  const cut = args.includes("--") ? args.indexOf("--") : args.length;
  const { values } = readOptions(SPAWN, args.slice(0, cut));
  const { agent, target = "host", worktree, session, prompt } = values;
  if (agent === undefined || agent === "")
    throw new Fault("E_USAGE", "spawn wants --agent NAME: an agent, a model such as claude-opus, or any command");
  for (const name of ["workspace", "worktree", "session", "prompt"] as const)
    if (values[name] === "") throw new Fault("E_USAGE", `--${name} must not be empty`);
  const spawned = await context.client.spawn({
    agent,
    target,
    workspace: await workspaceFor(target, values.workspace, context),
    args: args.slice(cut + 1),
    ...(worktree !== undefined && { worktree }),
    ...(session !== undefined && { session }),
    ...(prompt !== undefined && { prompt }),
  });
  context.out(values.json ? JSON.stringify(spawned) : render(spawned));
}

/** A path is relative to the current directory on this machine; on another machine it must be absolute. */
async function workspaceFor(target: string, given: string | undefined, context: Context): Promise<string> {
  if (target === "host" || (await isLocal(target, context)))
    return given !== undefined && /^~(\/|$)/.test(given) ? given : resolve(given ?? ".");
  if (given === undefined)
    throw new Fault("E_USAGE", `${target} is another machine: name a directory there with --workspace`);
  if (!/^(\/|~(\/|$))/.test(given))
    throw new Fault("E_USAGE", `--workspace on ${target} wants an absolute path, or one that begins with '~/'`);
  return given;
}

async function isLocal(target: string, context: Context): Promise<boolean> {
  const { items } = await context.client.targets();
  return items.find(({ name }) => name === target)?.kind === "local";
}

function render({ agent, ref, session_id, workspace, created, warnings }: Spawned): string {
  return [
    `${plain(agent)} runs in ${ref}, as session ${session_id}`,
    `  workspace  ${plain(workspace)}`,
    ...created.map((each, index) => `  ${index === 0 ? "created  " : "         "}  ${plain(each)}`),
    ...warnings.map((each) => `  note       ${plain(each)}`),
    `  look       agtmux attach ${ref}`,
    `  remove     agtmux dispose ${ref}`,
  ].join("\n");
}
