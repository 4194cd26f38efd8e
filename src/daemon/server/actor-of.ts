import { userInfo } from "node:os";
import type { Context } from "hono";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import { memberActor } from "../fleet/member-actor.ts";
import { requestContextOf } from "./request-context.ts";

/** Socket and token both belong to the user, so the actor is always that user. Our CLI sends its version header. */
export function actorOf(context: Context): Actor {
  const { principal, deviceName, member } = requestContextOf(context);
  if (member !== undefined) return memberActor(member);
  const via = context.req.header("agtmux-version") ? "cli" : "api";
  return actorWith(via, principal?.device ?? null, deviceName);
}

/** The user, plus the device if the request came from one. */
export function actorWith(via: Actor["via"], device: string | null, deviceName: string | null): Actor {
  const { uid, username } = userInfo();
  const actor = { uid: uid < 0 ? null : uid, user: username, via };
  return device === null ? actor : { ...actor, device: { id: device, name: deviceName ?? device } };
}
