import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPage } from "./page.ts";

const dir = mkdtempSync(join(tmpdir(), "agtmux-page-"));
const root = join(dir, "web");
mkdirSync(join(root, "assets"), { recursive: true });
writeFileSync(join(root, "index.html"), "<p>page</p>");
writeFileSync(join(root, "assets", "a.js"), "1");
writeFileSync(join(root, "secret"), "no type, no answer");
writeFileSync(join(dir, "token.json"), "outside");
afterAll(() => rmSync(dir, { recursive: true }));

describe("readPage", () => {
  it("serves the page with a policy that lets in nothing foreign", async () => {
    const page = readPage(root, "/");
    expect(await page?.text()).toBe("<p>page</p>");
    expect(page?.headers.get("content-security-policy")).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
    expect(page?.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page?.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page?.headers.get("cache-control")).toBe("no-cache");
    expect(readPage(root, "/assets/a.js")?.headers.get("cache-control")).toMatch(/immutable/);
  });

  it.each([
    "/../token.json",
    "/assets/../../token.json",
    "/%2e%2e/token.json",
    "/..%2ftoken.json",
    "/....//token.json",
    "/\0index.html",
    "/secret",
    "/assets",
    "/none.js",
    "//etc/passwd.json",
  ])("%s is no page", (path) => {
    expect(readPage(root, path)).toBeNull();
  });
});
