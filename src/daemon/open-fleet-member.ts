import type { DaemonParts, Services } from "./create-services.ts";
import { FleetMember } from "./fleet/fleet-member.ts";

/** Null if the settings name no fleet: then nothing of it is loaded. */
export function openFleetMember(parts: DaemonParts, services: Services): FleetMember | null {
  const { settings, store, version, clock, log, loadConnect } = parts;
  const { fleet, broadcast, problems, notifier, judging } = services;
  if (settings.fleet === null || loadConnect === undefined) return null;
  const member: FleetMember = new FleetMember({
    settings: settings.fleet,
    store,
    pane: (target, paneId) => fleet.item(target, paneId),
    itemAt: (target, paneId) => fleet.find(target, paneId),
    onChange: (listener) => broadcast.onChange(listener),
    own: () => fleet.all(),
    others: () => fleet.others(),
    publish: (change) => {
      const changed = change.changed.filter((item) => member.calls.mayTellOf(item));
      notifier.followOthers({ ...change, changed });
      broadcast.publishForeign(change);
    },
    stillOpen: (calls) => judging.stillOpen(calls),
    ...{ isWatched: notifier.people.isWatched, isInUse: notifier.people.isInUse },
    loadConnect,
    version,
    clock,
    problems,
    log,
  });
  notifier.joinFleet(member.calls);
  return member;
}
