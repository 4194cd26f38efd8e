import { asFault } from "../../core/protocol/base/fault.ts";
import type { IntegrationItem } from "../../core/protocol/daemon/integration.ts";
import type { Candidate } from "./find-agents.ts";
import { integrateAgent, type Wish } from "./integrate-agent.ts";

/** A failure in one agent's settings does not stop the others. */
export async function tryAgent(agent: Candidate, wish: Wish): Promise<IntegrationItem> {
  try {
    return await integrateAgent(agent, wish);
  } catch (error) {
    const fault = asFault(error);
    if (fault.code === "E_INTERNAL") throw error;
    return agentItem(agent, { action: "refused", error: fault.toBody() });
  }
}

export function agentItem(agent: Candidate, fields: Partial<IntegrationItem>): IntegrationItem {
  const { name, label } = agent;
  return {
    agent: name,
    label,
    action: "skipped",
    file: null,
    backup: null,
    diff: null,
    notes: [],
    error: null,
    ...fields,
  };
}
