import { expect, it } from "vitest";
import type { FleetStatus } from "../../core/protocol/fleet/fleet.ts";
import { fleetLine } from "./fleet.ts";

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
