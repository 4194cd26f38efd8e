import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { FleetPicture } from "./fleet-picture.ts";
import { rowText } from "./member-row.ts";

const OK = () => ({ health: "ok" as const, last_heard: 5 });
const SILENT = () => ({ health: "silent" as const, last_heard: 5 });

function row(pane: string, n: number, item: Partial<PaneItem> | null = {}, generation = 1): [string, string] {
  const text = rowText(item === null ? null : testPane({ pane_id: pane }, item), { generation, n }, "words");
  return [`host.${pane.slice(1)}`, text];
}

describe("FleetPicture", () => {
  it("[FL14] a member's pane is a row under the member's name, with fields that this version does not know", () => {
    const picture = new FleetPicture();
    const item = { ...testPane({ pane_id: "%1" }, { message: "hi" }), mood: { deep: 1 } };
    picture.take("vm", "host.1", rowText(item, { generation: 1, n: 1 }, "words"));
    expect(picture.changes(OK)).toEqual({
      changed: [
        { ...item, identity: { ...item.identity, target: "vm.host", member: "vm" }, ref: "pane:vm.host/main/@1/%1" },
      ],
      removed: [],
    });
    expect(picture.changes(OK)).toEqual({ changed: [], removed: [] });
  });

  it("[FL11] [FL14] fields that an older member does not have get their defaults, and a form that is not known is shown as that", () => {
    const picture = new FleetPicture();
    const { shelf: _, usage: _usage, ...older } = testPane({ pane_id: "%1" });
    const stamp = { fleet_version: 1, readable_by: 1, generation: 1, n: 1 };
    picture.take("vm", "host.1", JSON.stringify({ ...stamp, item: older }));
    const newer = { ...testPane({ pane_id: "%2" }), state: "dreaming" };
    picture.take("vm", "host.2", JSON.stringify({ ...stamp, item: newer }));
    expect(picture.changes(OK).changed).toMatchObject([
      { state: "running", shelf: null, usage: null },
      { identity: { pane_id: "%2", member: "vm" }, state: "unknown", reason_code: "unsupported_signal" },
    ]);
  });

  it("[FL14] a row that tells of another pane than its key's is not shown", () => {
    const picture = new FleetPicture();
    const [, text] = row("%1", 1);
    for (const key of ["host.2", "vm2.1", "host", "host.1.1"]) picture.take("vm", key, text);
    expect(picture.changes(OK)).toEqual({ changed: [], removed: [] });
  });

  it("[FL15] panes of a silent member are unknown with its age, keep what was open, and come back as they were", () => {
    const picture = new FleetPicture();
    picture.take("vm", ...row("%1", 1, asking(3)));
    const [before] = picture.changes(OK).changed;
    expect(picture.changes(SILENT).changed).toEqual([
      {
        ...before,
        state: "unknown",
        reason_code: "member_unreachable",
        confidence: "low",
        since: 5,
        source: null,
        because: "nothing is heard of vm",
      },
    ]);
    expect(picture.changes(SILENT).changed).toEqual([]);
    expect(picture.changes(OK).changed).toEqual([before]);
  });

  it("[FL13] rows that are not in a new reading of the bucket are gone, and so are all of a member that left", () => {
    const picture = new FleetPicture();
    for (const pane of ["%1", "%2", "%3"]) picture.take("vm", ...row(pane, 1));
    picture.changes(OK);
    picture.keepOnly("vm", new Set(["host.1", "host.3"]));
    expect(picture.changes(OK).removed.map(({ pane_id }) => pane_id)).toEqual(["%2"]);
    picture.take("vm", ...row("%3", 2, null));
    expect(picture.changes(OK).removed.map(({ pane_id }) => pane_id)).toEqual(["%3"]);
    picture.drop("vm");
    expect(picture.changes(() => null).removed.map(({ pane_id }) => pane_id)).toEqual(["%1"]);
    expect(picture.members()).toEqual([]);
  });

  it("[FL13] the same rows give the same picture in any order and however often", () => {
    const one = fc.record({
      pane: fc.constantFrom("%1", "%2"),
      generation: fc.integer({ min: 1, max: 2 }),
      n: fc.nat({ max: 5 }),
      isGone: fc.boolean(),
    });
    const shuffled = fc
      .uniqueArray(one, { selector: ({ pane, generation, n }) => `${pane} ${generation} ${n}` })
      .chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length * 2 })),
      );
    const shown = (rows: readonly { pane: string; generation: number; n: number; isGone: boolean }[]) => {
      const picture = new FleetPicture();
      for (const { pane, generation, n, isGone } of rows)
        picture.take("vm", ...row(pane, n, isGone ? null : { message: `${generation}.${n}` }, generation));
      return picture
        .changes(OK)
        .changed.map(({ ref, message }) => `${ref} ${message}`)
        .sort();
    };
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        expect(shown(others)).toEqual(shown(rows));
      }),
    );
  });
});
