import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type Ask, askRaw } from "../support/http.ts";
import { Sandbox } from "../support/sandbox.ts";
import { operations, outcome, tcpAccess } from "./tcp-access.ts";

const EVIL = "https://evil.example";
/** Content types that a form of any site can send without a preflight request. */
const SIMPLE_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];

/** A browser calls these before it has a key. */
const FOR_EVERYBODY = new Set(["/v1/pair", "/v1/greet"]);

/** All that the cookie alone opens. A new path that reads is in this list, or for whoever may act. */
const FOR_LOOKING = new Set(
  [
    ...["adapters", "attention", "classifier", "devices", "events", "explain", "health", "notify", "notify/push"],
    ...[
      "openapi.json",
      "panes",
      "questions",
      "resumable",
      "sessions",
      "signals",
      "spawn",
      "stream",
      "targets",
      "windows",
    ],
    ...["targets/{target}/sessions/{name}/signal", "targets/{target}/sessions/{name}/timeline"],
  ]
    .map((path) => `get /v1/${path}`)
    .concat("get /metrics"),
);

const box = new Sandbox();
let access: Awaited<ReturnType<typeof tcpAccess>>;
beforeAll(async () => {
  box.session("work");
  await box.startDaemon();
  access = await tcpAccess(box);
});
afterAll(() => box.dispose());

