import { dirname, join } from "node:path";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Integration } from "../../core/adapter/integration.ts";
import { AGENTS } from "../../core/agents/registry.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Machine } from "../machine/machine.ts";

export interface Candidate {
  name: string;
  label: string;
  integration: Integration;
  /** The evidence that the agent is used here; null if there is none. */
  foundBy: "command" | "folder" | null;
}

const INTEGRABLE = AGENTS.flatMap((adapter) =>
  adapter.integration === undefined ? [] : [{ ...named(adapter), integration: adapter.integration }],
);

/** Returns the agents with these names, or all. */
export async function findCandidates(names: readonly string[], machine: Machine): Promise<Candidate[]> {
  const unknown = names.find((name) => !INTEGRABLE.some((each) => each.name === name));
  if (unknown !== undefined) {
    const known = INTEGRABLE.map(({ name }) => name).join(", ");
    throw new Fault("E_ADAPTER_NOT_FOUND", `"${unknown}" is not an agent that can be integrated: one of ${known}`);
  }
  const wanted = INTEGRABLE.filter(({ name }) => names.length === 0 || names.includes(name));
  return Promise.all(wanted.map(async (each) => ({ ...each, foundBy: await findBy(each.integration, machine) })));
}

/** Returns the root of the repository that contains this directory, else the directory itself. */
export async function projectRoot(start: string, machine: Machine): Promise<string> {
  for (let directory = start; ; directory = dirname(directory)) {
    if (await machine.isThere(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return start;
  }
}

function named({ name, label }: Adapter) {
  return { name, label };
}

async function findBy({ command, folder }: Integration, machine: Machine): Promise<Candidate["foundBy"]> {
  if (await machine.hasProgram(command)) return "command";
  return (await machine.isThere(folder(machine.person))) ? "folder" : null;
}
