import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hasFleetTable, writeFleetTable } from "./fleet-table.ts";

it("[FL2] [FL29] joining anew keeps the teams, and leaving removes them with the table", () => {
  const home = mkdtempSync(join(tmpdir(), "agtmux-table-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const file = join(home, "config.toml");
  const before = 'attended_for = "30s"\n';
  writeFileSync(file, before, { mode: 0o600 });
  const fields = { url: ["nats://hub:4222"], name: "laptop" };
  writeFleetTable(home, fields);
  writeFileSync(file, `${readFileSync(file, "utf8")}\n[fleet.teams]\ncore = ["@ann"]\n`);
  writeFleetTable(home, { ...fields, person: "ben", allow: ["@core:send"] });
  expect(readFileSync(file, "utf8")).toContain('core = ["@ann"]');
  expect(hasFleetTable(home)).toBe(true);
  writeFleetTable(home, null);
  expect(readFileSync(file, "utf8").trim()).toBe(before.trim());
  expect(hasFleetTable(home)).toBe(false);
});
