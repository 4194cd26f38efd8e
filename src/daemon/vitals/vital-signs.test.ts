import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../base/clock.ts";
import { Problems } from "../base/problems.ts";
import { strain, VitalSigns } from "./vital-signs.ts";

function setUp() {
  const spool = mkdtempSync(join(tmpdir(), "agtmux-spool-"));
  onTestFinished(() => rmSync(spool, { recursive: true }));
  const totals = { ever: 7, pending: 2 };
  const deliveries = [
    { channel: "a", state: "waiting" as const, count: 3 },
    { channel: "b", state: "sent" as const, count: 9 },
  ];
  const vitals = new VitalSigns({
    store: { eventTotals: () => ({ ...totals }), countDeliveries: () => deliveries },
    broadcast: { waiting: 1 },
    spool,
    problems: new Problems(systemClock()),
    log: pino({ enabled: false }),
  });
  return { spool, totals, vitals };
}

describe("the daemon's vital signs", () => {
  it("[DM35] are measured when they are asked for", () => {
    const { spool, vitals } = setUp();
    writeFileSync(join(spool, "x"), "");
    vitals.noteLag(40.26);
    vitals.noteLag(2);
    const seen = vitals.look();
    expect(seen).toMatchObject({ lag_ms: 2, longest_lag_ms: 40.3, events: 7, events_per_second: 0 });
    expect(seen).toMatchObject({ unbound_events: 2, spooled: 1, unpublished_panes: 1, undelivered: 3 });
    expect(seen.memory_bytes).toBeGreaterThan(seen.heap_bytes);
    expect(seen.open_files).toBeGreaterThan(2);
  });

  it("[DM35] tell the rate since the last sample", () => {
    const { totals, vitals } = setUp();
    totals.ever += 1_000;
    vitals.sample();
    expect(vitals.look().events_per_second).toBeGreaterThan(0);
    vitals.sample();
    expect(vitals.look().events_per_second).toBe(0);
  });

  it("[DM35] are a strain with much memory, or with nearly all descriptors open", () => {
    expect(strain(2 * 1024 ** 3, 10, 1_024)).toContain("2048 MiB");
    expect(strain(1_000, 900, 1_024)).toContain("900 of 1024 files");
    expect(strain(1_000, 800, 1_024)).toBe(null);
    expect(strain(1_000, null, null)).toBe(null);
  });
});
