import type { Client } from "../../client/client.ts";
import { isFar } from "../../core/fleet/is-far.ts";
import { callName } from "../../core/notify/same-call.ts";
import type { Call } from "./calls.ts";

/** The calls that this page may ring for: no other device has claimed them. */
export async function claimAmong(client: Pick<Client, "claim">, calls: readonly Call[]): Promise<readonly Call[]> {
  try {
    const { claimed } = await client.claim(calls.map(({ attention }) => callName(attention)));
    return calls.filter(({ attention }) => claimed.includes(callName(attention)));
  } catch {
    // the page may only view, or the daemon is unreachable: better to ring twice than never; others ring for theirs
    return calls.filter(({ pane }) => !isFar(pane.identity));
  }
}
