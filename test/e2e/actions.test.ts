import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { SnapshotReport } from "../../src/core/protocol/actions/actions.ts";
import { SendReport, ViewOutputReport } from "../../src/core/protocol/actions/actions.ts";
import { DiffReport } from "../../src/core/protocol/actions/changes.ts";
import { events } from "../support/event-log.ts";
import { ask } from "../support/http.ts";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { audited, expectRefusal, stage, untilTyping } from "../support/stage.ts";
import { typist } from "../support/typist.ts";

const SEND = ["--text", "never"];

/** Takes snapshots of a pane, and sends on them; an answer is its status and code. */
function snapshots(box: Sandbox, ref: string) {
  const api = (action: string, body: object) =>
    ask(
      { socketPath: join(box.home, "agtmuxd.sock") },
      { method: "POST", path: `/v1/actions/${action}`, body: JSON.stringify(body) },
    );
  return {
    taken: async () => {
      const { snapshot } = JSON.parse((await api("snapshot", { ref })).text) as SnapshotReport;
      return { snapshot: { snapshot_id: snapshot.snapshot_id, nonce: snapshot.nonce } };
    },
    send: async (body: object) => {
      const { status, text } = await api("send", body);
      return `${status} ${(JSON.parse(text) as { code?: string }).code ?? "sent"}`;
    },
  };
}

