import type { Context } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { ServedMember } from "../fleet/request-desk.ts";
import { OWNER, type Principal } from "./gate.ts";
import type { Place } from "./names.ts";

/** The facts about a request besides its HTTP content. */
export interface RequestContext {
  /** Null for a client that is not authenticated and may only pair or greet. */
  principal: Principal | null;
  /** The Set-Cookie value; null if the client is not a browser. */
  cookieFor(deviceId: string): string | null;
  /** The device whose cookie came with the request, even if the cookie grants nothing here. */
  knownDevice: string | null;
  /** Name of the authenticated device; null if the client is not a device. */
  deviceName: string | null;
  /** The Host that was requested. */
  host: string;
  place: Place;
  /** Whether it came over the TCP port, where another process could hold the port and read the request. */
  isByPort: boolean;
  /** The member of the fleet for whom this is done; absent for everybody else. */
  member?: ServedMember;
  /** It has no part for other members of the fleet. */
  isOwnPart?: true;
}

export const OWNER_CONTEXT: RequestContext = {
  principal: OWNER,
  cookieFor: () => null,
  knownDevice: null,
  deviceName: null,
  host: "",
  place: "own",
  isByPort: false,
};

/** Without an explicit context, the request came over the user's own unix socket. */
export function requestContextOf(context: Context): RequestContext {
  return { ...OWNER_CONTEXT, ...(context.env as Partial<RequestContext> | undefined) };
}

/** The authenticated client; throws if there is none. */
export function principalIn(context: Context): Principal {
  const { principal } = requestContextOf(context);
  if (principal === null) throw new Fault("E_UNAUTHORIZED", "this needs a key");
  return principal;
}
