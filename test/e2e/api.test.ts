import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/core/protocol/base/errors.ts";
import { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import { Resolution } from "../../src/core/protocol/events/explain.ts";
import { PaneItem, PaneList } from "../../src/core/protocol/lists/lists.ts";
import { type Answer, type Ask, ask, askRaw, letIn, portOf, tokenOf } from "../support/http.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const PATHS = ["/v1/health", "/v1/panes", "/v1/explain?ref=runtime:x", "/v1/nothing", "/v1/stream", "/v1/shutdown"];

/** A daemon, and clients over TCP and over its socket. */
async function setUp(box: Sandbox = sandbox()) {
  const status = await box.startDaemon();
  const port = portOf(status);
  const token = tokenOf(status);
  return {
    box,
    status,
    port,
    token,
    tcp: (request: Ask) => ask({ port }, request),
    /** Over TCP with the token. */
    keyed: (request: Ask) =>
      ask({ port }, { ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } }),
    unix: (request: Ask) => ask({ socketPath: join(box.home, "agtmuxd.sock") }, request),
  };
}

function errorOf(answer: Answer): string {
  return `${answer.status} ${ErrorBody.strict().parse(JSON.parse(answer.text)).code}`;
}

describe("the API on the socket", () => {
  it("[AP1, AP9] answers without a token, private to the user", async () => {
    const { box, unix, status } = await setUp();
    const answer = await unix({ path: "/v1/health" });
    expect(answer.status).toBe(200);
    const health = DaemonStatus.parse(JSON.parse(answer.text));
    expect(health).toMatchObject({ version: status.version, pid: status.pid, problems: status.problems });
    expect(health.problems).toHaveLength(1);
    expect(answer.headers["agtmux-version"]).toBe(status.version);
    expect(statSync(join(box.home, "agtmuxd.sock")).mode & 0o777).toBe(0o600);
    expect(statSync(box.home).mode & 0o777).toBe(0o700);
  });

  it("[AP7] a path that does not exist gets 404 and an error body", async () => {
    const { unix } = await setUp();
    for (const path of ["/", "/v1", "/v1/nothing", "/v2/panes", "/v1/panes/x"])
      expect(errorOf(await unix({ path }))).toBe("404 E_NOT_FOUND");
    expect(errorOf(await unix({ method: "DELETE", path: "/v1/panes" }))).toBe("404 E_NOT_FOUND");
    expect(errorOf(await unix({ path: "/v1/shutdown" }))).toBe("404 E_NOT_FOUND");
  });

  it("[AP7, AP9] a malformed registration gets 400 and says what is wrong", async () => {
    const { unix } = await setUp();
    for (const body of ["", "{", "[]", "null", '{"session_id":1}', "\0"]) {
      const answer = await unix({ method: "POST", path: "/v1/register", body });
      expect(errorOf(answer)).toBe("400 E_INVALID_INPUT");
    }
    const trick = {
      session_id: "s",
      workspace_id: "w",
      workspace: "/w",
      status_file: "/etc/passwd",
      pane_id: "%0",
      tmux_server_pid: 1,
    };
    const answer = await unix({ method: "POST", path: "/v1/register", body: JSON.stringify(trick) });
    expect(errorOf(answer)).toBe("400 E_INVALID_INPUT");
    expect(answer.text).toContain("status_file");
  });

  it("[AP7] a body that is too large gets 413 and an error body", async () => {
    const { unix, keyed } = await setUp();
    const body = Buffer.alloc(3 * 1024 * 1024, "a");
    for (const way of [unix, keyed])
      expect(errorOf(await way({ method: "POST", path: "/v1/register", body }))).toBe("413 E_INVALID_INPUT");
    expect((await unix({ path: "/v1/health" })).status).toBe(200);
  });

  it("[AP10, AT11, ST4] panes come in an envelope, each with identity, ref and state", async () => {
    const box = sandbox();
    const plain = box.session("a b/c%1");
    const { unix } = await setUp(box);
    const work = await box.registered("work");
    box.type(work, `agtmux signal needs_input "Which one?"`);
    await untilPane(box, work, (item) => item.state === "waiting_input");
    const list = PaneList.strict().parse(JSON.parse((await unix({ path: "/v1/panes" })).text));
    expect(Object.keys(list).toSorted()).toEqual([
      "filters",
      "generated_at",
      "items",
      "partial",
      "schema_version",
      "summary",
      "target_errors",
    ]);
    expect(list.summary).toEqual({
      panes: 2,
      agents: 1,
      needs_action: 1,
      shelves: { blocked: 1, check: 0, done: 0 },
      by_state: { error: 0, waiting_approval: 0, waiting_input: 1, running: 0, completed: 0, idle: 0, unknown: 0 },
      by_agent: { generic: 1 },
      by_target: { host: 2 },
    });
    const told = box
      .tmux("list-panes", "-a", "-F", "#{pane_id}\t#{session_name}\t#{window_id}")
      .split("\n")
      .map((line) => line.split("\t"))
      .map(([pane_id, session_name, window_id]) => ({ target: "host", session_name, window_id, pane_id }));
    expect(list.items.map((item) => item.identity).toSorted(byPane)).toEqual(told.toSorted(byPane));
    const idle = list.items.find((item) => item.identity.pane_id === plain);
    expect(idle).toMatchObject({ state: "unknown", reason_code: "no_agent", agent: null, attention: null });
    expect(idle?.ref).toMatch(/^pane:host\/a%20b%2Fc%251\/@\d+\/%\d+$/);
  });

  it("[AP9] explain gives the resolution of the one pane that a ref names", async () => {
    const box = sandbox();
    const plain = box.session("plain/1");
    const { unix } = await setUp(box);
    const work = await box.registered("work");
    box.type(work, `agtmux signal error "Build failed"`);
    const item = await untilPane(box, work, (pane) => pane.state === "error");
    const explain = async (ref: string) => {
      const answer = await unix({ path: `/v1/explain?ref=${encodeURIComponent(ref)}` });
      expect(answer.status).toBe(200);
      return JSON.parse(answer.text) as { pane: unknown; resolution: unknown };
    };
    for (const ref of [item.ref, `runtime:${item.runtime_id}`]) {
      const { pane, resolution } = await explain(ref);
      // the name of the program and of its window follow a moment later
      const { command, window_name, updated_at, state_version, ...rest } = item;
      expect(PaneItem.parse(pane)).toMatchObject(rest);
      expect(Resolution.strict().parse(resolution)).toMatchObject({
        state: "error",
        message: "Build failed",
        nudge_seq: item.nudge_seq,
        evidence: [{ verdict: "decides", source: "command", says: "error" }],
      });
    }
    const bare = await explain((await box.pane(plain)).ref);
    expect(bare).toMatchObject({ pane: { reason_code: "no_agent" }, resolution: null });
    expect(errorOf(await unix({ path: "/v1/explain" }))).toBe("400 E_REF_INVALID");
    expect(errorOf(await unix({ path: "/v1/explain?ref=pane:nonsense" }))).toBe("400 E_REF_INVALID");
    expect(errorOf(await unix({ path: "/v1/explain?ref=runtime:none" }))).toBe("404 E_REF_NOT_FOUND");
  });

  it("[AP9] registers a pane, and answers with the session and status file that belong to it", async () => {
    const box = sandbox();
    const pane = box.session("work");
    const { unix } = await setUp(box);
    const registration = {
      session_id: "work-1",
      workspace_id: "work",
      workspace: box.workspace,
      status_file: `${box.workspace}/.schmux/signal/work-1`,
      pane_id: pane,
      tmux_server_pid: Number(box.tmux("display-message", "-p", "#{pid}")),
    };
    const post = (change: object) =>
      unix({ method: "POST", path: "/v1/register", body: JSON.stringify({ ...registration, ...change }) });
    const answer = await post({});
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual(registration);
    expect(await box.pane(pane)).toMatchObject({ agent: "generic", state: "unknown", reason_code: "no_signal" });
    expect(errorOf(await post({ pane_id: "%999" }))).toBe("404 E_REF_NOT_FOUND");
    expect(errorOf(await post({ tmux_server_pid: 1 }))).toBe("400 E_NOT_IN_TMUX");
  });
});

