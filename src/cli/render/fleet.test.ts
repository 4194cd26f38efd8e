import { expect, it } from "vitest";
import type { FleetStatus } from "../../core/protocol/fleet/fleet.ts";
import { fleetLine, renderMembers } from "./fleet.ts";

const MB = 1024 * 1024;

it("[FL9] [FL31] one line tells how this daemon stands, and one more of each bucket that is nearly full", () => {
  const status: FleetStatus = {
    ...{ schema_version: 1, generated_at: 0, name: "vm", urls: ["nats://hub:4222"], share: "words", error: null },
    server: { name: "hub", version: "2.9.10", address: "hub:4222", is_encrypted: false },
    ...{ since: 0, published: 2, waiting: 0, members: [] },
    storage: [
      { bucket: "agtmux_members", bytes: 1_000, max_bytes: MB },
      { bucket: "agtmux_panes_vm", bytes: 7.2 * MB, max_bytes: 8 * MB },
    ],
  };
  const [line, warning, ...rest] = fleetLine(status, { colour: false, columns: null }).split("\n");
  expect(line).toBe("✓ vm is in the fleet: nats-server 2.9.10 at hub:4222, 0 other members, 2 panes shared");
  expect(warning).toMatch(/^! The server's bucket agtmux_panes_vm has 90 % of 8\.0 MB; .*--max-bytes=16MB'\.$/);
  expect(rest).toEqual([]);
});

it("[FL9] without a connection to the server, this daemon is cut off, and nothing is known of the others", () => {
  const now = new Date(2026, 1, 3, 16, 41).getTime();
  const member = { agtmux_version: "1", share: "words" as const, may: null, panes: 1, last_heard: now - 5_000 };
  const status: FleetStatus = {
    ...{ schema_version: 1, generated_at: now, name: "vm", urls: ["nats://hub:4222"], share: "words", server: null },
    error: { code: "E_FLEET_UNREACHABLE", message: "connection refused", details: {} },
    ...{ since: now - 60_000, published: 2, waiting: 0, storage: [] },
    members: [
      { ...member, name: "vm", is_own: true, health: "ok" },
      { ...member, name: "ci", is_own: false, health: "ok" },
      { ...member, name: "old", is_own: false, health: "too_old" },
    ],
  };
  const [, own, other, old, note] = renderMembers(status, { colour: false, columns: null }).split("\n");
  expect(own).toMatch(/^✗ {2}vm \(here\) {2}cut off /);
  expect(other).toMatch(/^\? {2}ci {9}not known {2}5s/);
  expect(old).toMatch(/^! {2}old {8}too old/);
  expect(note).toBe("✗ vm is not connected to nats://hub:4222, since 16:40: connection refused [E_FLEET_UNREACHABLE]");
});
