import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask } from "../../../test/support/http.ts";
import { testEnvelope } from "../../../test/support/test-pane.ts";
import { testTarget } from "../../../test/support/test-target.ts";
import type { ErrorCode } from "../../core/protocol/base/error-codes.ts";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { NewTarget } from "../../core/protocol/daemon/targets.ts";
import { Devices } from "../access/devices.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { type Backend, createApi } from "./api.ts";
import { listen } from "./listen.ts";
import type { TargetsBackend } from "./targets-api.ts";

const TOKEN = "ab".repeat(24);

/** The API over fake targets that record their calls; they throw `fault` if given. */
function setUp(fault: Fault | null = null) {
  const asked: unknown[][] = [];
  const answer = async <T>(value: T, ...words: unknown[]) => {
    asked.push(words);
    if (fault !== null) throw fault;
    return value;
  };
  const targets: TargetsBackend = {
    list: () => ({ ...testEnvelope(), items: [testTarget({})] }),
    add: (target) => answer(testTarget({ name: target.name }), "add", target),
    connect: (name) => answer(testTarget({ name }), "connect", name),
    remove: (name) => answer(undefined, "remove", name),
    doctor: (name) => answer({ schema_version: 1, target: name, ok: true, checks: [] }, "doctor", name),
  };
  const api = createApi({ targets } as Backend, "1.2.3");
  const request = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await api.request(path, { method, ...(body === undefined ? {} : { body: text }) });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { api, asked, request };
}

/** Listens as the daemon does, until the test ends; returns the port. */
async function serve(api: Hono): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-targets-api-"));
  const devices = new Devices(openMemoryStore(), { now: () => 1_000 });
  const paths = { socketPath: join(dir, "s"), proxyPath: join(dir, "p"), webRoot: dir };
  const token = { value: TOKEN, onRotate: () => () => undefined };
  const listening = await listen({
    api,
    streams: {},
    ...paths,
    port: 0,
    token,
    sites: [],
    sitesOverTcp: false,
    labelFor: () => "0a",
    devices,
  });
  onTestFinished(async () => {
    await listening.close();
    rmSync(dir, { recursive: true });
  });
  return listening.port;
}

