import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AgentText, type OwnAgents, ownAgents } from "../core/agents/own-agents.ts";

const MOST_BYTES = 65_536;

/** The agents of the user's own, from the `*.toml` files in this folder. */
export function readOwnAgents(folder: string): OwnAgents {
  return ownAgents(pathsIn(folder).map(textOf));
}

function pathsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".toml"));
    return names.sort().map((name) => join(folder, name));
  } catch (cause) {
    // a folder that is there but cannot be read is told as a file that cannot be read
    return (cause as NodeJS.ErrnoException).code === "ENOENT" ? [] : [folder];
  }
}

function textOf(path: string): AgentText {
  try {
    const stat = statSync(path);
    // a pipe would never end
    return { path, text: stat.isFile() && stat.size <= MOST_BYTES ? readFileSync(path, "utf8") : null };
  } catch {
    // told as a fault of this file
    return { path, text: null };
  }
}
