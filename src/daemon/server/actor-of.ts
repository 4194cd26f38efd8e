import { userInfo } from "node:os";
import type { Context } from "hono";
import type { Actor } from "../../core/protocol/actions.ts";
import { doorOf } from "./door.ts";

/** The socket is the user's own, and the token too: who asks is always that user. Our own commands say their version. */
export function actorOf(context: Context): Actor {
  const { visit, deviceName } = doorOf(context);
  const via = context.req.header("agtmux-version") ? "cli" : "api";
  return actorWith(via, visit?.device ?? null, deviceName);
}

/** The user, and with which device where it is one. */
export function actorWith(via: Actor["via"], device: string | null, deviceName: string | null): Actor {
  const { uid, username } = userInfo();
  const actor = { uid: uid < 0 ? null : uid, user: username, via };
  return device === null ? actor : { ...actor, device: { id: device, name: deviceName ?? device } };
}
