import type { ErrorBody } from "../../core/protocol/base/errors.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { IntegrationItem, IntegrationReport } from "../../core/protocol/daemon/integration.ts";
import type { Context } from "../common/context.ts";
import { findTarget } from "../common/find-target.ts";
import { readOptions, type Values } from "../common/options.ts";
import { type Candidate, findCandidates, projectRoot } from "../integrate/find-agents.ts";
import type { Wish } from "../integrate/integrate-agent.ts";
import { mcpCandidate } from "../integrate/mcp-candidate.ts";
import { renderIntegration, tilde } from "../integrate/render.ts";
import { agentItem, tryAgent } from "../integrate/try-agent.ts";
import type { Machine } from "../machine/machine.ts";
import { openMachine } from "../machine/open-machine.ts";
import { INTEGRATE } from "../tables/integrate.ts";

/** Adds our hooks to the settings of agents, so that they report what happens. */
export async function integrateCommand(args: string[], context: Context): Promise<void> {
  const { positionals: names, values } = readOptions(INTEGRATE, args);
  requireOneScope(values);
  const target = values.target === undefined ? null : await findTarget(values.target, context);
  const isHere = target === null || target.ssh_target === null;
  const directory = wantsProject(values) ? projectDirectory(values["project-dir"], isHere) : null;
  const machine = await openMachine(context, target);
  try {
    const wish: Wish = {
      machine,
      projectRoot: directory === null ? null : await projectRoot(await present(directory, machine), machine),
      remove: values.remove === true,
      usage: values.usage === true,
      dryRun: values["dry-run"] === true,
      now: new Date(),
    };
    const agents = await findCandidates(names, machine);
    if (!wish.remove && !wish.dryRun && !values.mcp) await machine.installCommand();
    const items: IntegrationItem[] = [];
    // one after another: two agents may share a directory
    for (const agent of agents)
      for (const edited of values.mcp ? mcpCandidate(agent, machine) : [agent])
        items.push(whyNot(agent, names, wish, isHere ? null : target.name) ?? (await tryAgent(edited, wish)));
    const report: IntegrationReport = {
      schema_version: 1,
      target: target?.name ?? null,
      scope: wish.projectRoot === null ? "user" : "project",
      dry_run: wish.dryRun,
      items,
    };
    tell(report, values.json === true, context, machine.person.home);
  } finally {
    await machine.close();
  }
}

type Given = Values<(typeof INTEGRATE)["options"]>;

function wantsProject({ project, "project-dir": directory }: Given): boolean {
  return project === true || directory !== undefined;
}

function requireOneScope(values: Given): void {
  const isOfProject = wantsProject(values);
  if (values.user && isOfProject) throw new Fault("E_USAGE", "integrate wants --user or --project, not both");
  if (values.usage && isOfProject)
    throw new Fault("E_USAGE", "--usage changes your own settings, not those of a project");
  if (values.mcp && (isOfProject || values.usage || values.target !== undefined))
    throw new Fault("E_USAGE", "--mcp changes your own settings on this machine, and nothing else");
}

function projectDirectory(named: string | undefined, isHere: boolean): string {
  if (named === undefined && isHere) return currentDirectory();
  if (named?.startsWith("/")) return named;
  const words = isHere
    ? `--project-dir wants an absolute path, not "${named}"`
    : "which project is meant there? Say it with --project-dir and an absolute path on that machine";
  throw new Fault("E_USAGE", words);
}

async function present(directory: string, machine: Machine): Promise<string> {
  if (await machine.isThere(directory)) return directory;
  throw new Fault("E_INVALID_INPUT", `there is no directory ${directory}`, { path: directory });
}

/** Skips an agent that was not named on the command line if there is nothing to do for it. */
function whyNot(
  agent: Candidate,
  names: readonly string[],
  wish: Wish,
  elsewhere: string | null,
): IntegrationItem | null {
  if (names.length > 0) return null;
  const { command, folder, projectFile } = agent.integration;
  if (wish.projectRoot !== null && projectFile === null)
    return agentItem(agent, { action: "skipped", notes: ["it is integrated for a user, not for a project"] });
  if (wish.remove || agent.foundBy !== null) return null;
  const { person } = wish.machine;
  const place = elsewhere === null ? "in your PATH" : `in the PATH on ${elsewhere}`;
  const notes = [`not installed: there is no ${command} ${place} and no ${tilde(folder(person), person.home)}`];
  return agentItem(agent, { action: "skipped", notes });
}

function tell(report: IntegrationReport, asJson: boolean, context: Context, home: string): void {
  const refused = report.items.flatMap(({ error }) => (error === null ? [] : [error]));
  const rest = report.items.filter(({ error }) => error === null);
  if (asJson) context.out(JSON.stringify(report));
  else if (rest.length > 0) {
    const text = renderIntegration({ ...report, items: rest }, context, home);
    if (rest.some(({ diff }) => diff !== null)) context.verbatim(text);
    else context.out(text);
  }
  const last = refused.pop();
  // an unreachable machine gives the same error for every agent: print it once
  const others = new Set(refused.filter((each) => each.message !== last?.message).map(complaint));
  for (const words of others) context.note(words);
  if (last !== undefined) throw new Fault(last.code, last.message, last.details);
}

function complaint({ message, code }: ErrorBody): string {
  return `agtmux: ${message} [${code}]`;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", "the current directory no longer exists: cd to one that does", {}, cause);
  }
}
