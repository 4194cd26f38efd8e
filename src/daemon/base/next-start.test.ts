import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { takeNextStart } from "./next-start.ts";

it("[DM32] flags left for the next start apply once, and not for ever", () => {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-next-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, "next-start.json");
  const leave = (text: string) => writeFileSync(path, text);
  leave('{"args":["--port","7000"],"until":100}');
  expect(takeNextStart(path, 99)).toEqual(["--port", "7000"]);
  expect(takeNextStart(path, 99)).toEqual([]);
  leave('{"args":["--port","7000"],"until":100}');
  expect(takeNextStart(path, 100)).toEqual([]);
  leave("not JSON");
  expect(takeNextStart(path, 0)).toEqual([]);
  expect(existsSync(path)).toBe(false);
});
