import { AGENTS } from "../../core/agents/registry.ts";
import type { Untried } from "../../core/doctor/judge-untried.ts";
import type { Machine } from "../machine/machine.ts";

/** The agents whose program is installed on this machine, of which only the documentation is known. */
export async function lookAtUntried(names: readonly string[], machine: Machine): Promise<Untried[]> {
  const agents = AGENTS.filter(
    ({ name, byDocumentation }) => byDocumentation && (names.length === 0 || names.includes(name)),
  );
  const found = await Promise.all(
    agents.map(async (agent) => ((await machine.hasProgram(agent.launch?.program ?? agent.name)) ? [agent] : [])),
  );
  return found.flat().map(({ name, label, normalize }) => ({ name, label, isSilent: normalize === undefined }));
}
