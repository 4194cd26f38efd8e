import { NO_OWN_AGENTS, type OwnAgents } from "../../core/agents/own-agents.ts";
import { NO_PACK } from "../../core/pack/pack-agents.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { Home } from "../base/home.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import { AdapterRegistry } from "./adapter-registry.ts";
import { KeptScreens } from "./kept-screens.ts";
import type { InstalledPack } from "./read-installed-pack.ts";
import { runningVersions } from "./running-versions.ts";

export interface OpenAdaptersDeps {
  store: Store;
  fleet: Pick<Fleet, "summary" | "all">;
  clock: Clock;
  problems: Problems;
  log: Log;
  /** Agents of the user's own, and what is wrong with their files. */
  ownAgents?: OwnAgents;
  /** Agent files that came without a release. */
  pack?: InstalledPack;
  home?: Pick<Home, "unknownScreens">;
  settings?: Pick<Settings, "keep_unknown_screens">;
}

/** The adapters of the agents that agtmux knows, as a pack renews them, and of the user's own; faults in files are told, and harm nothing else. */
export function openAdapters(deps: OpenAdaptersDeps): AdapterRegistry {
  const { store, fleet, clock, problems, log, ownAgents, pack } = deps;
  const { adapters, faults } = ownAgents ?? NO_OWN_AGENTS;
  for (const { path, message } of faults) {
    problems.raise("AGENT_FILE", `${message} ('agtmux daemon restart' reads it again)`, path);
    log.warn({ path, fault: message }, "an agent file has a fault and is not used");
  }
  if (pack?.fault != null) {
    const words = `the pack of agent files is not used, agtmux's own files are: ${pack.fault}`;
    problems.raise(
      "AGENT_FILE",
      `${pack.path}: ${words} ('agtmux adapters update --undo' takes the one before)`,
      pack.path,
    );
    log.warn({ path: pack.path, fault: pack.fault }, "the pack of agent files has a fault and is not used");
  }
  if (pack?.version != null)
    log.info(
      { version: pack.version, agents: pack.files.map(({ name }) => name), left: pack.left },
      "a pack of agent files",
    );
  if (adapters.length > 0) log.info({ agents: adapters.map(({ name }) => name) }, "agents of the user's own");
  const versionsOf = (agent: string) => runningVersions(agent, fleet.all(), store);
  // the user's own files come before those of a pack
  const known = (pack ?? NO_PACK).adapters.filter(({ name }) => !adapters.some((own) => own.name === name));
  const keptScreens = keeperOf(deps);
  return new AdapterRegistry({ store, fleet, clock, versionsOf, keptScreens }, [...known, ...adapters]);
}

function keeperOf({ home, settings, clock, log }: OpenAdaptersDeps): KeptScreens | undefined {
  if (home === undefined || settings?.keep_unknown_screens !== true) return undefined;
  const after = (ms: number, then: () => void) => void setTimeout(then, ms).unref();
  return new KeptScreens({ folder: home.unknownScreens, clock, log, after });
}
