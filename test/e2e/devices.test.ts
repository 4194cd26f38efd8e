import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ErrorBody } from "../../src/core/protocol/base/errors.ts";
import { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import { DeviceList, DevicesRemoved, Paired, PairingLink } from "../../src/core/protocol/daemon/devices.ts";
import type { RuleReport } from "../../src/core/protocol/rules/rules.ts";
import { type Answer, type Ask, ask, type LetIn, letIn, portOf, tokenOf } from "../support/http.ts";
import { AGTMUX, type Sandbox, sandbox, until } from "../support/sandbox.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

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
    async open(headers: Record<string, string> = { "user-agent": FIREFOX }): Promise<LetIn> {
      return letIn((await box.status()).dashboard, headers);
    },
    with: (key: string, request: Ask) =>
      tcp({ ...request, headers: { authorization: `Bearer ${key}`, ...request.headers } }),
    pair: (code: string, headers: Record<string, string> = { "user-agent": IPHONE }) =>
      tcp({ method: "POST", path: "/v1/pair", body: JSON.stringify({ code, accepts_risk: true }), headers }),
    devices: () => box.json<DeviceList>("devices", "--json"),
  };
}

function codeOf(answer: Answer): string {
  return `${answer.status} ${ErrorBody.parse(JSON.parse(answer.text)).code}`;
}

