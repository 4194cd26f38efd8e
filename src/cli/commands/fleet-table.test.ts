import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hasFleetTable, planFleetTable, removeFleetTable } from "./fleet-table.ts";

function homeWith(text: string) {
  const home = mkdtempSync(join(tmpdir(), "agtmux-table-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const file = join(home, "config.toml");
  writeFileSync(file, text, { mode: 0o600 });
  return { home, file, text: () => readFileSync(file, "utf8") };
}

it("[FL2] [FL29] joining anew keeps the teams, and leaving removes them with the table", () => {
  const before = 'attended_for = "30s"\n';
  const { home, file, text } = homeWith(before);
  planFleetTable(home, () => ({ url: ["nats://hub:4222"], name: "laptop" })).write();
  writeFileSync(file, `${text()}\n[fleet.teams]\ncore = ["@ann"]\n`);
  planFleetTable(home, () => ({ person: "ben", allow: ["@core:send"] })).write();
  expect(text()).toContain('core = ["@ann"]');
  expect(hasFleetTable(home)).toBe(true);
  removeFleetTable(home);
  expect(text().trim()).toBe(before.trim());
  expect(hasFleetTable(home)).toBe(false);
});

it("[FL1] joining again changes what is named, says from what to what, and leaves every other line", () => {
  const { home, text } = homeWith(`# mine
[fleet]
url = [
  "nats://[::1]:4222", # the old one
  "nats://two:4222",
]
name = "ci" # not the host's
share = "output"
allow = ["look"]
# often
beat = "500ms"
teams = { core = ["@ann"] }

[usage]
`);
  const change = planFleetTable(home, (before) => ({
    url: ["nats://hub:4222"],
    allow: [...(before?.allow ?? []), "lap:answer"],
  }));
  expect(change.words).toEqual([
    "url: nats://[::1]:4222, nats://two:4222 → nats://hub:4222",
    "allow: look → look, lap:answer",
  ]);
  expect([change.before?.name, change.after]).toMatchObject(["ci", { name: "ci", share: "output", beat: 500 }]);
  expect(text()).toContain("the old one");
  change.write();
  expect(text()).toBe(`# mine
[fleet]
name = "ci" # not the host's
share = "output"
# often
beat = "500ms"
teams = { core = ["@ann"] }
url = ["nats://hub:4222"]
allow = ["look","lap:answer"]

[usage]
`);
});

it("[FL1] a table that the daemon could not read is not written", () => {
  const { home, text } = homeWith('[fleet]\nurl = "nats://hub:4222"\nname = "ci"\n');
  const before = text();
  expect(() => planFleetTable(home, () => ({ name: "Not A Name" })).write()).toThrow(/nothing was written/);
  expect(text()).toBe(before);
});
