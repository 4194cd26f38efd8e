import { describe, expect, it } from "vitest";
import { fleetRows, readFleet } from "./settings-fleet.ts";

const HERE = { url: "nats://hub:4222", name: "vm1" };

describe("readFleet", () => {
  it("[FL1] without the table there is no fleet", () => {
    expect(readFleet(undefined)).toEqual({ ok: true, fleet: null });
  });

  it("[FL1] an address and a name suffice", () => {
    const fleet = { url: ["nats://hub:4222"], name: "vm1", share: "words", allow: ["look"], teams: {}, beat: 5_000 };
    expect(readFleet(HERE)).toEqual({ ok: true, fleet });
    expect(readFleet({ ...HERE, url: ["tls://a:1", "tls://b:2"], beat: "1s" })).toMatchObject({
      ok: true,
      fleet: { url: ["tls://a:1", "tls://b:2"], beat: 1_000 },
    });
  });

  it("[FL1] [FL3] a fault names the key, and passwords are no part of an address", () => {
    const wrong = [
      {},
      { ...HERE, name: "Vm.1" },
      { ...HERE, url: "nats://me:secret@hub" },
      { ...HERE, mood: 1 },
      { ...HERE, allow: ["fly"] },
      { ...HERE, allow: ["@ann@laptop:look"] },
      { ...HERE, person: "Ann B" },
      { ...HERE, teams: { core: ["@ann"], all: ["@core"] } },
      { ...HERE, teams: { core: ["ann b"] } },
    ];
    const keys = wrong.map((table) => {
      const read = readFleet(table);
      return read.ok ? null : read.faults.map(({ path }) => path.join("."));
    });
    expect(keys).toEqual([
      ["fleet.url", "fleet.name"],
      ["fleet.name"],
      ["fleet.url"],
      ["fleet.mood"],
      ["fleet.allow.0"],
      ["fleet.allow.0"],
      ["fleet.person"],
      ["fleet.teams.all"],
      ["fleet.teams.core.0"],
    ]);
  });

  it("[FL1] every setting of it is listed", () => {
    const read = readFleet({ ...HERE, creds: "/k", person: "ann", teams: { core: ["@ben", "box"] } });
    const rows = read.ok ? fleetRows(read.fleet) : [];
    expect(rows.map(({ name, value }) => `${name} ${value}`)).toEqual([
      "fleet.url nats://hub:4222",
      "fleet.name vm1",
      "fleet.creds /k",
      "fleet.share words",
      "fleet.allow look",
      "fleet.person ann",
      "fleet.teams core: @ben, box",
      "fleet.beat 5000ms",
    ]);
    expect(fleetRows(null)).toEqual([]);
  });
});