describe("guards of actions", () => {
  it("[GD3, RF7] each guard that does not hold refuses with its code, says why, and nothing is typed", async () => {
    const { box, pane, item, read } = await stage();
    const twin = box.session("twin", `exec ${typist(box.dir, { name: "twin" }).command}`);
    await untilTyping(box, twin);
    // once their screens are read, nothing changes any more
    for (const each of [pane, twin]) await untilPane(box, each, ({ state }) => state === "idle");
    const refuse = async (code: Parameters<typeof expectRefusal>[1], words: string[], said: RegExp) => {
      const ran = await box.agtmux(["send", ...words, ...SEND]);
      expectRefusal(ran, code);
      expect(ran.stderr).toMatch(said);
    };
    await refuse("E_REF_NOT_FOUND", ["nobody"], /nothing matches nobody/);
    await refuse(
      "E_REF_AMBIGUOUS",
      ["claude"],
      /pane:host\/twin\S+ {2}.*\[claude\] .*\n.*pane:host\/work\S+ {2}.*\[claude\] /,
    );
    await refuse("E_REF_INVALID", ["pane:host/work"], /has 2 parts/);
    await refuse("E_GUARD_RUNTIME", ["work", "--if-runtime", "other"], /the runtime there is/);
    await refuse("E_GUARD_STATE", ["work", "--if-state", "running,error"], /it is \w+, not running or error/);
    await sleep(50);
    await refuse("E_GUARD_FRESHNESS", ["work", "--if-updated-within", "1ms"], /it last changed/);
    await refuse("E_NO_AGENT", ["first"], /there is no agent in pane/);
    await refuse("E_INVALID_INPUT", ["work", "--if-state", "sleepy"], /guards.if_state/);
    expect((await box.agtmux(["explain", "work"])).stdout).toContain("claude");
    expect(read()).toEqual([]);
    const { items, summary } = await audited(box);
    expect(items.map(({ outcome, code }) => `${outcome} ${code}`).reverse()).toEqual(
      [
        "REF_NOT_FOUND",
        "REF_AMBIGUOUS",
        "REF_INVALID",
        "GUARD_RUNTIME",
        "GUARD_STATE",
        "GUARD_FRESHNESS",
        "NO_AGENT",
      ].map((code) => `refused E_${code}`),
    );
    expect(summary).toEqual({ actions: 7, refused: 7 });
    expect(items[3]).toMatchObject({
      action: "send",
      actor: { uid: process.getuid?.(), via: "cli" },
      asked_ref: "work",
      ref: item.ref,
      runtime_id: item.runtime_id,
      guards: { if_runtime: "other" },
      request: { text: "never" },
      snapshot: { pane_id: pane, runtime_id: item.runtime_id },
      phases: [],
    });
  });

  it("[GD1] an action on a snapshot is refused if it is not known, or another state is there; forced, it is done", async () => {
    const { box, pane, item, read } = await stage({ AGTMUX_SNAPSHOT_TTL: "10m" });
    const { taken, send } = snapshots(box, item.ref);
    // once the screen is read, the state differs from the initial unknown
    await untilPane(box, pane, ({ source }) => source === "screen");
    const old = await taken();
    expect(await send({ snapshot: { ...old.snapshot, nonce: "guessed" }, text: "no" })).toBe("409 E_STALE_SNAPSHOT");
    expect(await send({ snapshot: { snapshot_id: "none", nonce: "x" }, text: "no" })).toBe("409 E_STALE_SNAPSHOT");
    expect(await send({ ...old, text: "one" })).toBe("200 sent");
    await until(() => events(box, "hook").some(({ event_type }) => event_type === "claude.UserPromptSubmit"));
    drop(box, { agent: "schmux", event: "error", pane, payload: "it broke" });
    await untilPane(box, pane, ({ state }) => state === "error");
    expect(await send({ ...old, text: "no" })).toBe("409 E_STALE_SNAPSHOT");
    expect(await send({ ...old, text: "two", guards: { force_stale: true } })).toBe("200 sent");
    await until(() => read().length === 2);
    expect(read()).toEqual(["one", "two"]);
    expect(await send({ ...old, ref: item.ref, text: "no" })).toBe("400 E_INVALID_INPUT");
  });

  it("[GD1] an action on a snapshot that has expired is refused; forced, it is done", async () => {
    const { box, item, read } = await stage({ AGTMUX_SNAPSHOT_TTL: "50ms" });
    const { taken, send } = snapshots(box, item.ref);
    const old = await taken();
    await sleep(100);
    expect(await send({ ...old, text: "no" })).toBe("409 E_STALE_SNAPSHOT");
    expect(await send({ ...old, text: "one", guards: { force_stale: true } })).toBe("200 sent");
    await until(() => read().length === 1);
    expect(read()).toEqual(["one"]);
  });

  it("[GD1, GD5] a pane respawned between the look and the send is refused, by its snapshot and by its runtime", async () => {
    const { box, pane, item, read } = await stage();
    const respawned = typist(box.dir, { name: "second" });
    box.tmux("respawn-pane", "-k", "-t", pane, `exec ${respawned.command}`);
    const ran = await box.agtmux(["send", `runtime:${item.runtime_id}`, ...SEND]);
    // refused by what the daemon has seen so far, or by what tmux reports at that moment
    expect(ran.stderr).toMatch(/E_STALE_SNAPSHOT|E_REF_NOT_FOUND/);
    await untilPane(box, pane, ({ runtime_id }) => runtime_id !== null && runtime_id !== item.runtime_id);
    expectRefusal(await box.agtmux(["send", pane, "--if-runtime", item.runtime_id ?? "", ...SEND]), "E_GUARD_RUNTIME");
    expect([...read(), ...respawned.read()]).toEqual([]);
  });
});

