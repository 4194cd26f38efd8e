import { describe, expect, it } from "vitest";
import { FIRST_LOAD_REACH_KB, firstLoadKb } from "../support/first-load.ts";
import { ask } from "../support/http.ts";
import { servePage } from "../support/page-server.ts";

describe("the built page", () => {
  it("[PF11, PF13] is small enough to load, as it is sent", async () => {
    const { port } = new URL((await servePage([])).link);
    const { sent, plain } = await firstLoadKb(Number(port));
    console.log(`the page's first load: ${sent.toFixed(0)} KB of ${plain.toFixed(0)} KB`);
    expect(plain).toBeGreaterThan(1);
    expect(sent).toBeLessThanOrEqual(FIRST_LOAD_REACH_KB);
    expect(sent).toBeLessThan(plain / 2);
  });

  it("[PF13] answers HEAD as GET without the body, and a known version with 304", async () => {
    const port = Number(new URL((await servePage([])).link).port);
    const headers = { "accept-encoding": "br" };
    const [got, head] = await Promise.all([
      ask({ port }, { path: "/fleet", headers }),
      ask({ port }, { method: "HEAD", path: "/fleet", headers }),
    ]);
    const asked = ({ etag, vary, "content-encoding": encoding, "content-length": size }: typeof got.headers) => ({
      etag,
      vary,
      encoding,
      size,
    });
    expect(asked(head.headers)).toEqual(asked(got.headers));
    expect([got.headers["content-encoding"], head.bytes.length]).toEqual(["br", 0]);
    const again = await ask({ port }, { path: "/", headers: { ...headers, "if-none-match": got.headers.etag ?? "" } });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, got.headers.etag]);
  });
});
