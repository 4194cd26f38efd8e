import { join } from "node:path";
import type { Adapter } from "../../core/adapter/adapter.ts";
import { inspectIntegration } from "../../core/adapter/integration.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import type { AgentFacts, UsageFacts } from "../../core/doctor/judge-agent.ts";
import { isNewerThan, newestTried } from "../../core/doctor/tried-version.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import { TRIED_VERSIONS } from "../common/tried-versions.ts";
import type { Candidate } from "../integrate/find-agents.ts";
import type { Machine } from "../machine/machine.ts";
import type { Heard } from "./hear.ts";

export async function lookAtAgent(
  agent: Candidate,
  machine: Machine,
  target: string | null,
  heard: Heard | null,
  adapters: readonly Adapter[],
): Promise<AgentFacts> {
  const version = agent.foundBy === "command" ? await machine.versionOf(agent.integration.command) : null;
  const inForce = adapters.find(({ name }) => name === agent.name);
  const beyond = inForce?.readScreen?.({ lines: [], version: version ?? undefined }).beyond;
  const tried = newestTried(agent.name, TRIED_VERSIONS);
  // a pack has screens of later versions than those that agtmux was tried with
  const isPacked = inForce?.readScreen !== adapterOf(agent.name)?.readScreen;
  const { settings, usage } = await settingsOf(agent, machine);
  const told = heard?.used.get(agent.name) ?? { toldAt: null, silentPanes: [] };
  return {
    name: agent.name,
    label: agent.label,
    target,
    version,
    isBeyond: (version !== null && beyond === true) || (!isPacked && isNewerThan(version, tried)),
    tried,
    settings,
    adapter: heard?.adapters.find(({ name }) => name === agent.name) ?? null,
    silentPanes: heard?.silent.get(agent.name) ?? [],
    hasChannel: adapterOf(agent.name)?.decisions !== undefined,
    channelLimits: adapterOf(agent.name)?.socket?.limits ?? null,
    answered: heard?.answered.get(agent.name) ?? null,
    usage: usage === null ? null : { state: usage, ...told },
  };
}

interface SettingsFacts {
  settings: AgentFacts["settings"];
  /** The state of the part that tells tokens, money and limits; null if the agent has none. */
  usage: UsageFacts["state"] | null;
}

async function settingsOf({ integration }: Candidate, machine: Machine): Promise<SettingsFacts> {
  const folder = integration.folder(machine.person);
  const path = join(folder, integration.file);
  try {
    const { text } = await machine.readSettings(path);
    const { switches } = integration;
    const texts = {
      path,
      settings: text,
      switches: switches === undefined ? null : (await machine.readSettings(join(folder, switches.file))).text,
    };
    return {
      settings: { path, found: inspectIntegration(integration, texts, machine.home) },
      usage: integration.usage?.inspect(text, machine.home).state ?? null,
    };
  } catch (error) {
    const found = { state: "unreadable" as const, words: asFault(error).message };
    return { settings: { path, found }, usage: integration.usage === undefined ? null : "unreadable" };
  }
}