describe("the API on the port", () => {
  it("[AP1] answers on 127.0.0.1, on ::1 where that is there, and on no other address", async () => {
    const { status, keyed } = await setUp();
    expect((await keyed({ path: "/v1/health" })).status).toBe(200);
    const port = portOf(status).toString(16).toUpperCase().padStart(4, "0");
    const hasV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
    // as /proc writes addresses
    const ours = ["0100007F", ...(hasV6 ? ["00000000000000000000000001000000"] : [])];
    expect(listeningAddresses(status.pid as number)).toEqual(ours.map((address) => `${address}:${port}`));
  });

  it("[AP1] gives the same answers as the socket", async () => {
    const { unix, keyed } = await setUp();
    for (const path of ["/v1/health", "/v1/nothing", "/v1/explain?ref=x"]) {
      const [over, under] = [await keyed({ path }), await unix({ path })];
      // how the daemon fares is measured at each request
      const [one, other] = [over, under].map(({ text }) => ({ ...JSON.parse(text), vitals: null }));
      expect([over.status, one]).toEqual([under.status, other]);
    }
  });

  it("[AP3, AP7] without a key, or with a wrong one, every path gets 401", async () => {
    const { tcp, token, box, status } = await setUp();
    const wrong = [
      {},
      { authorization: "Bearer nonsense" },
      { authorization: `Digest ${token}` },
      { authorization: `Bearer ${token}x` },
      { cookie: "agtmux_session=nonsense" },
      { cookie: `agtmux_session_${status.port}=nonsense` },
    ];
    for (const headers of wrong) {
      for (const path of PATHS) expect(errorOf(await tcp({ path, headers }))).toBe("401 E_UNAUTHORIZED");
      for (const path of ["/v1/shutdown", "/v1/register"])
        expect(errorOf(await tcp({ method: "POST", path, headers, body: "{}" }))).toBe("401 E_UNAUTHORIZED");
    }
    expect(errorOf(await tcp({ path: `/v1/panes?token=${token}` }))).toBe("401 E_UNAUTHORIZED");
    expect((await box.status()).pid).toBe(status.pid);
  });

  it("[AP4] the link's code becomes a cookie out of scripts' reach, once, and the cookie alone is then enough", async () => {
    const { tcp, token, status } = await setUp();
    expect(status.dashboard).toMatch(/\/#pair=[a-f0-9]{32}$/);
    const { answer, key } = await letIn(status.dashboard);
    expect([answer.status, key]).toEqual([201, expect.stringMatching(/^[a-f0-9]{48}$/)]);
    const [set = ""] = answer.headers["set-cookie"] ?? [];
    expect(set).toMatch(/; HttpOnly\b/);
    expect(set).toMatch(/; SameSite=Strict\b/);
    const cookie = set.split(";")[0] ?? "";
    expect((await tcp({ path: "/v1/panes", headers: { cookie } })).status).toBe(200);
    const again = await letIn(status.dashboard);
    expect([errorOf(again.answer), again.cookie]).toEqual(["403 E_PAIRING_CODE", ""]);
    // a token in the URL grants no access and sets no cookie
    const byToken = await tcp({ path: `/?token=${token}` });
    expect([byToken.status, byToken.headers.location, byToken.headers["set-cookie"]]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  it("[AP4, CL14] one browser may hold the cookies of two daemons", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const jar: string[] = [];
    for (const { status } of [one, other]) jar.push((await letIn(status.dashboard)).cookie);
    expect(new Set(jar.map((each) => each.split("=")[0])).size).toBe(2);
    for (const { tcp } of [one, other])
      expect((await tcp({ path: "/v1/health", headers: { cookie: jar.join("; ") } })).status).toBe(200);
  });

  it("[AP5] a request for another host gets 403, with the key too", async () => {
    const { keyed, port } = await setUp();
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `0.0.0.0:${port}`, "a b%%"]) {
      for (const path of ["/", "/v1/panes"])
        expect(errorOf(await keyed({ path, headers: { host } }))).toBe("403 E_FORBIDDEN_ORIGIN");
    }
    const none = await askRaw(port, "GET /v1/panes HTTP/1.0\r\n\r\n");
    expect(none).toMatch(/^HTTP\/1\.1 403 .*E_FORBIDDEN_ORIGIN/s);
    expect((await keyed({ path: "/v1/panes", headers: { host: `localhost:${port}` } })).status).toBe(200);
  });

  it("[AP5] a request from another site gets 403, with the key too", async () => {
    const { keyed, port } = await setUp();
    for (const origin of ["http://evil.example", "null", `https://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`])
      expect(errorOf(await keyed({ path: "/v1/panes", headers: { origin } }))).toBe("403 E_FORBIDDEN_ORIGIN");
    expect((await keyed({ path: "/v1/panes", headers: { origin: `http://127.0.0.1:${port}` } })).status).toBe(200);
  });

  it("[AP3, AP5, AP7] an upgrade without a key, from another site or to an unknown path is refused with its code", async () => {
    const { port, token } = await setUp();
    const upgrade = async (path: string, ...headers: string[]) => {
      const ours = headers.some((line) => line.startsWith("Host:")) ? [] : [`Host: 127.0.0.1:${port}`];
      const lines = [`GET ${path} HTTP/1.1`, ...ours, "Connection: Upgrade", "Upgrade: websocket", ...headers];
      const key = ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
      const [head = "", body = ""] = (await askRaw(port, `${[...lines, ...key].join("\r\n")}\r\n\r\n`)).split(
        "\r\n\r\n",
      );
      return `${head.split(" ")[1]} ${ErrorBody.parse(JSON.parse(body)).code}`;
    };
    const bearer = `Authorization: Bearer ${token}`;
    expect(await upgrade("/v1/stream")).toBe("401 E_UNAUTHORIZED");
    expect(await upgrade("/v1/stream", bearer, "Origin: http://evil.example")).toBe("403 E_FORBIDDEN_ORIGIN");
    expect(await upgrade("/v1/stream", bearer, "Host: evil.example")).toBe("403 E_FORBIDDEN_ORIGIN");
    expect(await upgrade("/v1/nothing", bearer)).toBe("404 E_NOT_FOUND");
    expect(await upgrade("//", bearer)).toBe("404 E_NOT_FOUND");
  });

  it("[AP7] the daemon survives whatever a stranger writes or breaks off", async () => {
    const { box, port, status, token } = await setUp();
    const host = `Host: 127.0.0.1:${port}`;
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket";
    const trace = `TRACE / HTTP/1.1\r\n${host}\r\nConnection: close\r\n`;
    expect(await askRaw(port, `${trace}\r\n`)).toMatch(/^HTTP\/1\.1 401 .*E_UNAUTHORIZED/s);
    expect(await askRaw(port, `${trace}Authorization: Bearer ${token}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 .*E_INVALID_INPUT/s,
    );
    expect(await askRaw(port, `GET http://evil/v1 HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 .*<!doctype html>/s,
    );
    expect(await askRaw(port, `GET // HTTP/1.1\r\n${host}\r\n${upgrade}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    await askRaw(port, `POST / HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
    for (let turn = 0; turn < 5; turn += 1) {
      await askRaw(port, `POST /v1/register HTTP/1.1\r\n${host}\r\nContent-Length: 100\r\n\r\nabc`, "reset");
      await askRaw(port, `GET /v1/stream HTTP/1.1\r\n${host}\r\n${upgrade}\r\n\r\n`, "reset");
      await askRaw(port, "\0\0\0", "reset");
    }
    expect((await box.status()).pid).toBe(status.pid);
    expect(readFileSync(join(box.home, "daemon.err"), "utf8")).toBe("");
  });
});

describe("the page", () => {
  it("comes with a policy that lets in nothing foreign, and no tricks with paths reach beyond it", async () => {
    const { tcp, port } = await setUp();
    const page = await tcp({ path: "/" });
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = page.headers["content-security-policy"];
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port} wss://127.0.0.1:${port};`);
    expect(page.headers["x-content-type-options"]).toBe("nosniff");
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    const tricks = [
      "/../package.json",
      "/assets/../../../package.json",
      "/%2e%2e/%2e%2e/package.json",
      "/..%2f..%2fpackage.json",
      "/%2e%2e%5cpackage.json",
      "/....//....//package.json",
      "//etc/hosts.json",
      "/index.html%00.json",
    ];
    for (const path of tricks) {
      const answer = errorOf(await tcp({ path }));
      expect([path, answer]).toEqual([path, "401 E_UNAUTHORIZED"]);
    }
  });

  it("[WB21] every path outside the API is the page, and an unknown path of the API is not", async () => {
    const { tcp, keyed, box } = await setUp();
    const { text } = await tcp({ path: "/" });
    for (const path of ["/pane/host/work/@1/%251", "/fleet?state=error", "/assets/", `/${box.home}/token`])
      expect([path, (await tcp({ path })).text]).toEqual([path, text]);
    expect(errorOf(await keyed({ path: "/v1/nothing" }))).toBe("404 E_NOT_FOUND");
    expect(errorOf(await tcp({ method: "POST", path: "/fleet", body: "{}" }))).toBe("401 E_UNAUTHORIZED");
  });

  it("[SC3] the token and a device's key are in no log, however they were used, and no key is in the database", async () => {
    const { box, tcp, keyed, token, status } = await setUp(sandbox({ AGTMUX_LOG_LEVEL: "trace" }));
    const { key } = await letIn(status.dashboard);
    await tcp({ path: `/v1/explain?ref=${key}`, headers: { authorization: `Bearer ${key}` } });
    await tcp({ path: `/v1/panes?token=${token}` });
    await keyed({ path: `/v1/explain?ref=${token}` });
    await keyed({ method: "POST", path: "/v1/register", body: token });
    await box.agtmux(["daemon", "stop"]);
    await until(() => box.log().includes("agtmuxd is down"));
    expect(box.log()).not.toContain(token);
    expect(box.log()).not.toContain(key);
    expect(readFileSync(join(box.home, "daemon.err"), "utf8")).toBe("");
    const database = readFileSync(join(box.home, "agtmux.db"), "latin1");
    expect([database.includes("device:"), database.includes(key), database.includes(token)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

/** Every TCP address, of either family, on which this process listens. */
function listeningAddresses(pid: number): string[] {
  const descriptors = `/proc/${pid}/fd`;
  const inodes = new Set(readdirSync(descriptors).map((name) => linkOf(`${descriptors}/${name}`)));
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .filter(existsSync)
    .flatMap((table) => readFileSync(table, "utf8").trimEnd().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === "0A" && inodes.has(`socket:[${inode}]`))
    .map(([, address]) => address as string);
}

function byPane(a: { pane_id?: string | undefined }, b: { pane_id?: string | undefined }): number {
  return (a.pane_id ?? "") < (b.pane_id ?? "") ? -1 : 1;
}

/** Target of a descriptor's link; empty if it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
