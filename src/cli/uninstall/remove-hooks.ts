import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findCandidates } from "../integrate/find-agents.ts";
import { mcpCandidate } from "../integrate/mcp-candidate.ts";
import { tryAgent } from "../integrate/try-agent.ts";
import type { Machine } from "../machine/machine.ts";
import type { Removal } from "./report.ts";

/** Takes our hooks out of the settings of all agents on a machine, and of the given projects there. `target`: its name, if it is another machine. */
export async function removeHooks(
  machine: Machine,
  projects: readonly string[],
  removal: Removal,
  target: string | null = null,
): Promise<void> {
  const there = target === null ? "" : ` on ${target}`;
  const option = target === null ? "" : ` --target ${target}`;
  const agents = await findCandidates([], machine);
  const servers = agents.flatMap((agent) => mcpCandidate(agent, machine));
  for (const agent of servers) {
    const wish = { machine, projectRoot: null, remove: true, usage: false, dryRun: false, now: new Date() };
    const { action, file, error, label } = await tryAgent(agent, wish);
    if (action === "removed") removal.removed.push(`MCP server of ${label} in ${file}${there}`);
    const how = `agtmux integrate --mcp --remove ${agent.name}${option}`;
    if (error !== null) removal.left.push({ what: `MCP server of ${label}${there}: ${error.message}`, how });
  }
  for (const projectRoot of [null, ...projects]) {
    for (const agent of agents) {
      if (projectRoot !== null && agent.integration.projectFile === null) continue;
      const wish = { machine, projectRoot, remove: true, usage: false, dryRun: false, now: new Date() };
      const { action, file, error, label } = await tryAgent(agent, wish);
      if (action === "removed") removal.removed.push(`hooks of ${label} in ${file}${there}`);
      if (error === null) continue;
      removal.left.push({
        what: `hooks of ${label}${there}: ${error.message}`,
        how: `agtmux integrate --remove ${agent.name}${option}`,
      });
    }
  }
}

/** Roots of projects that were integrated, as far as backups and the record of directories name them. */
export async function integratedProjects(home: string, machine: Machine): Promise<string[]> {
  const known = [...backedUp(join(home, "backups")), ...madeDirectories(join(home, "backups", "made-directories"))];
  const agents = await findCandidates([], machine);
  const roots = agents.flatMap(({ integration: { projectFile } }) => {
    if (projectFile === null) return [];
    const ends = [`/${projectFile}`, `/${dirname(projectFile)}`];
    return known.flatMap((path) => ends.flatMap((end) => (path.endsWith(end) ? [path.slice(0, -end.length)] : [])));
  });
  return [...new Set(roots)].filter((root) => root !== "" && root !== machine.person.home);
}

/** A backup is named by its time and the path of its file; a path with a percent sign is not found again. */
function backedUp(folder: string): string[] {
  return listed(folder)
    .flatMap((agent) => listed(join(folder, agent)))
    .map((name) => name.slice(name.indexOf("-") + 1).replaceAll("%", "/"));
}

function madeDirectories(record: string): string[] {
  try {
    const lines = readFileSync(record, "utf8").split("\n");
    return lines.map((line) => line.slice(line.indexOf(" ") + 1));
  } catch {
    return [];
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
