import type { Adapter } from "../adapter/adapter.ts";
import type { Launch } from "../adapter/launch.ts";

/** Finds the program for the agent name of a request. */
export type FoundLaunch =
  | { kind: "agent"; name: string; label: string; launch: Launch; words: readonly string[] }
  /** Not a known agent: run as any command, with the variables only. */
  | { kind: "command"; program: string };

/** Looks for an agent's name first, then for a model that an agent runs. A name with a slash is always a command. */
export function findLaunch(asked: string, agents: readonly Adapter[]): FoundLaunch {
  if (asked.includes("/")) return { kind: "command", program: asked };
  const own = agents.find(({ name, launch }) => launch !== undefined && (name === asked || launch.program === asked));
  if (own?.launch !== undefined)
    return { kind: "agent", name: own.name, label: own.label, launch: own.launch, words: [] };
  for (const { name, label, launch } of agents) {
    const words = launch?.model?.(asked) ?? null;
    if (launch !== undefined && words !== null) return { kind: "agent", name, label, launch, words };
  }
  return { kind: "command", program: asked };
}