/** An open WebSocket, or the status of the refusal. */
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

  it("[AP40] a caller with weaker credentials than the token does not get the token", async () => {
    const { box, open, tcp, token, port, with: asKey } = await setUp();
    const { key, cookie } = await open();
    const asCookie = await tcp({ path: "/v1/health", headers: { cookie } });
    for (const answer of [asCookie, await asKey(key, { path: "/v1/health" })]) {
      expect(answer.text).not.toContain(token);
      expect(DaemonStatus.parse(JSON.parse(answer.text)).dashboard).toMatch(
        new RegExp(`^http://[a-f0-9]{20}\\.localhost:${port}/$`),
      );
    }
    expect((await box.agtmux(["daemon", "status", "--json"])).stdout).not.toContain(token);
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

  it("[AP41] a removed device is refused at once with its cookie and its open sockets are closed; others stay", async () => {
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

  it("[AP41] a removed device no longer receives the signals that it followed", async () => {
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

  it("[AP41, SC3, SC16] survives a restart if the label is kept, and the list says when it was last seen", async () => {
    const { box, open } = await setUp(sandbox({ AGTMUX_ORIGIN: "keep" }));
    const { key } = await open({ "user-agent": "curl/8.5.0" });
    expect((await box.agtmux(["daemon", "stop"])).code).toBe(0);
    const again = await setUp(box);
    expect((await again.with(key, { path: "/v1/devices" })).status).toBe(200);
    const { stdout } = await box.agtmux(["devices"]);
    expect(stdout).toMatch(/^ID +SEEN +ADDED +DEVICE\n[a-f0-9]{8} +\S+ +\S+ +curl \(may make rules\)\n$/);
    for (const words of [
      ["devices", "nonsense"],
      ["devices", "remove"],
      ["devices", "remove", "a", "--all"],
      ["devices", "--all"],
    ])
      expect((await box.agtmux(words)).code).toBe(2);
  });
});

describe("agtmux token rotate", () => {
  it("[AP48] makes another token, and voids devices, cookies, open links and what is open by the old one", async () => {
    const { box, open, tcp, port, token, with: asKey } = await setUp();
    const { key, cookie } = await open();
    const { dashboard } = await box.status();
    const socket = (await socketTo(port, [`agtmux.token.${token}`])) as WebSocket;
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const [stream] = (await once(
      request({ host: "127.0.0.1", port, path: "/v1/signals", headers }).end(),
      "response",
    )) as [IncomingMessage];
    const over = [once(socket, "close"), once(stream.resume(), "end")];
    const ran = await box.agtmux(["token", "rotate"]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("1 device removed") });
    await Promise.all(over);
    for (const old of [token, key]) expect(codeOf(await asKey(old, { path: "/v1/panes" }))).toBe("401 E_UNAUTHORIZED");
    expect(codeOf(await tcp({ path: "/v1/panes", headers: { cookie } }))).toBe("401 E_UNAUTHORIZED");
    expect(codeOf((await letIn(dashboard)).answer)).toBe("403 E_PAIRING_CODE");
    const status = await box.status();
    expect((await asKey(tokenOf(status), { path: "/v1/panes" })).status).toBe(200);
    expect((await letIn(status.dashboard)).answer.status).toBe(201);
    for (const words of [["token"], ["token", "x"]]) expect((await box.agtmux(words)).code).toBe(2);
  });
});

describe("pairing", () => {
  it("[AP42, CL31] a link lets one device in, once", async () => {
    const { box, pair, port, with: asKey } = await setUp();
    const opened = PairingLink.parse(await box.json("pair", "--json"));
    expect(opened.link).toMatch(new RegExp(`^http://[a-f0-9]{20}\\.localhost:${port}/#pair=${opened.code}$`));
    expect(opened.plain_link).toBe(`http://127.0.0.1:${port}/#pair=${opened.code}`);
    const answer = await pair(opened.code);
    expect(answer.status).toBe(201);
    const { key, device } = Paired.parse(JSON.parse(answer.text));
    expect(device).toMatchObject({ name: "Safari on iPhone", is_current: true });
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    expect((await asKey(key ?? "", { method: "POST", path: "/v1/attention", body: SEEN })).status).toBe(200);
    const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect((await asKey("", { path: "/v1/panes", headers: { cookie } })).status).toBe(200);
    expect(codeOf(await pair(opened.code))).toBe("403 E_PAIRING_CODE");
  });

  it("[SC16] under 127.0.0.1 a browser may look, and act only if the risk is accepted", async () => {
    const { box, tcp, devices } = await setUp();
    const { code } = await box.json<PairingLink>("pair", "--json");
    const answer = await tcp({ method: "POST", path: "/v1/pair", body: JSON.stringify({ code }) });
    expect(Paired.parse(JSON.parse(answer.text))).toMatchObject({ key: null, device: { may_act: false } });
    const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect((await tcp({ path: "/v1/panes", headers: { cookie } })).status).toBe(200);
    expect(codeOf(await tcp({ path: "/v1/audit", headers: { cookie } }))).toBe("403 E_UNAUTHORIZED");
    expect((await box.agtmux(["devices"])).stdout).toContain("(may only look)");
    // under the dashboard's own name no risk has to be accepted
    const link = new URL((await box.status()).dashboard ?? "");
    const body = JSON.stringify({ code: link.hash.replace("#pair=", "") });
    const own = await tcp({ method: "POST", path: "/v1/pair", body, headers: { host: link.host, cookie } });
    expect(Paired.parse(JSON.parse(own.text)).key).toMatch(/^[a-f0-9]{48}$/);
    expect((await devices()).items).toHaveLength(1);
  });

  it("[AP42, DM8] wrong codes leave the open one valid, and the daemon reports them", async () => {
    const { box, pair } = await setUp();
    const { code } = await box.json<PairingLink>("pair", "--json");
    const wrong = await Promise.all(Array.from({ length: 40 }, () => pair("AAAA-AAAA-AAAA")));
    expect(new Set(wrong.map(codeOf))).toEqual(new Set(["403 E_PAIRING_CODE"]));
    const told = { code: "E_PAIRING_CODE", message: expect.stringMatching(/^40 wrong pairing codes/) };
    expect((await box.status()).problems).toContainEqual(expect.objectContaining(told));
    expect((await pair(code)).status).toBe(201);
    expect((await box.status()).problems).not.toContainEqual(expect.objectContaining({ code: "E_PAIRING_CODE" }));
  });

  it("[AP3, AP5, AP42] opening a code needs a key, and no other site can use one", async () => {
    const { box, pair, tcp } = await setUp();
    expect(codeOf(await tcp({ method: "POST", path: "/v1/pairing" }))).toBe("401 E_UNAUTHORIZED");
    const { code } = await box.json<PairingLink>("pair", "--json");
    expect(codeOf(await pair(code, { origin: "https://evil.example" }))).toBe("403 E_FORBIDDEN_ORIGIN");
    for (const body of ["", "{}", '{"code":1}', `{"code":"${code}","more":1}`])
      expect(codeOf(await tcp({ method: "POST", path: "/v1/pair", body }))).toBe("400 E_INVALID_INPUT");
    expect((await pair(code)).status).toBe(201);
  });

  it("[AP49] a device lets others in only where the user has allowed it, and takes them with it", async () => {
    const { box, open, pair, devices, with: asKey } = await setUp();
    const { key } = await open();
    const [own] = (await devices()).items;
    const opens = () => asKey(key, { method: "POST", path: "/v1/pairing" });
    expect(codeOf(await opens())).toBe("403 E_NOT_ALLOWED");
    const allow = { path: `/v1/devices/${own?.id}/pairing`, body: '{"allowed":true}' };
    for (const request of [allow, { path: "/v1/links" }, { path: "/v1/token" }])
      expect([request.path, codeOf(await asKey(key, { method: "POST", ...request }))]).toEqual([
        request.path,
        "403 E_NOT_ALLOWED",
      ]);
    expect(await box.agtmux(["devices", "allow-pairing", own?.id ?? ""])).toMatchObject({ code: 0 });
    expect((await box.agtmux(["devices"])).stdout).toContain("Firefox on Linux (may pair others and make rules)");
    const [code, unused] = [await opens(), await opens()].map(({ text }) => PairingLink.parse(JSON.parse(text)).code);
    expect(codeOf(await pair(code ?? ""))).toBe("403 E_PAIRING_CODE");
    const friend = Paired.parse(JSON.parse((await pair(unused ?? "")).text));
    expect(friend.device).toMatchObject({ paired_by: own?.id, may_pair: false });
    const open1 = PairingLink.parse(JSON.parse((await opens()).text)).code;
    expect((await box.agtmux(["devices", "remove", own?.id ?? ""])).stdout).toContain(friend.device.id);
    expect(codeOf(await asKey(friend.key ?? "", { path: "/v1/panes" }))).toBe("401 E_UNAUTHORIZED");
    expect(codeOf(await pair(open1))).toBe("403 E_PAIRING_CODE");
    expect((await box.agtmux(["devices", "allow-pairing"])).code).toBe(2);
  });

  it("[RL18] a paired device pauses rules, and makes, removes or resumes them only where the user has allowed it", async () => {
    const { box, open, pair, with: asKey } = await setUp();
    const { key: own } = await open();
    const { code } = await box.json<PairingLink>("pair", "--json");
    const phone = Paired.parse(JSON.parse((await pair(code)).text));
    const post = (key: string, path: string, body: object) =>
      asKey(key, { method: "POST", path, body: JSON.stringify(body) });
    const deny = { effect: "deny", command: "git push **" };
    const made = await post(own, "/v1/rules", deny);
    const { rule_id } = (JSON.parse(made.text) as RuleReport).rule;
    const key = phone.key ?? "";
    const refused = "403 E_NOT_ALLOWED";
    expect(codeOf(await post(key, "/v1/rules", deny))).toBe(refused);
    expect(codeOf(await asKey(key, { method: "DELETE", path: `/v1/rules/${rule_id}` }))).toBe(refused);
    expect((await post(key, "/v1/rules/pause", { paused: true })).status).toBe(200);
    expect(codeOf(await post(key, "/v1/rules/pause", { paused: false }))).toBe(refused);
    expect(codeOf(await post(own, `/v1/devices/${phone.device.id}/rules`, { allowed: true }))).toBe(refused);
    expect(await box.agtmux(["devices", "allow-rules", phone.device.id])).toMatchObject({ code: 0 });
    expect((await box.agtmux(["devices"])).stdout).toContain("(may make rules)");
    expect((await post(key, "/v1/rules/pause", { paused: false })).status).toBe(200);
    expect((await asKey(key, { method: "DELETE", path: `/v1/rules/${rule_id}` })).status).toBe(200);
    await box.agtmux(["devices", "forbid-rules", phone.device.id]);
    expect(codeOf(await post(key, "/v1/rules", deny))).toBe(refused);
  });

  it("[CL31] people get the link, and how long it is good", async () => {
    const { box, port } = await setUp();
    const { stdout, stderr } = await box.agtmux(["pair"]);
    expect(stdout).toMatch(new RegExp(`^http://[a-f0-9]{20}\\.localhost:${port}/#pair=[A-Z2-9-]{14}\n$`));
    expect(stderr).toMatch(/good once, for 10 minutes.*\n.*127\.0\.0\.1.*\n.*public_url/);
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
    const made = await setUp(
      withSettings(box, `public_url = "${PUBLIC}/"\nallowed_hosts = ["box.ts.net"]\npublic_over_tcp = "on"\n`),
    );
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

  it("[AP5, SC10] any other name or site is refused, whatever a proxy is said to have added", async () => {
    const { from, tcp, open } = await proxied();
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
    const here = await open(forwarded);
    expect(here.answer.headers["set-cookie"]?.[0]).not.toMatch(/Secure/);
    const there = await open({ host: "agents.example.com" });
    expect(there.answer.headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
  });
});

/** Writes config.toml of a home not used yet. */
function withSettings(box: Sandbox, text: string): Sandbox {
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), text);
  return box;
}
