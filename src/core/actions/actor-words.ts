import type { Actor } from "../protocol/actions/actions.ts";

/** Who asked for an action, and by what: a person at a member of the fleet, a device, or a way in. */
export function actorWords({ person, user, member, device, via }: Actor): { who: string; by: string } {
  return { who: person ?? user, by: member ?? device?.name ?? via };
}
