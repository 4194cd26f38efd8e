import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { UninstallReport } from "../../core/protocol/daemon/uninstall.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { stopDaemon } from "../daemon/daemon-life.ts";
import { openMachine } from "../machine/open-machine.ts";
import { plain } from "../render/words.ts";
import { serviceOf } from "../service/find-service.ts";
import { programPath } from "../service/plan-service.ts";
import { removeService } from "../service/remove-service.ts";
import { UNINSTALL } from "../tables/uninstall.ts";
import { cleanTmux } from "../uninstall/clean-tmux.ts";
import { findMentions } from "../uninstall/find-mentions.ts";
import { type KnownTarget, knownTargets } from "../uninstall/known-targets.ts";
import { packageRemoval } from "../uninstall/package-removal.ts";
import { integratedProjects, removeHooks } from "../uninstall/remove-hooks.ts";
import { removeSearchIndex } from "../uninstall/remove-search-index.ts";
import { Removal } from "../uninstall/report.ts";

/** Takes agtmux out of agents, tmux and services, stops it and, by choice, deletes its data. */
export async function uninstallCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(UNINSTALL, args);
  if (values.data && values["keep-data"]) throw new Fault("E_USAGE", "uninstall wants --data or --keep-data, not both");
  const deletesData = values.data || (!values["keep-data"] && (await wantsDataGone(context.home)));
  const removal = new Removal();
  const targets = await knownTargets(context);
  await fromAgents(targets, context, removal);
  await fromFleet(context, removal);
  await fromThisMachine(targets, context, removal);
  removal.removed.push(...removeSearchIndex(context.home));
  if (deletesData) await deleteData(context.home, removal);
  else if (existsSync(context.home))
    removal.left.push({ what: `data in ${context.home}`, how: "agtmux uninstall --data" });
  removal.left.push(...findMentions(homedir()), ...theProgram());
  const report: UninstallReport = { schema_version: 1, ...removal.told() };
  context.out(values.json ? JSON.stringify(report) : render(report));
}

async function wantsDataGone(home: string): Promise<boolean> {
  if (!existsSync(home) || !isatty(0) || !isatty(2)) return false;
  try {
    await confirm(
      `Delete agtmux's data too (${home}: events, settings, devices, backups of agents' settings)?`,
      "kept",
    );
    return true;
  } catch (error) {
    if (asFault(error).code === "E_NOT_CONFIRMED") return false;
    throw error;
  }
}

/** Otherwise its panes would stay in the lists of all other members. */
async function fromFleet({ client }: Context, removal: Removal): Promise<void> {
  const name = await client.fleet().then(
    (fleet) => fleet.name,
    () => null,
  );
  if (name === null) return;
  await removal.attempt(`${name} in the fleet`, `agtmux fleet forget ${name}, on another member`, async () => {
    await client.leaveFleet();
    removal.removed.push(`${name} from the fleet`);
  });
}

async function fromAgents(targets: readonly KnownTarget[], context: Context, removal: Removal): Promise<void> {
  const here = await openMachine(context, null);
  await removeHooks(here, await integratedProjects(context.home, here), removal);
  for (const target of targets) {
    const { name, ssh_target } = target;
    if (ssh_target === null) continue;
    const how = `agtmux integrate --remove --target ${name}`;
    const folder = { what: `~/.agtmux on ${name}`, how: `ssh ${ssh_target} rm -rf .agtmux` };
    let isThere = true;
    await removal.attempt(`hooks on ${name}`, how, async () => {
      const machine = await openMachine(context, target);
      try {
        await removeHooks(machine, [], removal, name);
        isThere = await machine.isThere(machine.home);
      } finally {
        await machine.close();
      }
    });
    if (isThere) removal.left.push(folder);
  }
}

async function fromThisMachine(targets: readonly KnownTarget[], context: Context, removal: Removal): Promise<void> {
  const service = serviceOf(context.home);
  await removal.attempt("service", "agtmux service remove", async () => {
    if (await removeService(service, context.home)) removal.removed.push(`service ${service.file}`);
  });
  await removal.attempt("daemon", "agtmux daemon stop", async () => {
    if (await stopDaemon(context)) removal.removed.push("the running daemon");
  });
  const sockets = targets.filter(({ ssh_target }) => ssh_target === null).map(({ tmux_socket }) => tmux_socket);
  for (const socket of new Set([context.tmuxSocket ?? null, ...sockets]))
    removal.removed.push(...(await cleanTmux(socket)).map((what) => `${what}${serverWords(socket)}`));
}

/** Which tmux server, unless it is the usual one. */
function serverWords(socket: string | null): string {
  return socket === null || socket === "default" ? "" : ` (tmux -L ${socket})`;
}

async function deleteData(home: string, removal: Removal): Promise<void> {
  if (!existsSync(home)) return;
  const isOurs = existsSync(join(home, "bin", "agtmux")) || existsSync(join(home, "agtmux.db"));
  const how = `look at it, and remove it by hand`;
  await removal.attempt(`data in ${home}`, how, async () => {
    if (!isOurs || home === homedir()) throw new Fault("E_HOME_UNUSABLE", "it does not look like agtmux's");
    rmSync(home, { recursive: true, force: true });
    removal.removed.push(`data in ${home}`);
  });
}

function theProgram(): UninstallReport["left"] {
  const root = dirname(dirname(programPath()));
  const how = packageRemoval(root);
  return how === null ? [] : [{ what: `the program in ${root}`, how }];
}

function render({ removed, left }: UninstallReport): string {
  const gone =
    removed.length === 0 ? ["nothing of agtmux was set up here"] : removed.map((what) => `✓  ${plain(what)}`);
  const rest = left.flatMap(({ what, how }) => [`–  ${plain(what)}`, `   ${plain(how)}`]);
  return [...gone, ...(rest.length === 0 ? [] : ["", "Left:", ...rest])].join("\n");
}
