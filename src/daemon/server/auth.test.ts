import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadToken } from "./auth.ts";

function tokenPath(): string {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-auth-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return join(dir, "token");
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("loadToken", () => {
  it("[AP4] makes one secret of 192 random bits and keeps it", () => {
    const path = tokenPath();
    const token = loadToken(path);
    expect(token).toMatch(/^[a-f0-9]{48}$/);
    expect(loadToken(path)).toBe(token);
    expect(loadToken(tokenPath())).not.toBe(token);
  });

  it("[DM13] the file is private, also where somebody opened it up", () => {
    const path = tokenPath();
    const token = loadToken(path);
    expect(modeOf(path)).toBe("600");
    chmodSync(path, 0o644);
    expect(loadToken(path)).toBe(token);
    expect(modeOf(path)).toBe("600");
  });

  it.each(["", "short", "a\nb"])("[AP3] a file that holds %j instead of a token gets a new one", (content) => {
    const path = tokenPath();
    writeFileSync(path, content);
    const token = loadToken(path);
    expect(token).toMatch(/^[a-f0-9]{48}$/);
    expect(readFileSync(path, "utf8")).toBe(`${token}\n`);
  });
});