describe("every path of the document", () => {
  it("[SC5, AP3, AP20] is refused to whoever shows no right, whatever the method", async () => {
    const strangers: Record<string, Record<string, string>> = {
      nothing: {},
      "a wrong token": { authorization: `Bearer ${"0".repeat(48)}` },
      "the token by another scheme": { authorization: `Digest ${access.token}` },
      "the token in the wrong place": {
        cookie: `agtmux_session_${access.port}=${access.token}`,
        "x-token": access.token,
      },
      "a cookie that we did not make": { cookie: access.cookie.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
    };
    for (const [what, headers] of Object.entries(strangers))
      await forEach(operations(), async ({ name, method, path }) => {
        for (const used of new Set([method, "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"])) {
          const answer = outcome(
            await access.tcp({ method: used, path, headers, ...(used === "POST" && { body: "{}" }) }),
          );
          const isOpen = used === "POST" && FOR_EVERYBODY.has(path);
          // a head has no body to tell a code in
          const expected = isOpen ? "400 E_INVALID_INPUT" : used === "HEAD" ? "401" : "401 E_UNAUTHORIZED";
          expect([what, used, name, answer]).toEqual([what, used, name, expected]);
        }
      });
  });

  it("[SC5, AP4, AP40] is for looking only to whoever has the cookie alone, and tells the token to nobody", async () => {
    const asked = operations();
    expect(asked.filter(({ method }) => method !== "GET").length).toBeGreaterThan(20);
    const names = asked.map(({ name }) => name);
    expect([...FOR_LOOKING].filter((name) => !names.includes(name))).toEqual([]);
    for (const { name, method, path, isSocket } of asked) {
      if (FOR_EVERYBODY.has(path)) continue;
      const headers = { cookie: access.cookie, accept: "application/json" };
      const answer = await first({ method, path, headers, ...(method === "POST" && { body: "{}" }) });
      const isTerminal = path.startsWith("/v1/terminal/");
      if (!FOR_LOOKING.has(name) && !isTerminal) expect([name, outcome(answer)]).toEqual([name, "403 E_UNAUTHORIZED"]);
      else if (!isSocket) expect([name, answer.status === 401 || answer.status === 403]).toEqual([name, false]);
      expect([name, answer.text.includes(access.token), answer.sniff]).toEqual([name, false, "nosniff"]);
    }
  });

  it("[SC5, TS10] that is a web socket is refused without a right, and a terminal to the cookie too", async () => {
    const { cookie, port } = access;
    const origin = `http://127.0.0.1:${port}`;
    for (const { path } of operations().filter(({ isSocket }) => isSocket)) {
      expect([path, await upgrade(path, { origin })]).toEqual([path, 401]);
      const withCookie = await upgrade(path, { origin, cookie });
      expect([path, withCookie]).toEqual([path, path.startsWith("/v1/terminal/") ? 403 : 101]);
    }
  });

  it("[SC5, AP5] is refused under another name and to another site, with the token too", async () => {
    const foreign: Record<string, string>[] = [
      { host: "evil.example" },
      { host: `evil.example:${access.port}` },
      { host: "127.0.0.1" },
      { host: `127.0.0.1:${access.port}.evil.example` },
      { host: `user@127.0.0.1:${access.port}` },
      { origin: EVIL },
      { origin: "null" },
      { origin: "" },
      { origin: `http://127.0.0.1:${access.port + 1}` },
      { origin: `https://127.0.0.1:${access.port}` },
      { origin: `http://127.0.0.1:${access.port}.evil.example` },
    ];
    for (const wrong of foreign)
      await forEach(operations(), async ({ name, method, path }) => {
        const headers = { authorization: `Bearer ${access.token}`, cookie: access.cookie, ...wrong };
        const answer = outcome(await access.tcp({ method, path, headers, ...(method === "POST" && { body: "{}" }) }));
        expect([wrong, name, answer]).toEqual([wrong, name, "403 E_FORBIDDEN_ORIGIN"]);
      });
    expect((await box.status()).running).toBe(true);
  });
});

describe("a browser that another site has got hold of", () => {
  it("[SC5] an upgrade by the cookie that does not say where it comes from is refused", async () => {
    const { cookie, port, key } = access;
    const own = `http://127.0.0.1:${port}`;
    expect(await upgrade("/v1/stream", { cookie })).toBe(403);
    expect(await upgrade("/v1/stream", { cookie, origin: EVIL })).toBe(403);
    expect(await upgrade("/v1/stream", { cookie, origin: "null" })).toBe(403);
    expect(await upgrade("/v1/stream", { cookie, origin: own, "sec-fetch-site": "same-site" })).toBe(403);
    expect(await upgrade("/v1/stream", { cookie, origin: own })).toBe(101);
    // a program has a key, which no browser adds by itself
    expect(await upgrade("/v1/stream", { authorization: `Bearer ${key}` })).toBe(101);
  });

  it("[SC5] what it fetches for another site, or another port of this host, is refused though it brings the cookie", async () => {
    for (const site of ["cross-site", "same-site"])
      for (const path of ["/v1/panes", "/v1/audit", "/v1/signals"]) {
        const answer = await access.tcp({ path, headers: { cookie: access.cookie, "sec-fetch-site": site } });
        expect([site, path, outcome(answer)]).toEqual([site, path, "403 E_FORBIDDEN_ORIGIN"]);
      }
    for (const site of ["same-origin", "none"])
      expect(
        (await access.tcp({ path: "/v1/panes", headers: { cookie: access.cookie, "sec-fetch-site": site } })).status,
      ).toBe(200);
    // the link may be followed from anywhere: a mail, a chat
    expect((await access.tcp({ path: "/", headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });

  it("[SC5] a form's post does nothing, with its Origin, without one, and with our own but the cookie alone", async () => {
    const posts = operations().filter(({ method, path }) => method === "POST" && !FOR_EVERYBODY.has(path));
    await forEach(posts, async ({ path, name }) => {
      for (const type of SIMPLE_TYPES)
        for (const origin of [EVIL, "null", null, `http://127.0.0.1:${access.port}`]) {
          const headers = { cookie: access.cookie, "content-type": type, ...(origin === null ? {} : { origin }) };
          const { status } = await access.tcp({ method: "POST", path, headers, body: '{"action":"seen","all":true}' });
          expect([name, type, origin, status]).toEqual([name, type, origin, 403]);
        }
    });
  });

  it("[SC5] no answer may be taken for something else than it says: refusals to strangers, bad requests and upgrades too", async () => {
    const { port } = access;
    const own = [`Host: 127.0.0.1:${port}`, "Connection: close"];
    for (const head of [
      ["GET /v1/panes HTTP/1.1", ...own],
      ["GET /v1/panes HTTP/1.1", "Host: evil.example", "Connection: close"],
      ["POST /v1/actions/send HTTP/1.1", ...own, "Content-Length: 0"],
      ["GET / HTTP/1.1", ...own],
      ["GET /v1/stream HTTP/1.1", `Host: 127.0.0.1:${port}`, "Connection: Upgrade", "Upgrade: websocket"],
    ]) {
      const text = await askRaw(port, `${head.join("\r\n")}\r\n\r\n`);
      expect([head[0], /^x-content-type-options: nosniff\r$/im.test(text)]).toEqual([head[0], true]);
    }
  });

  it("[SC5] a preflight request is never allowed", async () => {
    for (const origin of [EVIL, "null", `http://127.0.0.1:${access.port}`]) {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
        "access-control-request-private-network": "true",
      };
      const { status, headers: got } = await access.tcp({ method: "OPTIONS", path: "/v1/shutdown", headers });
      expect([origin, status >= 400]).toEqual([origin, true]);
      expect(Object.keys(got).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  it("[SC5, AP5] a second Host, none, or an absolute address gets no further than a wrong one", async () => {
    const own = `127.0.0.1:${access.port}`;
    const bearer = `Authorization: Bearer ${access.token}`;
    for (const lines of [
      ["GET /v1/panes HTTP/1.1", `Host: evil.example`, `Host: ${own}`, bearer],
      ["GET /v1/panes HTTP/1.0", bearer],
      [`GET http://evil.example/v1/panes HTTP/1.1`, "Host: evil.example", bearer],
    ]) {
      const text = await askRaw(access.port, `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
      expect([lines[0], Number(text.split(" ")[1]) >= 400]).toEqual([lines[0], true]);
    }
  });
});

/** Several at once: there are many, and none waits for another. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const next = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, next));
}

/** The status with which an upgrade was answered; 101 is the one that opens. */
function upgrade(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const { protocol, ...others } = headers;
    const socket = new WebSocket(`ws://127.0.0.1:${access.port}${path}`, protocol === undefined ? [] : [protocol], {
      headers: others,
    });
    socket.on("error", () => undefined);
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.once("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
}

/** The head of an answer and its first words: some paths never end. */
function first({
  method = "GET",
  path,
  headers,
  body,
}: Ask): Promise<{ status: number; text: string; sniff: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: access.port, path, method, headers, agent: false }, (response) => {
      const done = (text: string) => {
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, text, sniff: response.headers["x-content-type-options"] });
      };
      const isEndless = response.headers["content-type"]?.startsWith("text/event-stream");
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
        if (isEndless) done(text);
      });
      response.on("end", () => done(text));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
