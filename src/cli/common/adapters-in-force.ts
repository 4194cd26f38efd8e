import { type Adapter, isCompatible } from "../../core/adapter/adapter.ts";
import { NO_PACK, packAgents } from "../../core/pack/pack-agents.ts";
import { readOwnAgents } from "./own-agents.ts";
import { Packs } from "./packs.ts";

/** The adapters as the daemon uses them after its next start: files of the user's own first, then the pack, then agtmux's own. */
export function adaptersInForce(home: string, packKeys: readonly string[]): Adapter[] {
  const own = readOwnAgents(home).adapters;
  const pack = new Packs(home, packKeys).current();
  const { adapters } = pack?.ok ? packAgents(pack) : NO_PACK;
  const isOwn = (name: string) => own.some((agent) => agent.name === name);
  return [...adapters.filter(({ name, contract }) => isCompatible(contract) && !isOwn(name)), ...own];
}
