import type { AgentMetadataStore } from "../runtimes/agent-metadata.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { SessionKey } from "../store/usage-store.ts";

/** The conversation that an agent has now; one that named none has one for the whole life of its process. */
export function sessionKeyOf(
  { target_id, agent_type, runtime_id }: Pick<RuntimeRow, "target_id" | "agent_type" | "runtime_id">,
  metadataStore: AgentMetadataStore,
): SessionKey {
  const session_id = metadataStore.of(runtime_id).session_id ?? runtime_id;
  return { target: target_id, agent: agent_type, session_id };
}
