import { describe, expect, it } from "vitest";
import type { MemberRecord } from "../protocol/fleet/fleet.ts";
import { MemberList } from "./member-list.ts";

function record(change: Partial<MemberRecord> = {}): MemberRecord {
  return {
    fleet_version: 1,
    readable_by: 1,
    member_id: "id",
    agtmux_version: "1.0.0",
    log_epoch: "e",
    generation: 1,
    beat_ms: 1_000,
    share: "words",
    ...change,
  };
}

const ME = { member: "me", person: null };
const healthAt = (list: MemberList, now: number) => list.item("vm", ME, now)?.health;

describe("MemberList", () => {
  it("[FL6] a member is silent after three of its own beats, and not before", () => {
    const list = new MemberList();
    list.hear("vm", record(), 10_000);
    expect([healthAt(list, 12_999), healthAt(list, 13_000)]).toEqual(["ok", "silent"]);
    list.hear("vm", record({ beat_ms: 5_000 }), 20_000);
    expect([healthAt(list, 34_999), healthAt(list, 35_000)]).toEqual(["ok", "silent"]);
    expect(list.nextSilence(20_000)).toBe(35_000);
    expect(list.nextSilence(35_000)).toBeNull();
  });

  it("[FL6] an older beat that is read later makes nobody older", () => {
    const list = new MemberList();
    list.hear("vm", record(), 10_000);
    list.hear("vm", record(), 4_000);
    expect(list.item("vm", ME, 10_500)).toMatchObject({ health: "ok", last_heard: 10_000, is_own: false });
  });

  it("[FL11] a member whose form is too new is listed as that", () => {
    const list = new MemberList();
    list.hear("vm", record({ fleet_version: 7, readable_by: 6 }), 0);
    expect(healthAt(list, 1)).toBe("too_new");
  });

  it("[FL2] a member that left is not listed", () => {
    const list = new MemberList();
    for (const name of ["a", "b", "c"]) list.hear(name, record(), 0);
    list.hear("b", null, 1);
    expect(list.names()).toEqual(["a", "c"]);
    list.keepOnly(new Set(["c"]));
    expect(list.names()).toEqual(["c"]);
  });
});
