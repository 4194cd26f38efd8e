import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/base/error-codes.ts";
import { TargetList } from "../../src/core/protocol/daemon/targets.ts";
import { pretendDaemon } from "../support/fake-daemon.ts";
import { AGTMUX, type Ran, type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { testEnvelope } from "../support/test-pane.ts";
import { testTarget } from "../support/test-target.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const vm1 = testTarget({});
const host = testTarget({ name: "host", kind: "local", ssh_target: null, is_default: true });
const targets = { ...testEnvelope(), items: [host, vm1] };
const fault = (code: ErrorCode, message: string) => ({ code, message, details: {} });

function expectFault(ran: Ran, code: ErrorCode, words: string | RegExp): void {
  expect(ran.stderr).toMatch(new RegExp(`^agtmux: .*\\S.* \\[${code}\\]\n$`, "s"));
  expect(ran.stderr).toMatch(words);
  expect([code, ran.code]).toEqual([code, ERRORS[code].exit]);
}

describe("agtmux target add", () => {
  it.each<[string[], object]>([
    [[], { name: "vm1", kind: "ssh", ssh_target: "vm1" }],
    [["--kind", "ssh"], { name: "vm1", kind: "ssh", ssh_target: "vm1" }],
    [["--ssh-target", "me@vm1"], { name: "vm1", kind: "ssh", ssh_target: "me@vm1" }],
    [["--kind=ssh", "--ssh-target=v"], { name: "vm1", kind: "ssh", ssh_target: "v" }],
    [["--kind", "local"], { name: "vm1", kind: "local" }],
    [["--kind", "local", "--tmux-socket", "work"], { name: "vm1", kind: "local", tmux_socket: "work" }],
    [["--tmux-socket=work", "--kind", "ssh"], { name: "vm1", kind: "ssh", ssh_target: "vm1", tmux_socket: "work" }],
  ])("[TG2, CL14] %j adds just that, connects, and says what it found", async (words, body) => {
    const box = sandbox();
    const daemon = await pretendDaemon(box, {
      "POST /v1/targets": [201, vm1],
      "POST /v1/targets/vm1/connect": vm1,
    });
    const ran = await box.agtmux(["target", "add", "vm1", ...words]);
    expect(ran).toEqual({ code: 0, stdout: "vm1 is connected: tmux 3.3a, 4 panes\n", stderr: "" });
    // AGTMUX_TMUX_SOCKET, which is set here, applies to this machine only
    expect(daemon.requests()).toEqual([`POST /v1/targets ${JSON.stringify(body)}`, "POST /v1/targets/vm1/connect"]);
  });

  it("[TG2, CL14] a tmux socket before the command's words is the target's too", async () => {
    const box = sandbox();
    const daemon = await pretendDaemon(box, { "POST /v1/targets": [201, vm1], "POST /v1/targets/vm1/connect": vm1 });
    await box.agtmux(["--tmux-socket", "work", "target", "add", "vm1", "--kind", "local"]);
    expect(daemon.requests()[0]).toContain('"tmux_socket":"work"');
  });

  it("[TG2, TG6] a target that cannot be reached stays added; the reason and what to type are told", async () => {
    const box = sandbox();
    await pretendDaemon(box, {
      "POST /v1/targets": [201, vm1],
      "POST /v1/targets/vm1/connect": [502, fault("E_SSH_LOGIN", "ssh would ask\x1b[2J\nfor a password")],
    });
    const ran = await box.agtmux(["target", "add", "vm1", "--kind", "ssh"]);
    expectFault(
      ran,
      "E_SSH_LOGIN",
      "vm1 is added, but ssh would ask⟨U+001B⟩[2J for a password; it is tried again by itself",
    );
    expect(ran.stderr).toContain("or now with: agtmux target connect vm1 (forget it with: agtmux target remove vm1)");
    expect(ran.stdout).toBe("");
  });

  it("[TG2, CL16] one that was refused is not connected to", async () => {
    const box = sandbox();
    const daemon = await pretendDaemon(box, { "POST /v1/targets": [409, fault("E_TARGET_EXISTS", "vm1 is there")] });
    expectFault(
      await box.agtmux(["target", "add", "vm1", "--kind", "ssh"]),
      "E_TARGET_EXISTS",
      /^agtmux: vm1 is there/,
    );
    expect(daemon.requests()).toHaveLength(1);
  });
});

describe("agtmux target connect, list, doctor", () => {
  it("[TG2] connect says what it found, or why not", async () => {
    const box = sandbox();
    await pretendDaemon(box, {
      "POST /v1/targets/vm1/connect": testTarget({ panes: 1 }),
      "POST /v1/targets/vm2/connect": [503, fault("E_TARGET_UNREACHABLE", "no route to vm2")],
    });
    expect((await box.agtmux(["target", "connect", "vm1"])).stdout).toBe("vm1 is connected: tmux 3.3a, 1 pane\n");
    expectFault(await box.agtmux(["target", "connect", "vm2"]), "E_TARGET_UNREACHABLE", "no route to vm2");
  });

  it("[TG2] list shows a table, or the envelope and nothing else", async () => {
    const box = sandbox();
    await pretendDaemon(box, { "GET /v1/targets": targets });
    const ran = await box.agtmux(["target", "list"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(/^✓ {2}vm1 +ok +ssh +me@vm1 +default +4 +2 +3\.3a$/m);
    expect(TargetList.parse(await box.json("target", "list", "--json"))).toEqual(targets);
  });

  it("[TG4] doctor ends with 0 where all is well, and else with a fault after the report", async () => {
    const box = sandbox();
    const check = { name: "sh", status: "failed", found: "none", advice: "install a POSIX sh" };
    const [fine, ill] = [true, false].map((ok) => ({
      schema_version: 1,
      target: "vm1",
      ok,
      checks: ok ? [] : [check],
    }));
    await pretendDaemon(box, {
      "POST /v1/targets/vm1/doctor": fine as object,
      "POST /v1/targets/vm2/doctor": ill as object,
    });
    expect(await box.agtmux(["target", "doctor", "vm1", "--json"])).toMatchObject({ code: 0, stderr: "" });
    const told = await box.agtmux(["target", "doctor", "vm2"]);
    expectFault(told, "E_TARGET_UNUSABLE", "lacks what agtmux needs: sh");
    expect(told.stdout).toMatch(/✗ {2}sh +none\n\n✗ {2}sh: install a POSIX sh\n$/);
    const json = await box.agtmux(["target", "doctor", "vm2", "--json"]);
    expect([json.code, JSON.parse(json.stdout)]).toEqual([ERRORS.E_TARGET_UNUSABLE.exit, ill]);
  });
});

describe("agtmux target remove", () => {
  const answers = { "GET /v1/targets": targets, "DELETE /v1/targets/vm1": { removed: "vm1" } };

  /** Runs the command on a terminal and types these keys after the question; returns the screen. */
  async function onTerminal(box: Sandbox, ...keys: string[]): Promise<string> {
    const pane = box.session("ask", `${AGTMUX} target remove vm1; echo "ended with $?"; exec sleep 600`);
    await until(() => box.screen(pane).includes("[y/N]"));
    box.tmux("send-keys", "-t", pane, ...keys);
    await until(() => box.screen(pane).includes("ended with"));
    return box.screen(pane);
  }

  it("[TG2] asks on the terminal, and removes after a yes", async () => {
    const box = sandbox();
    const daemon = await pretendDaemon(box, answers);
    const seen = await onTerminal(box, "y", "Enter");
    expect(seen).toContain("Remove vm1? Its 4 panes disappear from agtmux; nothing on vm1 is stopped. [y/N] y");
    expect(seen).toContain("vm1 is removed\nended with 0");
    expect(daemon.requests().at(-1)).toBe("DELETE /v1/targets/vm1");
  });

  it.each([[["Enter"]], [["n", "Enter"]], [["C-d"]], [["yikes", "Enter"]]])(
    "[TG2] %j is no yes, and nothing is removed",
    async (keys) => {
      const box = sandbox();
      const daemon = await pretendDaemon(box, answers);
      const seen = await onTerminal(box, ...keys);
      expect(seen).toContain("agtmux: vm1 was not removed [E_NOT_CONFIRMED]");
      expect(seen).toContain(`ended with ${ERRORS.E_NOT_CONFIRMED.exit}`);
      expect(daemon.requests()).toEqual(["GET /v1/targets"]);
    },
  );

  it("[TG2] without a terminal it refuses, whatever is piped in, unless --yes is given", async () => {
    const box = sandbox();
    const daemon = await pretendDaemon(box, answers);
    const ran = await box.agtmux(["target", "remove", "vm1"], { input: "y\n" });
    expectFault(ran, "E_NOT_CONFIRMED", "vm1 was not removed: there is no terminal to ask on; --yes");
    expect(daemon.requests()).toEqual(["GET /v1/targets"]);
    expect(await box.agtmux(["target", "remove", "vm1", "--yes"])).toEqual({
      code: 0,
      stdout: "vm1 is removed\n",
      stderr: "",
    });
    expect(daemon.requests().slice(1)).toEqual(["DELETE /v1/targets/vm1"]);
  });

  it("[TG2] an unknown target is not asked about, and the daemon has the last word", async () => {
    const box = sandbox();
    const refusal = fault("E_INVALID_INPUT", "host is the default target and stays");
    await pretendDaemon(box, { ...answers, "DELETE /v1/targets/host": [400, refusal] });
    expectFault(await box.agtmux(["target", "remove", "vm9"]), "E_TARGET_NOT_FOUND", /"vm9"; there is host, vm1/);
    expectFault(await box.agtmux(["target", "remove", "host", "--yes"]), "E_INVALID_INPUT", "host is the default");
  });
});

describe("agtmux list panes with a target down", () => {
  it("[TG18] tells each target that does not answer on standard error, and still succeeds", async () => {
    const box = sandbox();
    const since = new Date().setHours(0, 0, 1, 0);
    const error = fault("E_TARGET_UNREACHABLE", "no route");
    const target_errors = ["vm2", "vm3"].map((target) => ({ target, error, since }));
    const list = { ...testEnvelope(), generated_at: since, partial: true };
    await pretendDaemon(box, { "GET /v1/panes?agents_only=true": { ...list, target_errors, items: [] } });
    const ran = await box.agtmux(["list", "panes"]);
    expect(ran).toMatchObject({
      code: 0,
      stderr: ["vm2", "vm3"]
        .map((name) => `${name} is out of reach since 00:00:01: no route (agtmux target doctor ${name})\n`)
        .join(""),
    });
    expect(await box.agtmux(["list", "panes", "--json"])).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ ...list, target_errors, items: [] })}\n`,
      stderr: "",
    });
  });
});

describe("agtmux target, misused", () => {
  it.each<[string[], string]>([
    [["dance"], "add, connect, list, remove, doctor"],
    [["toString"], '"toString"'],
    [["add"], "name of a target"],
    [["add", ""], "name of a target"],
    [["add", "vm1", "--kind", "docker"], '"docker"'],
    [["add", "vm1", "--kind", "local", "--ssh-target", "x"], "--ssh-target"],
    [["add", "vm1", "--ssh-target="], "--ssh-target"],
    [["add", "vm1", "--kind", "ssh", "--tmux-socket="], "--tmux-socket"],
    [["add", "vm1", "vm2", "--kind", "ssh"], '"vm2"'],
    [["add", "vm1", "--frob"], "--frob"],
    [["connect"], "name of a target"],
    [["connect", "vm1", "--json"], "--json"],
    [["list", "vm1"], "vm1"],
    [["remove", "vm1", "--force"], "--force"],
    [["doctor", "a", "b"], '"b"'],
  ])("[CL16] %j names what is off", async (words, off) => {
    const ran = await sandbox().agtmux(["target", ...words]);
    expectFault(ran, "E_USAGE", off);
    expect(ran.stdout).toBe("");
  });

  it("[CL16] without a daemon it says how to start one", async () => {
    for (const words of [[], ["list"], ["add", "vm1", "--kind", "ssh"], ["remove", "vm1"], ["doctor", "vm1"]])
      expectFault(await sandbox().agtmux(["target", ...words]), "E_DAEMON_DOWN", "agtmux daemon start");
  });

  it("[TG2] 'agtmux help target' shows every form", async () => {
    const { stdout } = await sandbox().agtmux(["help", "target"]);
    for (const form of ["add <name> [--kind local|ssh]", "connect <name>", "[list] [--json]", "remove <name> [--yes]"])
      expect(stdout).toContain(`agtmux target ${form}`);
  });

  it("[TG2] the bundle that every command loads contains no schemas", () => {
    expect(readFileSync(join(ROOT, "dist", "commands.cjs"), "utf8")).not.toContain("ZodType");
  });
});
