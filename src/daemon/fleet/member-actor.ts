import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";

/** Another member as the audit names it. */
export function memberActor({ member, person, user }: Asker & { user: string }): Actor {
  return { uid: null, user, via: "fleet", member, ...(person !== null && { person }) };
}
