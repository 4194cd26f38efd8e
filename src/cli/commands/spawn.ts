import { resolve } from "node:path";
import type { Spawned, SpawnWords } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { findTarget } from "../common/find-target.ts";
import { readOptions } from "../common/options.ts";
import { plain } from "../render/words.ts";
import { SPAWN } from "../tables/spawn.ts";

/** Starts an agent in a workspace, in its own tmux window, set up to signal. */
export async function spawnCommand(args: string[], context: Context): Promise<void> {
  const cut = args.includes("--") ? args.indexOf("--") : args.length;
  const { values } = readOptions(SPAWN, args.slice(0, cut));
  for (const name of ["workspace", "worktree", "session", "prompt"] as const)
    if (values[name] === "") throw new Fault("E_USAGE", `--${name} must not be empty`);
  const preset = values.preset === undefined ? null : await presetOf(values.preset, context);
  const { agent, target = "host", workspace, worktree, session, prompt } = { ...preset, ...given(values) };
  if (agent === undefined || agent === "")
    throw new Fault("E_USAGE", "spawn wants --agent NAME: an agent, a model such as claude-opus, or any command");
  const spawned = await context.client.spawn({
    agent,
    target,
    workspace: await workspaceFor(target, workspace, context),
    args: [...(preset?.args ?? []), ...args.slice(cut + 1)],
    ...(worktree !== undefined && { worktree }),
    ...(session !== undefined && { session }),
    ...(prompt !== undefined && { prompt }),
  });
  context.out(values.json ? JSON.stringify(spawned) : render(spawned));
}

async function presetOf(name: string, { client }: Context): Promise<SpawnWords> {
  const { items } = await client.presets();
  const found = items.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = items.map((each) => each.name).join(", ");
  const known = names === "" ? "there is none yet" : `there are ${names}`;
  throw new Fault("E_USAGE", `no preset is called "${name}": ${known}; [presets.NAME] in config.toml makes one`);
}

/** Only what was given: what is missing must not hide a preset's. */
function given<Given extends object>(values: Given): Partial<Given> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Given>;
}

/** A path is relative to the current directory on this machine; on another machine it must be absolute. */
async function workspaceFor(target: string, given: string | undefined, context: Context): Promise<string> {
  if (target === "host" || (await isLocal(target, context)))
    return given !== undefined && /^~(\/|$)/.test(given) ? given : resolve(given ?? ".");
  // where a target of that name is missing, that is to be said first; the daemon knows those of other members
  if (given === undefined && !target.includes(".")) await findTarget(target, context);
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
