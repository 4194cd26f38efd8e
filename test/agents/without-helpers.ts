import type { Agent, House } from "./agent.ts";

/** The agent with its helpers switched off: what the model is told, and the sums of its calls, are then known. */
export function withoutHelpers(agent: Agent): Agent {
  const furnish = (house: House) => {
    agent.furnish(house);
    agent.switchOffHelpers?.(house);
  };
  return { ...agent, furnish };
}
