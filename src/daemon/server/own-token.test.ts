import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { OwnToken } from "./own-token.ts";

function tokenPath(): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-auth-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, "token");
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("OwnToken", () => {
  it("[AP4] makes one secret of 192 random bits and keeps it", () => {
    const path = tokenPath();
    const token = new OwnToken(path).value;
    expect(token).toMatch(/^[a-f0-9]{48}$/);
    expect(new OwnToken(path).value).toBe(token);
    expect(new OwnToken(tokenPath()).value).not.toBe(token);
  });

  it("[LK3] the file is private, also where somebody opened it up", () => {
    const path = tokenPath();
    const token = new OwnToken(path).value;
    expect(modeOf(path)).toBe("600");
    chmodSync(path, 0o644);
    expect(new OwnToken(path).value).toBe(token);
    expect(modeOf(path)).toBe("600");
  });

  it.each(["", "short", "a\nb"])("[AP3] a file that holds %j instead of a token gets a new one", (content) => {
    const path = tokenPath();
    writeFileSync(path, content);
    const token = new OwnToken(path).value;
    expect(token).toMatch(/^[a-f0-9]{48}$/);
    expect(readFileSync(path, "utf8")).toBe(`${token}\n`);
  });

  it("[AP48] another one takes its place in the same private file, and whoever listens hears of it", () => {
    const path = tokenPath();
    const token = new OwnToken(path);
    const before = token.value;
    let told = 0;
    token.onRotate(() => {
      told += 1;
    });
    token.rotate();
    expect(token.value).toMatch(/^[a-f0-9]{48}$/);
    expect([token.value === before, told, modeOf(path)]).toEqual([false, 1, "600"]);
    expect(new OwnToken(path).value).toBe(token.value);
  });
});
