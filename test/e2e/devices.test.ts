import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { DaemonStatus } from "../../src/core/protocol/daemon.ts";
import { DeviceList, DevicesRemoved, Paired, PairingLink } from "../../src/core/protocol/devices.ts";
import { ErrorBody } from "../../src/core/protocol/errors.ts";
import { type Answer, type Ask, ask, portOf, tokenOf } from "../support/http.ts";
import { AGTMUX, type Sandbox, sandbox, until } from "../support/sandbox.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

interface Browser {
  key: string;
  cookie: string;
}

async function setUp(box: Sandbox = sandbox()) {
  const status = await box.startDaemon();
  const port = portOf(status);
  const token = tokenOf(status);
  const tcp = (request: Ask) => ask({ port }, request);
  return {
    box,
    port,
    token,
    tcp,
    /** Opens the link, as a browser does. */
    async open(headers: Record<string, string> = { "user-agent": FIREFOX }): Promise<Browser> {
      return browserOf(await tcp({ path: `/?token=${token}`, headers }));
    },
    with: (key: string, request: Ask) =>
      tcp({ ...request, headers: { authorization: `Bearer ${key}`, ...request.headers } }),
    pair: (code: string, headers: Record<string, string> = { "user-agent": IPHONE }) =>
      tcp({ method: "POST", path: "/v1/pair", body: JSON.stringify({ code }), headers }),
    devices: () => box.json<DeviceList>("devices", "--json"),
  };
}

function browserOf({ headers }: Answer): Browser {
  const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return { cookie, key: (headers.location ?? "").replace("/#key=", "") };
}

function codeOf(answer: Answer): string {
  return `${answer.status} ${ErrorBody.parse(JSON.parse(answer.text)).code}`;
}

