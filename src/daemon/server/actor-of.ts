import { userInfo } from "node:os";
import type { Context } from "hono";
import type { Actor } from "../../core/protocol/actions.ts";

/** The socket is the user's own, and the token too: who asks is always that user. Our own commands say their version. */
export function actorOf(context: Context): Actor {
  const { uid, username } = userInfo();
  return { uid: uid < 0 ? null : uid, user: username, via: context.req.header("agtmux-version") ? "cli" : "api" };
}
