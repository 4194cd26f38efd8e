import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readKey } from "./read-key.ts";

function keyFile(text: string, mode = 0o600): string {
  const directory = mkdtempSync(join(tmpdir(), "agtmux-key-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "key");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

function fifo(): string {
  const path = keyFile("");
  rmSync(path);
  execFileSync("mkfifo", ["-m", "600", path]);
  return path;
}

describe("readKey", () => {
  it("[NT6] reads it from the environment or a private file, each time anew", () => {
    const environment: NodeJS.ProcessEnv = { LLM_KEY: "k-1" };
    expect(readKey("env:LLM_KEY", environment)).toBe("k-1");
    environment.LLM_KEY = "k-2";
    expect(readKey("env:LLM_KEY", environment)).toBe("k-2");
    expect(readKey(`file:${keyFile("k-3\n")}`, {})).toBe("k-3");
    expect(readKey("", {})).toBeNull();
  });

  it.each([
    ["a variable that is not there", () => "env:NO_KEY", /has no NO_KEY/],
    ["an empty file", () => `file:${keyFile("\n")}`, /is empty/],
    ["a file that others may read", () => `file:${keyFile("k", 0o640)}`, /open to others: run chmod 600/],
    ["a file that is not there", () => "file:/no/such/key", /cannot be read \(ENOENT\)/],
    ["a FIFO that nobody writes into", () => `file:${fifo()}`, /is no file/],
    ["a directory", () => `file:${tmpdir()}`, /is no file/],
    ["something that is no key", () => `file:${keyFile("two words")}`, /holds no key/],
  ])("[NT6] %s is a fault of the settings", (_, reference, why) => {
    expect(() => readKey(reference(), {})).toThrow(expect.objectContaining({ code: "E_CLASSIFIER_CONFIG" }));
    expect(() => readKey(reference(), {})).toThrow(why);
  });
});
