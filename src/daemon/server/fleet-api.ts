import type { Hono } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { FleetReport, FleetStatus, ForgetRequest, NewBuckets } from "../../core/protocol/fleet/fleet.ts";
import { FLEET_ROUTES } from "../../core/protocol/routes/fleet-routes.ts";
import type { FleetCalls } from "../fleet/fleet-calls.ts";
import type { FleetTerminals } from "../fleet/fleet-terminals.ts";
import type { Forwarding } from "../fleet/forwarding.ts";
import type { Gathering } from "../fleet/gathering.ts";
import { serve } from "./route.ts";

/** This daemon's membership in a fleet, as the API uses it. */
export interface FleetBackend {
  status(): FleetStatus;
  doctor(): Promise<FleetReport>;
  leave(): Promise<void>;
  forget(request: ForgetRequest): Promise<void>;
  /** Returns the names of the buckets. */
  createBuckets(request: NewBuckets): Promise<string[]>;
  readonly forwarding: Forwarding;
  readonly calls: FleetCalls;
  readonly gathering: Gathering;
  readonly terminals: Pick<FleetTerminals, "open">;
}

/** `fleet` is null if the daemon is in none. */
export function mountFleet(api: Hono, fleet: FleetBackend | null, now: () => number): void {
  const joined = () => {
    if (fleet === null)
      throw new Fault("E_NOT_IN_FLEET", "this daemon is in no fleet: 'agtmux fleet join' lets it join");
    return fleet;
  };
  serve(api, FLEET_ROUTES.status, () => fleet?.status() ?? noFleet(now()));
  serve(api, FLEET_ROUTES.doctor, () => joined().doctor());
  serve(api, FLEET_ROUTES.leave, async () => {
    await joined().leave();
    return { left: joined().status().name ?? "" };
  });
  serve(api, FLEET_ROUTES.forget, async ({ body }) => {
    await joined().forget(body);
    return { forgotten: body.name };
  });
  serve(api, FLEET_ROUTES.createBuckets, async ({ body }) => ({ created: await joined().createBuckets(body) }));
}

function noFleet(now: number): FleetStatus {
  return {
    schema_version: 1,
    generated_at: Math.floor(now),
    name: null,
    urls: [],
    share: null,
    server: null,
    error: null,
    since: null,
    published: 0,
    waiting: 0,
    storage: [],
    members: [],
  };
}
