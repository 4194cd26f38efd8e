import type { Agent } from "./agent.ts";
import { AGENTS } from "./agents.ts";

/** Those that somebody has named on the command line, or all; ends the program where one is unknown. */
export function namedAgents(names: readonly string[], among = AGENTS): readonly Agent[] {
  const known = among.map(({ name }) => name);
  for (const name of names) named(name, known, "agent");
  return among.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** One of these, or the program ends. */
export function named<T extends string>(name: string, known: readonly T[], what: string): T {
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  console.error(`no such ${what}: ${name}; there is ${known.join(", ")}`);
  process.exit(2);
}
