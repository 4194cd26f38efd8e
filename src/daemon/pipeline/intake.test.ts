import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { Problems } from "../base/problems.ts";
import { Intake } from "./intake.ts";
import type { Pipeline } from "./pipeline.ts";

describe("a store that refuses", () => {
  it("[FT2] the problem is told until the source that was refused gets through, although something small still fits", () => {
    const { intake, full, codes } = refusing();
    full.add("marker");
    expect(intake.ingest([signal("marker")])).toBe(false);
    expect(intake.ingest([], [["alive", "1"]])).toBe(true);
    expect(intake.ingest([signal("file")])).toBe(true);
    expect(codes()).toEqual(["E_DISK_FULL"]);
    full.clear();
    expect(intake.ingest([signal("marker")])).toBe(true);
    expect(codes()).toEqual([]);
  });

  it("[FT2] with several refused, the problem ends with the last of them", () => {
    const { intake, full, codes } = refusing();
    for (const source of ["marker", "file"]) {
      full.add(source);
      intake.ingest([signal(source)]);
    }
    full.clear();
    intake.ingest([signal("file")]);
    expect(codes()).toEqual(["E_DISK_FULL"]);
    intake.ingest([signal("marker")]);
    expect(codes()).toEqual([]);
  });
});

const signal = (source: string) => ({ source }) as never;

function refusing() {
  const full = new Set<string>();
  const pipeline = {
    ingest: (signals: { source: string }[]) => {
      if (signals.some(({ source }) => full.has(source))) throw new Fault("E_DISK_FULL", "full");
    },
  };
  const problems = new Problems({ now: () => 0 } as never);
  const log = { error() {}, info() {} } as never;
  const intake = new Intake({ pipeline: pipeline as unknown as Pipeline, problems, log });
  return { intake, full, codes: () => problems.list().map(({ code }) => code) };
}