/** An open web socket, or how it was refused. */
async function socketTo(port: number, protocols: string[], cookie = ""): Promise<WebSocket | number> {
  const headers = cookie === "" ? {} : { cookie, origin: `http://127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/stream`, protocols, { headers });
  return new Promise((done) => {
    socket.once("open", () => done(socket));
    socket.once("unexpected-response", (_request, response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    socket.on("error", () => undefined);
  });
}

const SEEN = JSON.stringify({ action: "seen", all: true });

describe("a device's key", () => {
  it("[AP4, AP40] comes with the link; with it one may act, and with the cookie alone only look", async () => {
    const { open, tcp, with: asKey, devices } = await setUp();
    const { key, cookie } = await open();
    expect(key).toMatch(/^[a-f0-9]{48}$/);
    const act: Ask = { method: "POST", path: "/v1/attention", body: SEEN };
    expect((await asKey(key, act)).status).toBe(200);
    expect((await tcp({ path: "/v1/panes", headers: { cookie } })).status).toBe(200);
    for (const request of [
      act,
      { method: "POST", path: "/v1/shutdown" },
      { method: "POST", path: "/v1/pairing" },
      { method: "DELETE", path: "/v1/devices" },
    ])
      expect(codeOf(await tcp({ ...request, headers: { cookie } }))).toBe("403 E_UNAUTHORIZED");
    expect((await devices()).items).toMatchObject([{ name: "Firefox on Linux", is_current: false }]);
  });

  it("[AP40] who comes with less than the token does not learn it", async () => {
    const { open, tcp, token, port, with: asKey } = await setUp();
    const { key, cookie } = await open();
    const asCookie = await tcp({ path: "/v1/health", headers: { cookie } });
    for (const answer of [asCookie, await asKey(key, { path: "/v1/health" })]) {
      expect(answer.text).not.toContain(token);
      expect(DaemonStatus.parse(JSON.parse(answer.text)).dashboard).toBe(`http://127.0.0.1:${port}/`);
    }
    expect((await asKey(token, { path: "/v1/health" })).text).toContain(token);
  });

  it("[AP4] a browser that opens the link again stays one device", async () => {
    const { open, devices, with: asKey } = await setUp();
    const first = await open();
    const second = await open({ "user-agent": FIREFOX, cookie: first.cookie });
    expect(second.key).not.toBe(first.key);
    expect((await devices()).items).toHaveLength(1);
    for (const { key } of [first, second]) expect((await asKey(key, { path: "/v1/devices" })).status).toBe(200);
    await open();
    expect((await devices()).items).toHaveLength(2);
  });

  it("[AP40] is taken as a web socket's protocol, in either spelling, and so is the token", async () => {
    const { open, port, token } = await setUp();
    const { key } = await open();
    for (const protocol of [
      `agtmux.key.${key}`,
      `agtmux.token.${key}`,
      `agtmux.token.${token}`,
      `agtmux.key.${token}`,
    ]) {
      const socket = await socketTo(port, [protocol, "agtmux.v1"]);
      expect(socket).toBeInstanceOf(WebSocket);
      expect((socket as WebSocket).protocol).toBe("agtmux.v1");
      (socket as WebSocket).terminate();
    }
    expect(await socketTo(port, ["agtmux.key.nonsense"])).toBe(401);
  });

  it("[AP41] that was taken away is refused at once with its cookie, its open sockets are closed, others stay", async () => {
    const { box, open, port, tcp, devices, with: asKey } = await setUp();
    const [lost, kept] = [await open({ "user-agent": IPHONE }), await open()];
    const sockets = [
      await socketTo(port, [`agtmux.key.${lost.key}`]),
      await socketTo(port, [], lost.cookie),
      await socketTo(port, [`agtmux.key.${kept.key}`]),
    ] as WebSocket[];
    const closed = sockets.slice(0, 2).map((socket) => once(socket, "close"));
    const list = DeviceList.parse(JSON.parse((await asKey(kept.key, { path: "/v1/devices" })).text));
    expect(list.items.map(({ name, is_current }) => [name, is_current]).toSorted()).toEqual([
      ["Firefox on Linux", true],
      ["Safari on iPhone", false],
    ]);
    const { id = "" } = list.items.find(({ is_current }) => !is_current) ?? {};
    const removed = await box.agtmux(["devices", "remove", id]);
    expect(removed).toMatchObject({ code: 0, stdout: `${id}: may no longer look or act\n` });
    await Promise.all(closed);
    expect(sockets[2]?.readyState).toBe(WebSocket.OPEN);
    expect(codeOf(await asKey(lost.key, { path: "/v1/panes" }))).toBe("401 E_UNAUTHORIZED");
    expect(codeOf(await tcp({ path: "/v1/panes", headers: { cookie: lost.cookie } }))).toBe("401 E_UNAUTHORIZED");
    expect(await socketTo(port, [`agtmux.key.${lost.key}`])).toBe(401);
    expect((await asKey(kept.key, { path: "/v1/panes" })).status).toBe(200);
    expect(await box.agtmux(["devices", "remove", id])).toMatchObject({ code: 90 });
    const all = await asKey(kept.key, { method: "DELETE", path: "/v1/devices" });
    expect(DevicesRemoved.parse(JSON.parse(all.text)).removed).toHaveLength(1);
    expect((await devices()).items).toEqual([]);
    expect((await box.agtmux(["devices"])).stdout).toMatch(/^no device yet/);
    sockets[2]?.terminate();
  });

  it("[AP41] that was taken away ends what it follows", async () => {
    const { box, open, port } = await setUp();
    const { key } = await open();
    const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
    const sent = request({ host: "127.0.0.1", port, path: "/v1/signals", headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    const ended = once(response.resume(), "end");
    expect((await box.agtmux(["devices", "remove", "--all"])).code).toBe(0);
    await ended;
  });

  it("[AP41, SC9] outlives the daemon, and the list says who was seen when", async () => {
    const { box, open } = await setUp();
    const { key } = await open({ "user-agent": "curl/8.5.0" });
    expect((await box.agtmux(["daemon", "stop"])).code).toBe(0);
    const again = await setUp(box);
    expect((await again.with(key, { path: "/v1/devices" })).status).toBe(200);
    const { stdout } = await box.agtmux(["devices"]);
    expect(stdout).toMatch(/^ID +SEEN +ADDED +DEVICE\n[a-f0-9]{8} +\S+ +\S+ +curl\n$/);
    for (const words of [
      ["devices", "nonsense"],
      ["devices", "remove"],
      ["devices", "remove", "a", "--all"],
      ["devices", "--all"],
    ])
      expect((await box.agtmux(words)).code).toBe(2);
  });
});

describe("pairing", () => {
  it("[AP42, CL31] a link lets one device in, once", async () => {
    const { box, pair, port, with: asKey } = await setUp();
    const opened = PairingLink.parse(await box.json("pair", "--json"));
    expect(opened.link).toBe(`http://127.0.0.1:${port}/#pair=${opened.code}`);
    const answer = await pair(opened.code);
    expect(answer.status).toBe(201);
    const { key, device } = Paired.parse(JSON.parse(answer.text));
    expect(device).toMatchObject({ name: "Safari on iPhone", is_current: true });
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    expect((await asKey(key, { method: "POST", path: "/v1/attention", body: SEEN })).status).toBe(200);
    const { cookie } = browserOf(answer);
    expect((await asKey("", { path: "/v1/panes", headers: { cookie } })).status).toBe(200);
    expect(codeOf(await pair(opened.code))).toBe("403 E_PAIRING_CODE");
  });

  it("[AP42, DM8] wrong codes cost the open one nothing, and the daemon tells of them", async () => {
    const { box, pair } = await setUp();
    const { code } = await box.json<PairingLink>("pair", "--json");
    const wrong = await Promise.all(Array.from({ length: 40 }, () => pair("AAAA-AAAA-AAAA")));
    expect(new Set(wrong.map(codeOf))).toEqual(new Set(["403 E_PAIRING_CODE"]));
    const told = { code: "E_PAIRING_CODE", message: expect.stringMatching(/^40 wrong pairing codes/) };
    expect((await box.status()).problems).toContainEqual(expect.objectContaining(told));
    expect((await pair(code)).status).toBe(201);
    expect((await box.status()).problems).not.toContainEqual(expect.objectContaining({ code: "E_PAIRING_CODE" }));
  });

  it("[AP3, AP6, AP42] nobody opens a code without a key, and no other site uses one", async () => {
    const { box, pair, tcp } = await setUp();
    expect(codeOf(await tcp({ method: "POST", path: "/v1/pairing" }))).toBe("401 E_UNAUTHORIZED");
    const { code } = await box.json<PairingLink>("pair", "--json");
    expect(codeOf(await pair(code, { origin: "https://evil.example" }))).toBe("403 E_FORBIDDEN_ORIGIN");
    for (const body of ["", "{}", '{"code":1}', `{"code":"${code}","more":1}`])
      expect(codeOf(await tcp({ method: "POST", path: "/v1/pair", body }))).toBe("400 E_INVALID_INPUT");
    expect((await pair(code)).status).toBe(201);
  });

  it("[CL31] people get the link, and how long it is good", async () => {
    const { box, port } = await setUp();
    const { stdout, stderr } = await box.agtmux(["pair"]);
    expect(stdout).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#pair=[A-Z2-9-]{14}\n$`));
    expect(stderr).toMatch(/good once, for 10 minutes.*\n.*public_url/);
  });

  it("[CL20, CL31] on a terminal they get its code as a picture, with colours and without", async () => {
    const { box } = await setUp();
    const shown = async (command: string) => {
      const pane = box.session(`s${command.length}`, `${command}; echo "that was all"; exec sleep 600`);
      await until(() => box.screen(pane).includes("that was all"));
      return box.tmux("capture-pane", "-p", "-e", "-S", "-", "-t", pane);
    };
    expect(await shown(`${AGTMUX} pair`)).toMatch(/\x1b\[30(?:;|m\x1b\[)107m\s+█▀▀▀▀▀█/);
    for (const command of [`NO_COLOR=1 ${AGTMUX} pair`, `${AGTMUX} --color never pair`]) {
      const picture = await shown(command);
      expect(picture).toMatch(/^█{20,}$/m);
      expect(picture).not.toMatch(/\x1b|u001b/);
    }
  });
});

describe("behind the user's own proxy", () => {
  const PUBLIC = "https://agents.example.com";

  async function proxied() {
    const box = sandbox();
    const made = await setUp(withSettings(box, `public_url = "${PUBLIC}/"\nallowed_hosts = ["box.ts.net"]\n`));
    return {
      ...made,
      from: (headers: Record<string, string>) => made.with(made.token, { path: "/v1/panes", headers }),
    };
  }

  it("[SC10, UI19] it is answered under its own name, and links lead there", async () => {
    const { box, from, pair } = await proxied();
    for (const headers of [
      { host: "agents.example.com" },
      { host: "agents.example.com", origin: PUBLIC },
      { host: "box.ts.net", origin: "https://box.ts.net" },
    ])
      expect((await from(headers)).status).toBe(200);
    const { code, link } = await box.json<PairingLink>("pair", "--json");
    expect(link).toBe(`${PUBLIC}/#pair=${code}`);
    const paired = await pair(code, { host: "agents.example.com", origin: PUBLIC });
    expect(paired.headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
  });

  it("[AP5, AP6, SC10] any other name or site is refused, whatever a proxy is said to have added", async () => {
    const { from, tcp, token } = await proxied();
    for (const headers of [
      { host: "evil.example" },
      { host: "agents.example.com:8443" },
      { host: "evil.example", "x-forwarded-host": "agents.example.com" },
      { host: "agents.example.com", origin: "http://agents.example.com" },
      { host: "agents.example.com", origin: "https://evil.example" },
      { host: "evil.example", origin: PUBLIC },
    ])
      expect(codeOf(await from(headers))).toBe("403 E_FORBIDDEN_ORIGIN");
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" };
    expect(codeOf(await tcp({ path: "/v1/panes", headers: forwarded }))).toBe("401 E_UNAUTHORIZED");
    const link = { path: `/?token=${token}` };
    const here = await tcp({ ...link, headers: forwarded });
    expect(here.headers["set-cookie"]?.[0]).not.toMatch(/Secure/);
    const there = await tcp({ ...link, headers: { host: "agents.example.com" } });
    expect(there.headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
  });
});

/** What stands in config.toml of a home that nobody has used yet. */
function withSettings(box: Sandbox, text: string): Sandbox {
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), text);
  return box;
}
