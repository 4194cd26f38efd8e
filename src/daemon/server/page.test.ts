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
writeFileSync(join(root, "assets", "a.js.br"), "smallest");
writeFileSync(join(root, "assets", "a.js.gz"), "smaller");
writeFileSync(join(root, "secret"), "no type, no answer");
writeFileSync(join(dir, "token.json"), "outside");
afterAll(() => rmSync(dir, { recursive: true }));

const HOST = "127.0.0.1:7433";
const read = (path: string, accepts: string | null = null, knows: string | null = null) =>
  readPage(root, { path, host: HOST, accepts, knows });
const told = async (answer: Response | null, name: string) => [await answer?.text(), answer?.headers.get(name) ?? null];

describe("readPage", () => {
  it("serves the page with a policy that lets in nothing foreign", async () => {
    const page = read("/");
    expect(await page?.text()).toBe("<p>page</p>");
    expect(page?.headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://${HOST} wss://${HOST}; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    );
    expect(page?.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page?.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page?.headers.get("cache-control")).toBe("no-cache");
    expect(read("/assets/a.js")?.headers.get("cache-control")).toMatch(/immutable/);
  });

  it.each([
    ["gzip, deflate, br, zstd", "smallest", "br"],
    ["gzip, deflate", "smaller", "gzip"],
    ["br;q=0, gzip;q=0.5", "smaller", "gzip"],
    ["BR ; q=0.1", "smallest", "br"],
    ["br;q=0.0, gzip;q=0", "1", null],
    ["identity", "1", null],
    ["brotli", "1", null],
    ["*", "1", null],
    [null, "1", null],
  ])("[PF13] for Accept-Encoding %j it sends %j", async (accepts, body, encoding) => {
    const answer = read("/assets/a.js", accepts);
    expect([answer?.headers.get("vary"), answer?.headers.get("content-type")]).toEqual([
      "accept-encoding",
      "text/javascript; charset=utf-8",
    ]);
    expect(answer?.headers.get("content-length")).toBe(String(body.length));
    expect(await told(answer, "content-encoding")).toEqual([body, encoding]);
  });

  it("[PF13] a file without a compressed copy is sent as it is", async () => {
    expect(await told(read("/", "br, gzip"), "content-encoding")).toEqual(["<p>page</p>", null]);
  });

  it("[PF13] answers 304 to a client that has the same version, by its ETag", async () => {
    const tag = read("/", null)?.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const knows of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const answer = read("/", null, knows);
      expect([answer?.status, await answer?.text(), answer?.headers.get("etag")]).toEqual([304, "", tag]);
      expect(answer?.headers.get("cache-control")).toBe("no-cache");
    }
    expect(read("/", null, '"other"')?.status).toBe(200);
    const [plain, small] = [null, "br"].map((accepts) => read("/assets/a.js", accepts)?.headers.get("etag"));
    expect(plain).not.toBe(small);
  });

  it.each([
    "/pane/host/work/@1/%253",
    "/fleet",
    "/pane/my.app",
    "/v1x",
    "/secret",
    "/assets",
    "/..",
    "/http://elsewhere/",
  ])("[WB21] %s is a place in the page", async (path) => {
    const page = read(path);
    expect(await page?.text()).toBe("<p>page</p>");
    expect(page?.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it.each(["/v1", "/v1/", "/v1/panes", "//v1/panes", "/x/../v1/panes"])("[WB21] %s is the API's", (path) => {
    expect(read(path)).toBeNull();
  });

  it.each([
    "/../token.json",
    "/assets/../../token.json",
    "/%2e%2e/token.json",
    "/..%2ftoken.json",
    "/....//token.json",
    "/\0index.html",
    "/none.js",
    "//etc/passwd.json",
  ])("%s is no page", (path) => {
    expect(read(path)).toBeNull();
  });
});
