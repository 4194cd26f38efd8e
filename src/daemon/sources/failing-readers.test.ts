import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../test/support/sandbox.ts";
import { homeAt, prepareHome } from "../base/home.ts";
import { NotedFailures } from "../base/test-failures.ts";
import { silentLog } from "../base/test-log.ts";
import { LocalFiles } from "../targets/carriers/local-files.ts";
import { LocalLines } from "../targets/carriers/local-lines.ts";
import { LocalSignals } from "../targets/carriers/local-signals.ts";
import { LocalSpool } from "../targets/carriers/local-spool.ts";
import { unlimitedWatches } from "../targets/carriers/test-watches.ts";
import type { SpoolFile } from "../targets/machine/machine.ts";

/** A path that no file system accepts: reading it fails, instead of reporting that nothing is there. */
const impossible = (dir: string) => join(dir, "x".repeat(300));

function setUp() {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-failing-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const failures = new NotedFailures();
  return { dir, failures, watches: unlimitedWatches(failures) };
}

describe("readers whose work fails", () => {
  it("[DM19] a file that cannot be looked at keeps no other file from being read", () => {
    const { dir, watches } = setUp();
    const files = new LocalFiles(watches);
    onTestFinished(() => files.stop());
    const told: string[] = [];
    files.watch(impossible(dir), () => told.push("impossible"));
    files.watch(join(dir, "status"), ({ text }) => told.push(text));
    writeFileSync(join(dir, "status"), "working");
    files.scan();
    expect(told).toEqual(["working"]);
  });

  it("[DM19] a file that could not be taken is told again by the next scan", async () => {
    const { dir, failures, watches } = setUp();
    const files = new LocalFiles(watches);
    onTestFinished(() => files.stop());
    let broken = true;
    const told: string[] = [];
    files.watch(join(dir, "status"), ({ text }) => {
      if (broken) throw new Error("no");
      told.push(text);
    });
    writeFileSync(join(dir, "status"), "working");
    await until(() => failures.list.length === 1);
    expect(failures.list).toEqual([`reading ${dir}: no`]);
    broken = false;
    files.scan();
    expect(told).toEqual(["working"]);
  });

  it("[DM19] lines that could not be processed are reported, and none is lost", async () => {
    const { dir, failures, watches } = setUp();
    const path = join(dir, "transcript");
    const lines = new LocalLines(watches);
    onTestFinished(() => lines.stop());
    let broken = true;
    const told: string[] = [];
    writeFileSync(path, "one\n");
    lines.follow(impossible(dir), null, () => true);
    lines.follow(path, null, (each) => {
      if (broken) throw new Error("no");
      told.push(...each.map(({ text }) => text));
      return true;
    });
    await until(() => failures.list.length === 1);
    expect(failures.list).toEqual([`reading ${path}: no`]);
    appendFileSync(path, "two\n");
    broken = false;
    await until(() => {
      lines.scan();
      return told.length === 2;
    });
    expect([told, failures.list]).toEqual([["one", "two"], []]);
  });

  it("[DM19] the problem of a reader goes when nothing reads there any more", async () => {
    const { dir, failures, watches } = setUp();
    const path = join(dir, "transcript");
    const lines = new LocalLines(watches);
    onTestFinished(() => lines.stop());
    writeFileSync(path, "one\n");
    lines.follow(path, null, () => {
      throw new Error("no");
    });
    await until(() => failures.list.length === 1);
    lines.unfollow(path);
    expect(failures.list).toEqual([]);
  });

  it("[DM19] a spool that could not be read is reported, and read when that is over", async () => {
    const { dir, failures, watches } = setUp();
    const { spool, ...home } = homeAt(dir);
    prepareHome({ spool, ...home });
    const reader = new LocalSpool(spool, watches, silentLog(), () => true);
    onTestFinished(() => reader.stop());
    let broken = true;
    const taken: string[] = [];
    writeFileSync(join(spool.new, "a"), "x");
    reader.start((files: SpoolFile[]) => {
      if (broken) throw new Error("no");
      const accepted = files.map(({ name }) => name);
      taken.push(...accepted);
      return { accepted, rejected: [] };
    });
    expect(failures.list).toEqual(["reading the spool: no"]);
    broken = false;
    reader.scan();
    expect([taken, failures.list]).toEqual([["a"], []]);
  });

  it("[DM19] a signal directory that cannot be read counts as missing, and a signal that failed comes again", () => {
    const { dir, watches } = setUp();
    const nowhere = new LocalSignals(impossible(dir), watches, silentLog());
    onTestFinished(() => nowhere.stop());
    nowhere.start(() => true);
    const signals = new LocalSignals(dir, watches, silentLog());
    onTestFinished(() => signals.stop());
    const names = ["squad-signal-a.json", "squad-signal-b.json"];
    for (const name of names) writeFileSync(join(dir, name), "{}", { mode: 0o600 });
    const taken: string[] = [];
    const fail = new Set([names[0]]);
    expect(() =>
      signals.start(({ name }) => {
        if (fail.has(name)) throw new Error("no");
        taken.push(name);
        return true;
      }),
    ).toThrow("no");
    expect(taken).toEqual([names[1]]);
    fail.clear();
    signals.scan();
    expect(taken).toEqual([names[1], names[0]]);
  });
});