describe("/v1/targets", () => {
  it("[AP9] lists, adds, connects, examines and removes", async () => {
    const { asked, request } = setUp();
    const vm1: NewTarget = { name: "vm1", kind: "ssh", ssh_target: "me@vm1", tmux_socket: "work" };
    expect(await request("GET", "/v1/targets")).toEqual({
      status: 200,
      body: { ...testEnvelope(), items: [testTarget({})] },
    });
    expect(await request("POST", "/v1/targets", vm1)).toEqual({ status: 201, body: testTarget({ name: "vm1" }) });
    expect(await request("POST", "/v1/targets/vm1/connect")).toEqual({
      status: 200,
      body: testTarget({ name: "vm1" }),
    });
    expect(await request("POST", "/v1/targets/vm1/doctor")).toMatchObject({ status: 200, body: { target: "vm1" } });
    expect(await request("DELETE", "/v1/targets/vm1")).toEqual({ status: 200, body: { removed: "vm1" } });
    expect(asked).toEqual([
      ["add", vm1],
      ["connect", "vm1"],
      ["doctor", "vm1"],
      ["remove", "vm1"],
    ]);
  });

  it.each<[unknown, RegExp]>([
    ["", /not JSON/],
    ["{", /not JSON/],
    [null, /object/],
    [{ kind: "local" }, /name: .*string/],
    [{ name: "VM 1", kind: "local" }, /name: a target name starts with/],
    [{ name: "../x", kind: "local" }, /name: a target name starts with/],
    [{ name: "vm1", kind: "docker" }, /kind: .*"local"\|"ssh"/],
    [{ name: "vm1", kind: "ssh" }, /ssh_target: a target of kind ssh has an ssh target/],
    [{ name: "vm1", kind: "ssh", ssh_target: "" }, /ssh_target: a host/],
    [{ name: "vm1", kind: "local", ssh_target: "vm1" }, /ssh_target: .*no other has one/],
    [{ name: "vm1", kind: "local", tmux_socket: "/tmp/x" }, /tmux_socket: a tmux socket name has no slash/],
    [{ name: "vm1", kind: "local", host: "vm1" }, /"host"/],
    [{ name: "vm1", kind: "ssh", ssh_target: "-oProxyCommand=id" }, /target "vm1" is not a plain name/],
    [{ name: "vm1", kind: "ssh", ssh_target: "me:hunter2@vm1" }, /target "vm1" is not a plain name/],
  ])("[AP9, AP7] %j is refused, naming the field and what would fit", async (body, words) => {
    const { asked, request } = setUp();
    const refused = await request("POST", "/v1/targets", body);
    expect(refused).toMatchObject({ status: 400, body: { code: "E_INVALID_INPUT" } });
    expect(ErrorBody.parse(refused.body).message).toMatch(words);
    expect(JSON.stringify(refused.body)).not.toContain("hunter2");
    expect(asked).toEqual([]);
  });

  it.each<[ErrorCode, number]>([
    ["E_TARGET_NOT_FOUND", 404],
    ["E_TARGET_EXISTS", 409],
    ["E_TARGET_WATCHED", 409],
    ["E_SSH_LOGIN", 502],
    ["E_SSH_HOST_KEY", 502],
    ["E_TARGET_UNUSABLE", 502],
    ["E_TMUX_TOO_OLD", 502],
    ["E_TARGET_UNREACHABLE", 503],
    ["E_SSH_MISSING", 503],
    ["E_INVALID_INPUT", 400],
    ["E_DISK_FULL", 507],
    ["E_INTERNAL", 500],
  ])("[AP7, AP9] %s is answered with %d and its own words", async (code, status) => {
    const { request } = setUp(new Fault(code, "why not", { target: "vm1" }));
    expect(await request("POST", "/v1/targets/vm1/connect")).toEqual({
      status,
      body: { code, message: "why not", details: { target: "vm1" } },
    });
  });

  it("[AP3, AP5, AP9] over TCP nothing of it happens without the key, or for another site's page", async () => {
    const { api, asked } = setUp();
    const port = await serve(api);
    const keyed = { authorization: `Bearer ${TOKEN}` };
    for (const [method, path] of [
      ["GET", "/v1/targets"],
      ["POST", "/v1/targets"],
      ["POST", "/v1/targets/vm1/connect"],
      ["DELETE", "/v1/targets/vm1"],
      ["POST", "/v1/targets/vm1/doctor"],
    ] as const) {
      const statusWith = async (headers: Record<string, string>) =>
        (await ask({ port }, { method, path, headers })).status;
      expect(await statusWith({})).toBe(401);
      expect(await statusWith({ ...keyed, origin: "http://evil.example" })).toBe(403);
      expect(await statusWith({ ...keyed, host: "evil.example" })).toBe(403);
    }
    expect(asked).toEqual([]);
    const removed = await ask({ port }, { method: "DELETE", path: "/v1/targets/vm1", headers: keyed });
    expect([removed.status, asked]).toEqual([200, [["remove", "vm1"]]]);
  });

  it("[AP9] a connect is aborted when its client has gone", async () => {
    const client = new AbortController();
    let isTold = () => {};
    const told = new Promise<void>((resolve) => {
      isTold = resolve;
    });
    const connect: TargetsBackend["connect"] = async (name, signal) => {
      signal?.addEventListener("abort", isTold);
      client.abort();
      await told;
      return testTarget({ name });
    };
    const port = await serve(createApi({ targets: { connect } as TargetsBackend } as Backend, "1.2.3"));
    const url = `http://127.0.0.1:${port}/v1/targets/vm1/connect`;
    const request = { method: "POST", headers: { authorization: `Bearer ${TOKEN}` }, signal: client.signal };
    await expect(fetch(url, request)).rejects.toThrow();
    await told;
  });
});
