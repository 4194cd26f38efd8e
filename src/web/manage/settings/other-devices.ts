import type { DeviceItem } from "../../../core/protocol/daemon/devices.ts";

export interface OtherDevices {
  /** Can be revoked while this one stays. */
  revocable: DeviceItem[];
  /** Those that let this one in: revoking one of them revokes this one, too. */
  kept: DeviceItem[];
}

/** Every device but this one. A device goes with the one that paired it. */
export function otherDevices(items: readonly DeviceItem[]): OtherDevices {
  const byId = new Map(items.map((item) => [item.id, item]));
  const own = items.find(({ is_current }) => is_current);
  const ancestors = new Set<string>();
  for (let id = own?.paired_by ?? null; id !== null && !ancestors.has(id); id = byId.get(id)?.paired_by ?? null)
    ancestors.add(id);
  const others = items.filter(({ is_current }) => !is_current);
  return {
    revocable: others.filter(({ id }) => !ancestors.has(id)),
    kept: others.filter(({ id }) => ancestors.has(id)),
  };
}
