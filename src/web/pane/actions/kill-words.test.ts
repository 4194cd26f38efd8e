import { describe, expect, it } from "vitest";
import type { KillReport } from "../../../core/protocol/actions/actions.ts";
import { killReportWords } from "./kill-words.ts";

const report = (signal: KillReport["signal"], ended: boolean) =>
  ({ signal, pid: 7, reached: "group", ended }) as KillReport;

describe("killReportWords", () => {
  it("[UI10] says which signal reached which process, and whether it ended", () => {
    expect(killReportWords(report("TERM", true), "claude")).toBe(
      "SIGTERM reached its process group (pid 7). claude has ended.",
    );
    expect(killReportWords(report("INT", false), "claude")).toContain("still runs, as agents do after an interrupt");
    expect(killReportWords(report("TERM", false), "claude")).toContain("A stronger signal may end it");
  });
});
