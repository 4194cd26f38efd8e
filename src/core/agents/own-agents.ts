import type { Adapter } from "../adapter/adapter.ts";
import { AgentFile } from "../agent-file/agent-file.ts";
import { ownAgent } from "../agent-file/own-agent.ts";
import { readAgentFile } from "../agent-file/read-agent-file.ts";
import { REGISTERED } from "./registry.ts";

/** A file in the folder for agents of the user's own; `text` is null if it cannot be read. */
export interface AgentText {
  path: string;
  text: string | null;
}

/** Agents of the user's own. A file with a fault gives no agent, and harms no other. */
export interface OwnAgents {
  adapters: Adapter[];
  faults: { path: string; message: string }[];
  /** The names of all files, with faults or without: the settings may speak of each. */
  names: string[];
}

export const NO_OWN_AGENTS: OwnAgents = { adapters: [], faults: [], names: [] };

/** No agent may have this name: it stands for programs that are no agents. */
const RESERVED = "generic";

export function ownAgents(texts: readonly AgentText[]): OwnAgents {
  const adapters: Adapter[] = [];
  const faults: OwnAgents["faults"] = [];
  for (const { path, text } of texts) {
    const result = text === null ? unreadable(path) : readAgentFile(path, text);
    const clash = result.ok ? clashOf(path, result.file.name) : null;
    if (!result.ok) faults.push({ path, message: result.faults.join("\n") });
    else if (clash !== null) faults.push({ path, message: `${path}: ${clash}` });
    else adapters.push(ownAgent(result.file));
  }
  return { adapters, faults, names: texts.map(({ path }) => nameIn(path)) };
}

function unreadable(path: string) {
  return { ok: false, faults: [`${path}: not a file that can be read, or longer than 64 KB`] } as const;
}

/** Why no agent of the user's own may have this name; null if it may. */
export function nameFault(name: string): string | null {
  const { error } = AgentFile.shape.name.safeParse(name);
  return error?.issues[0]?.message ?? takenName(name);
}

function clashOf(path: string, name: string): string | null {
  return (
    takenName(name) ?? (nameIn(path) === name ? null : `its name is "${name}", so the file must be called ${name}.toml`)
  );
}

function takenName(name: string): string | null {
  if (name === RESERVED) return `"${RESERVED}" is what programs are called that are no agents: choose another name`;
  if (REGISTERED.some((adapter) => adapter.name === name))
    return `agtmux knows ${name} already; [agents.${name}.cues] in config.toml changes how its screen is read`;
  return null;
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.toml$/, "");
}
