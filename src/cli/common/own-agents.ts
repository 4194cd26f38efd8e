import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type OwnAgents, ownAgents } from "../../core/agents/own-agents.ts";
import { AGENTS } from "../../core/agents/registry.ts";

const MOST_BYTES = 65_536;

/** The agents of the user's own in this home, read as the daemon reads them when it starts. */
export function readOwnAgents(home: string): OwnAgents {
  return ownAgents(filesIn(home).map((path) => ({ path, text: readAgentText(path) })));
}

/** The names that settings may speak of: the agents that agtmux knows, and those with a file in this home, right or not. */
export function agentNames(home: string): string[] {
  return [...AGENTS.map(({ name }) => name), ...filesIn(home).map((path) => basename(path, ".toml"))];
}

function filesIn(home: string): string[] {
  const folder = join(home, "agents");
  const names = existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).sort() : [];
  return names.filter((name) => name.endsWith(".toml")).map((name) => join(folder, name));
}

/** Null if it is no file, or cannot be read, or is too long. */
export function readAgentText(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > MOST_BYTES) return null;
  try {
    return readFileSync(path, "utf8");
  } catch {
    // whatever the reason is, it gives no agent
    return null;
  }
}
