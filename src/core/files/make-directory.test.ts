import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeDirectory } from "./make-directory.ts";

const files = { mkdir: (path: string) => mkdirSync(path), exists: existsSync, parentOf: dirname };

it("[LK3] makes what is missing on the way, and leaves what is there", () => {
  const root = mkdtempSync(join(tmpdir(), "agtmux-test-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  makeDirectory(join(root, "a", "b", "c"), files);
  makeDirectory(join(root, "a", "b", "c"), files);
  expect(existsSync(join(root, "a", "b", "c"))).toBe(true);
});

it.runIf(process.platform === "linux")("[LK4] gives up where no directory can be made, below /proc too", () => {
  expect(() => makeDirectory("/proc/x/y", files)).toThrow();
});
