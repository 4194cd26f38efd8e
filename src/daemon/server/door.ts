import type { Context } from "hono";
import { Fault } from "../../core/protocol/fault.ts";
import { OWN_VISIT, type Visit } from "./gate.ts";

/** What the API is told about a request besides its words. */
export interface Door {
  /** Null for somebody whom a pairing code may let in at best. */
  visit: Visit | null;
  /** For Set-Cookie; null where no browser asks. */
  cookieFor(deviceId: string): string | null;
  /** What the visiting device is called; null where no device asks. */
  deviceName: string | null;
  /** Under which name of ours one asks. */
  host: string;
}

export const OWN_DOOR: Door = { visit: OWN_VISIT, cookieFor: () => null, deviceName: null, host: "" };

/** Where nobody says otherwise, it is the user's own socket. */
export function doorOf(context: Context): Door {
  return { ...OWN_DOOR, ...(context.env as Partial<Door> | undefined) };
}

/** Who asks. */
export function visitIn(context: Context): Visit {
  const { visit } = doorOf(context);
  if (visit === null) throw new Fault("E_UNAUTHORIZED", "this needs a key");
  return visit;
}
