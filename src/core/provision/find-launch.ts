import type { Adapter } from "../agents/adapter.ts";
import type { Launch } from "../agents/launch.ts";

/** Who is started when somebody asks for an agent by a name. */
export type FoundLaunch =
  | { kind: "agent"; name: string; label: string; launch: Launch; words: readonly string[] }
  /** Nobody here knows it: it is a command like any other, and gets the variables only. */
  | { kind: "command"; program: string };

/** An agent's own name, then a model that one of them runs. A name with a slash is always a command. */
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
