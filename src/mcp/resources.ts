import type { Resource } from "@modelcontextprotocol/sdk/types.js";

const KINDS = { agent: "get_agent", conversation: "read_conversation" } as const;
type Kind = keyof typeof KINDS;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "agtmux://agent/{ref}",
    name: "agent",
    description: "An agent in a pane: its state, question, last words, usage and git state",
    mimeType: "application/json",
  },
  {
    uriTemplate: "agtmux://conversation/{ref}",
    name: "conversation",
    description: "The last turns of an agent's conversation",
    mimeType: "application/json",
  },
] as const;

/** Two for each agent that `list_agents` found. */
export function resourcesOf(listed: Record<string, unknown>): Resource[] {
  const agents = listed.agents as readonly { ref: string; agent: string; place: string }[];
  return agents.flatMap(({ ref, agent, place }) =>
    (Object.keys(KINDS) as Kind[]).map((kind) => ({
      uri: uriOf(kind, ref),
      name: kind === "agent" ? `${agent} in ${place}` : `conversation of ${agent} in ${place}`,
      mimeType: "application/json",
    })),
  );
}

/** The URIs that change with this agent. */
export function urisOf(ref: string): string[] {
  return (Object.keys(KINDS) as Kind[]).map((kind) => uriOf(kind, ref));
}

export function parseResource(uri: string): { tool: (typeof KINDS)[Kind]; ref: string } | null {
  const [, kind = "", encoded = ""] = /^agtmux:\/\/(agent|conversation)\/([^/]+)$/.exec(uri) ?? [];
  if (!Object.hasOwn(KINDS, kind)) return null;
  try {
    return { tool: KINDS[kind as Kind], ref: decodeURIComponent(encoded) };
  } catch {
    // a percent sign that begins no escape
    return null;
  }
}

function uriOf(kind: Kind, ref: string): string {
  return `agtmux://${kind}/${encodeURIComponent(ref)}`;
}
