import { NO_OWN_AGENTS, type OwnAgents } from "../../core/agents/own-agents.ts";
import { REGISTERED } from "../../core/agents/registry.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Fleet } from "../publish/fleet.ts";
import { AdapterRegistry, type AdapterRegistryDeps } from "./adapter-registry.ts";
import { runningVersions } from "./running-versions.ts";

interface OpenAdaptersDeps extends Omit<AdapterRegistryDeps, "versionsOf"> {
  fleet: Pick<Fleet, "summary" | "all">;
  problems: Problems;
  log: Log;
  ownAgents?: OwnAgents;
}

/** The adapters of the agents that agtmux knows, and of the user's own; faults in files of these are told, and harm nothing else. */
export function openAdapters({ problems, log, ownAgents = NO_OWN_AGENTS, ...deps }: OpenAdaptersDeps): AdapterRegistry {
  const { adapters, faults } = ownAgents;
  for (const { path, message } of faults) {
    problems.raise("AGENT_FILE", `${message} ('agtmux daemon restart' reads it again)`, path);
    log.warn({ path, fault: message }, "an agent file has a fault and is not used");
  }
  if (adapters.length > 0) log.info({ agents: adapters.map(({ name }) => name) }, "agents of the user's own");
  const versionsOf = (agent: string) => runningVersions(agent, deps.fleet.all(), deps.store);
  return new AdapterRegistry({ ...deps, versionsOf }, [...REGISTERED, ...adapters]);
}
