import type { Actor } from "../protocol/actions/actions.ts";

/** Names the asker of an action, for people: an agent in its pane, a person at a member of the fleet, a device, or the command line or page that was used. */
export function actorWords({ agent, person, user, member, device, via }: Actor): { who: string; by: string } {
  if (agent !== undefined) return { who: agent.name, by: agent.place };
  return { who: person ?? user, by: member ?? device?.name ?? via };
}
