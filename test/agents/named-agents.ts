import type { Agent } from "./agent.ts";
import { AGENTS } from "./agents.ts";

/** Those that somebody has named on the command line, or all; ends the program where one is unknown. */
export function namedAgents(names: readonly string[]): readonly Agent[] {
  const strange = names.find((name) => AGENTS.every((agent) => agent.name !== name));
  if (strange !== undefined) {
    console.error(`no such agent: ${strange}; there is ${AGENTS.map(({ name }) => name).join(", ")}`);
    process.exit(2);
  }
  return AGENTS.filter(({ name }) => names.length === 0 || names.includes(name));
}
