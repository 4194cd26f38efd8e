import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sweepSpool } from "./sweep-spool.ts";

const DAY_S = 86_400;
const NOW_S = 1_794_755_000;

it("[SR34] what killed hooks left is removed after a week, but not if the process lives or the file is not ours", () => {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-sweep-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // a process that has ended: its number is not given to another one so soon
  const { pid: gone } = spawnSync("true");
  const leave = (name: string, days: number) => {
    writeFileSync(join(folder, name), "agtmux1\tagent=claude");
    utimesSync(join(folder, name), NOW_S, NOW_S - days * DAY_S);
  };
  for (const name of [`${gone}.7.0`, `run.1.2.${gone}.4711`]) leave(name, 8);
  for (const name of [`${process.pid}.7.0`, `run.1.2.${process.pid}.4711`, "1.1.0", "a-file", "run.x"])
    leave(name, 400);
  leave(`${gone}.7.1`, 6);
  mkdirSync(join(folder, `${gone}.7.2`));
  utimesSync(join(folder, `${gone}.7.2`), NOW_S, NOW_S - 9 * DAY_S);
  const kept = [
    `${process.pid}.7.0`,
    `run.1.2.${process.pid}.4711`,
    "1.1.0",
    "a-file",
    "run.x",
    `${gone}.7.1`,
    `${gone}.7.2`,
  ];
  expect(sweepSpool(folder, NOW_S * 1_000)).toBe(2);
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
});
