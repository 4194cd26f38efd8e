import type { DaemonParts, Services } from "./create-services.ts";
import { FleetMember } from "./fleet/fleet-member.ts";

/** Null if the settings name no fleet: then nothing of it is loaded. */
export function openFleetMember(parts: DaemonParts, services: Services): FleetMember | null {
  const { settings, store, version, clock, log, loadConnect } = parts;
  const { fleet, broadcast, problems } = services;
  if (settings.fleet === null || loadConnect === undefined) return null;
  return new FleetMember({
    settings: settings.fleet,
    store,
    pane: (target, paneId) => fleet.item(target, paneId),
    onChange: (listener) => broadcast.onChange(listener),
    own: () => fleet.all(),
    others: () => fleet.others(),
    publish: (change) => broadcast.publishForeign(change),
    loadConnect,
    version,
    clock,
    problems,
    log,
  });
}
