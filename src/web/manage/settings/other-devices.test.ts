import { expect, it } from "vitest";
import type { DeviceItem } from "../../../core/protocol/daemon/devices.ts";
import { otherDevices } from "./other-devices.ts";

const device = (id: string, more: Partial<DeviceItem> = {}): DeviceItem => ({
  ...{ id, name: id, created_at: 0, last_seen_at: 0, may_act: true, may_pair: false, paired_by: null },
  ...{ may_make_rules: false, is_current: false },
  ...more,
});
const ids = (items: readonly DeviceItem[]) => items.map(({ id }) => id);

it("[UI56] all others can be revoked, but those that let this one in", () => {
  const { revocable, kept } = otherDevices([
    device("desk"),
    device("laptop", { paired_by: "desk" }),
    device("this", { paired_by: "laptop", is_current: true }),
    device("phone", { paired_by: "this" }),
    device("lost", { paired_by: "desk" }),
  ]);
  expect([ids(revocable), ids(kept)]).toEqual([
    ["phone", "lost"],
    ["desk", "laptop"],
  ]);
});

it("[UI56] devices that name each other end the search", () => {
  const { kept } = otherDevices([
    device("a", { paired_by: "b" }),
    device("b", { paired_by: "a" }),
    device("this", { paired_by: "a", is_current: true }),
  ]);
  expect(ids(kept)).toEqual(["a", "b"]);
});
