import { NO_OWN_AGENTS, type OwnAgents } from "../../core/agents/own-agents.ts";
import { REGISTERED } from "../../core/agents/registry.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import { AdapterRegistry } from "./adapter-registry.ts";
import { runningVersions } from "./running-versions.ts";

interface OpenAdaptersDeps {
  store: Store;
  fleet: Pick<Fleet, "summary" | "all">;
  clock: Clock;
  problems: Problems;
  log: Log;
  ownAgents?: OwnAgents;
}

/** The adapters of the agents that agtmux knows, and of the user's own; faults in files of these are told, and harm nothing else. */
export function openAdapters({ store, fleet, clock, problems, log, ownAgents }: OpenAdaptersDeps): AdapterRegistry {
  const { adapters, faults } = ownAgents ?? NO_OWN_AGENTS;
  for (const { path, message } of faults) {
    problems.raise("AGENT_FILE", `${message} ('agtmux daemon restart' reads it again)`, path);
    log.warn({ path, fault: message }, "an agent file has a fault and is not used");
  }
  if (adapters.length > 0) log.info({ agents: adapters.map(({ name }) => name) }, "agents of the user's own");
  const versionsOf = (agent: string) => runningVersions(agent, fleet.all(), store);
  return new AdapterRegistry({ store, fleet, clock, versionsOf }, [...REGISTERED, ...adapters]);
}
