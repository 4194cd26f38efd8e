import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { takeSpoolLock } from "./spool-lock.ts";

describe("takeSpoolLock", () => {
  it("[TG15] has one holder, names it, and is free after its release", () => {
    const { dir, take } = spool();
    const first = take("d-1", 100);
    expect(take("d-2", 200)).toEqual({ ok: false, owner: { kind: "daemon", daemon: "d-1", pid: 100, start: "s100" } });
    expect(take("d-1", 200).ok).toBe(false);
    if (first.ok) first.release();
    expect(readdirSync(dir)).toEqual([]);
    expect(take("d-2", 200).ok).toBe(true);
  });

  it("[TG15] is taken over if its process is gone, or another one has its pid", () => {
    const { take, starts } = spool();
    take("d-1", 100);
    starts.delete(100);
    const second = take("d-2", 200);
    expect(second.ok).toBe(true);
    starts.set(200, "another start");
    expect(take("d-3", 300).ok).toBe(true);
    // a former owner cannot release another's lock
    if (second.ok) second.release();
    expect(take("d-4", 400).ok).toBe(false);
  });

  it("[TG15] is taken over if its maker died before writing its pid", () => {
    const { dir, take } = spool();
    mkdirSync(join(dir, "lock"));
    expect(take("d-1", 100).ok).toBe(true);
  });

  it("[TG15] a claim of a dead successor does not last", () => {
    const { dir, take, starts } = spool();
    take("d-1", 100);
    starts.delete(100);
    writeFileSync(join(dir, "lock", "heir"), "555 gone\n");
    expect(take("d-2", 200).ok).toBe(true);
    expect(existsSync(join(dir, "lock", "heir"))).toBe(false);
  });
});

function spool() {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-lock-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const starts = new Map([100, 200, 300, 400].map((pid) => [pid, `s${pid}`]));
  const startOf = (pid: number) => starts.get(pid) ?? null;
  return { dir, starts, take: (daemonId: string, pid: number) => takeSpoolLock(dir, daemonId, { pid, startOf }) };
}