describe("view-output", () => {
  it("[GD14] prints the last lines, those that scrolled away included, and colours when asked", async () => {
    const { box } = await stage();
    const pane = box.session(
      "lines",
      "for n in $(seq 1 300); do echo line $n; done; printf '\\033[31mred\\033[0m\\n'; exec sleep 600",
    );
    await untilPane(box, pane, ({ identity }) => identity.session_name === "lines");
    await until(() => box.screen(pane).includes("red"));
    const { stdout } = await box.agtmux(["view-output", "lines"]);
    const lines = stdout.trimEnd().split("\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([100, "line 202", "red"]);
    expect((await box.agtmux(["view-output", pane, "--lines", "2"])).stdout).toBe("line 300\nred\n");
    expect((await box.agtmux(["view-output", pane, "--lines", "1", "--ansi"])).stdout).toContain("\x1b[31mred");
    const report = ViewOutputReport.parse(await box.json("view-output", pane, "--lines", "1", "--json"));
    expect(report.lines).toEqual(["red"]);
    expectRefusal(await box.agtmux(["view-output", pane, "--lines", "0"]), "E_USAGE");
    expectRefusal(await box.agtmux(["view-output", pane, "--if-state", "error"]), "E_GUARD_STATE");
  });
});

describe("diff", () => {
  it("[GD40] shows what is not committed where the agent works, runs nothing of the repository's, and is on record", async () => {
    const { box } = await stage();
    const repository = join(box.dir, "it's a repository");
    const ran = join(box.dir, "ran");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: repository });
    mkdirSync(repository);
    const pane = box.session("changing", `cd "${repository}" && exec sh`);
    await until(() => box.tmux("display", "-p", "-t", pane, "#{pane_current_path}") === repository);
    await untilPane(box, pane, ({ cwd }) => cwd === repository);
    expectRefusal(await box.agtmux(["diff", "changing"]), "E_WORKSPACE");
    git("init", "-q");
    writeFileSync(join(repository, "a.txt"), "one\ntwo\n");
    expect((await box.agtmux(["diff", "changing"])).stdout).toEqual(
      expect.stringMatching(
        /^diff --git a\/a.txt b\/a.txt\nnew file mode [\s\S]*\+one\n\+two\n0 files changed, \+0 −0, 1 new file in /,
      ),
    );
    git("add", ".");
    git("commit", "-qm", "begin");
    expect((await box.agtmux(["diff", "changing"])).stdout).toBe(`Nothing is uncommitted in ${repository}.\n`);
    for (const [name, value] of [
      ["core.fsmonitor", `touch "${ran}"; false`],
      ["diff.external", `touch "${ran}"`],
      ["core.pager", `touch "${ran}"; cat`],
    ])
      git("config", name as string, value as string);
    writeFileSync(join(repository, "a.txt"), "one\nthree\nfour \x1b[31m\n");
    writeFileSync(join(repository, "b.txt"), "new");
    const { stdout } = await box.agtmux(["diff", "changing"]);
    expect(stdout).toContain("-two\n+three\n+four ⟨U+001B⟩[31m\n");
    expect(stdout).toMatch(/\+\+\+ b\/b\.txt\n@@ .*\n\+new\n.*\n1 file changed, \+2 −1, 1 new file in /);
    expect((await box.agtmux(["diff", "changing", "--stat"])).stdout).toMatch(/^new: b\.txt\n1 file changed/);
    expect(git("-c", "core.fsmonitor=false", "status", "--short").toString()).toBe(" M a.txt\n?? b.txt\n");
    const report = DiffReport.parse(await box.json("diff", pane, "--json"));
    expect(report).toMatchObject({ files: 1, added: 2, removed: 1, untracked: ["b.txt"], is_cut: false });
    expect(existsSync(ran)).toBe(false);
    expect((await audited(box)).items[0]).toMatchObject({ action: "diff", outcome: "done" });
  });
});

describe("audit", () => {
  it("[GD18, AP9] every action is on record with its phases, newest last for people, and its text without secrets", async () => {
    const { box, pane, item } = await stage();
    const secret = "sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const sent = SendReport.parse(
      await box.json("send", "claude", "--text", `use ${secret} ${"x".repeat(300)}`, "--json"),
    );
    await box.agtmux(["view-output", pane]);
    const { items } = await audited(box);
    expect(items.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(["view-output done", "send done"]);
    expect(items[1]).toMatchObject({ correlation_id: sent.correlation_id, phases: sent.phases, ref: item.ref });
    expect(JSON.stringify(items)).not.toContain(secret);
    expect(String(items[1]?.request.text).length).toBeLessThan(210);
    const { stdout } = await box.agtmux(["audit", "--since", "10m"]);
    expect(stdout.split("\n").map((line) => line.split(/\s+/).slice(3, 5).join(" "))).toEqual([
      "ACTION OUTCOME".split(" ").slice(1).concat("ON").join(" "),
      "send done",
      "view-output done",
      "",
    ]);
    expect((await box.agtmux(["audit", "--since", "0s"])).stdout).toBe("nothing was done\n");
    expectRefusal(await box.agtmux(["audit", "--since", "yesterday"]), "E_USAGE");
  });
});
