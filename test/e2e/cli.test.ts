import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/base/error-codes.ts";
import type { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import { Resolution } from "../../src/core/protocol/events/explain.ts";
import { PaneList } from "../../src/core/protocol/lists/lists.ts";
import type { SettingRow } from "../../src/core/protocol/settings/settings.ts";
import { fakeDaemon } from "../support/fake-daemon.ts";
import { marker, print } from "../support/print.ts";
import { AGTMUX, type Ran, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FIVE = ["completed", "needs_input", "needs_testing", "error", "working"];

/** The tmux variables of a command that runs inside this pane. */
function inside(box: Sandbox, paneId: string): { TMUX: string; TMUX_PANE: string } {
  const tmux = box.tmux("display-message", "-p", "-t", paneId, "#{socket_path},#{pid},0");
  return { TMUX: tmux, TMUX_PANE: paneId };
}

/** Entries waiting in the spool. */
function spooled(box: Sandbox): string[] {
  const folder = join(box.home, "spool", "new");
  return existsSync(folder) ? readdirSync(folder) : [];
}

function expectFault(ran: Ran, code: ErrorCode): void {
  expect(ran.stderr).toMatch(new RegExp(`^agtmux: .*\\S.* \\[${code}\\]\n$`, "s"));
  expect([code, ran.code]).toEqual([code, ERRORS[code].exit]);
  expect(ran.stdout).toBe("");
}

/** Runs a command on a terminal of this width; returns its screen, colours included. */
async function onTerminal(box: Sandbox, command: string, columns: number): Promise<string> {
  const shell = `${command}; echo "that was all"; exec sleep 600`;
  const size = ["-x", `${columns}`, "-y", "40"];
  const pane = box.tmux("new-session", "-d", "-P", "-F", "#{pane_id}", ...size, shell);
  await until(
    () => box.screen(pane).includes("that was all"),
    () => box.screen(pane),
  );
  return box.tmux("capture-pane", "-p", "-e", "-t", pane);
}

describe("the code that V8 has compiled", () => {
  const compiled = (box: Sandbox) => {
    const folder = join(box.home, "compiled");
    return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : null;
  };
  // tests have a cache of their own
  const list = (box: Sandbox) => box.agtmux(["list"], { env: { NODE_COMPILE_CACHE: undefined } });

  it("[PF14] is kept in the home, where another command finds it", async () => {
    const box = sandbox();
    mkdirSync(box.home, { mode: 0o700 });
    await list(box);
    const kept = compiled(box) ?? [];
    expect(kept.length).toBeGreaterThan(1);
    const stats = () => kept.map((name) => statSync(join(box.home, "compiled", name)));
    const writtenAt = stats().map(({ mtimeMs }) => mtimeMs);
    await list(box);
    expect([compiled(box), stats().map(({ mtimeMs }) => mtimeMs)]).toEqual([kept, writtenAt]);
    expect(stats().filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  });

  it("[PF14] is not kept where others could put code of their own", async () => {
    const box = sandbox();
    mkdirSync(box.home);
    chmodSync(box.home, 0o755);
    expectFault(await list(box), "E_DAEMON_DOWN");
    expect(compiled(box)).toBeNull();
  });

  it("[PF14] makes no home", async () => {
    const box = sandbox();
    expectFault(await list(box), "E_DAEMON_DOWN");
    expect(existsSync(box.home)).toBe(false);
  });
});

describe("agtmux list panes", () => {
  it("[CL1] --json prints the envelope, valid by the published schema, and nothing else", async () => {
    const box = sandbox();
    box.session("odd name/%1");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal needs_input "Which 'one'?"`);
    await untilPane(box, pane, (item) => item.state === "waiting_input");
    const ran = await box.agtmux(["list", "panes", "--all", "--json"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout.trimEnd().split("\n")).toHaveLength(1);
    const list = JSON.parse(ran.stdout) as PaneList;
    const published = JSON.parse(readFileSync(join(ROOT, "schemas", "pane-list.json"), "utf8"));
    expect(z.fromJSONSchema(published).safeParse(list).error).toBeUndefined();
    expect(PaneList.strict().parse(list)).toEqual(list);
    expect(list.items).toHaveLength(2);
    const agents = await box.json<PaneList>("list", "panes", "--json");
    expect(agents.items.map(({ identity }) => identity.pane_id)).toEqual([pane]);
    expect(agents.summary.by_state.unknown).toBe(0);
  });

  it("[CL1, CL20] shows agent, state, message, who said it and how long ago; colour only on a terminal", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal error "Build failed"`);
    const item = await untilPane(box, pane, (each) => each.state === "error");
    const row = new RegExp(`error +generic +\\d+[sm] +command +${item.ref} .*Build failed`);
    const piped = (await box.agtmux(["list", "panes"])).stdout;
    expect(piped).toMatch(row);
    expect(piped).not.toContain("\x1b");
    const shown = await onTerminal(box, `${AGTMUX} list panes`, 200);
    expect(shown).toContain("\x1b[31m");
    const forPeople = new RegExp(`✕  error +work +\\w+ +\\d+[sm] +${pane} .*Build failed`);
    expect(shown.replaceAll(/\x1b\[[\d;]*m/g, "")).toMatch(forPeople);
    const plain = await onTerminal(box, `NO_COLOR=1 ${AGTMUX} list panes`, 200);
    expect(plain).toMatch(forPeople);
    expect(plain).not.toContain("\x1b");
    for (const command of ["explain", "list"]) {
      const words = command === "explain" ? ["explain", item.ref] : ["list", "panes"];
      expect((await box.agtmux(words, { env: { TERM: "xterm-256color" } })).stdout).not.toContain("\x1b");
    }
  });

  it("[LS7] a long message is kept whole and shortened only on display", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("w");
    const long = `begin ${"very long ".repeat(300)}end`;
    await box.agtmux(["signal", "needs_input", long], { env: inside(box, pane) });
    const item = await untilPane(box, pane, (each) => each.state === "waiting_input");
    expect(item.message).toBe(long);
    expect((await box.agtmux(["list", "panes"])).stdout).toContain(long);
    const shown = await onTerminal(box, `NO_COLOR=1 ${AGTMUX} list panes`, 140);
    const line = shown.split("\n").find((each) => each.includes("begin")) ?? "";
    expect(line).toMatch(/ begin very long .*…$/);
    expect([...line].length).toBeLessThanOrEqual(140);
  });

  it("[CL1] text of a pane or its title cannot control the reader's terminal", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const evil = "\x1b[2J\x1b]0;gotcha\x07\u202etxt.exe\u2066 \x9b31m bell\x07";
    await box.agtmux(["signal", "error", evil], { env: inside(box, pane) });
    const item = await untilPane(box, pane, (each) => each.state === "error");
    for (const words of [
      ["list", "panes"],
      ["explain", item.ref],
    ]) {
      const { stdout } = await box.agtmux(words);
      expect(stdout).toContain("txt.exe");
      expect(stdout.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

describe("agtmux env", () => {
  const odd = [
    "plain",
    "two words",
    "it's",
    `"quoted"`,
    "$HOME `id` $(id)",
    "back\\slash\\",
    "semi;colon & pipe | < > !",
    "*?[x]{a,b}~#",
    "ünï 世界 👩‍💻",
    "-dash",
    "'\\''",
    "tab\there",
  ];

  it("[CL3, SR20] a real shell gets every path back exactly from the printed lines", async () => {
    const box = sandbox();
    const pane = box.session("first");
    await box.startDaemon();
    const names = ["ENABLED", "SESSION_ID", "WORKSPACE_ID", "STATUS_FILE"].map((name) => `SCHMUX_${name}`);
    const variables = [...names, "AGTMUX_HOME", "AGTMUX_SESSION_ID", "AGTMUX_TMUX_SOCKET"];
    const print = `printf '%s\\0' ${variables.map((name) => `"$${name}"`).join(" ")}`;
    for (const shell of ["dash", "bash"]) {
      for (const name of odd) {
        const workspace = join(box.dir, name);
        mkdirSync(workspace, { recursive: true });
        const given = execFileSync(shell, ["-c", `eval "$(${AGTMUX} env)" && ${print}`], {
          cwd: workspace,
          env: { ...box.env, ...inside(box, pane) },
          encoding: "utf8",
        });
        const [enabled, session, workspaceId, file, home, own, socket] = given.split("\0");
        expect([enabled, home, own, socket]).toEqual(["1", box.home, session, box.socketName]);
        expect(file).toBe(`${workspace}/.schmux/signal/${session}`);
        expect(session).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
        expect(session?.startsWith(`${workspaceId}-`)).toBe(true);
        expect(readFileSync(join(workspace, ".schmux", ".gitignore"), "utf8")).toBe("*\n");
      }
    }
  });

  it("[CL3] every line is an assignment, whatever home and workspace are called", async () => {
    const box = sandbox();
    const home = join(box.dir, `it's "home" $(touch ${box.dir}/pwned)`);
    const pane = box.session("first");
    const env = { AGTMUX_HOME: home };
    expect((await box.agtmux(["daemon", "start"], { env })).code).toBe(0);
    const ran = await box.agtmux(["env"], { env: { ...env, ...inside(box, pane) } });
    for (const line of ran.stdout.trimEnd().split("\n")) expect(line).toMatch(/^export [A-Z_]+='/);
    const script = `eval "$1"; printf %s "$AGTMUX_HOME"`;
    expect(execFileSync("sh", ["-c", script, "sh", ran.stdout], { env: box.env, encoding: "utf8" })).toBe(home);
    expect(existsSync(join(box.dir, "pwned"))).toBe(false);
    await box.agtmux(["daemon", "stop"], { env });
  });

  it("[CL3] the same pane and workspace have the same session, others have others", async () => {
    const box = sandbox();
    const [one, other] = [box.session("first"), box.session("second")];
    await box.startDaemon();
    const sessionOf = async (pane: string) =>
      /SCHMUX_SESSION_ID='(.*)'/.exec((await box.agtmux(["env"], { env: inside(box, pane) })).stdout)?.[1];
    expect(await sessionOf(one)).toBe(await sessionOf(one));
    expect(await sessionOf(one)).not.toBe(await sessionOf(other));
  });

  it("[CL3, CL16] outside a pane it fails and prints nothing that eval would run", async () => {
    const box = sandbox();
    await box.startDaemon();
    const outside = [{}, { TMUX: "/tmp/x,1,0" }, { TMUX_PANE: "%1" }, { TMUX: "nonsense", TMUX_PANE: "%1" }];
    for (const env of outside) expectFault(await box.agtmux(["env"], { env }), "E_NOT_IN_TMUX");
    const words = { TMUX: "/tmp/x,1,0", TMUX_PANE: "%1;id" };
    expectFault(await box.agtmux(["env"], { env: words }), "E_NOT_IN_TMUX");
  });

  it("[CL3] in a pane of a tmux server that the daemon does not observe it fails likewise", async () => {
    const box = sandbox();
    box.session("first");
    const elsewhere = sandbox();
    const pane = elsewhere.session("first");
    await box.startDaemon();
    expectFault(await box.agtmux(["env"], { env: inside(elsewhere, pane) }), "E_NOT_IN_TMUX");
  });

  it("[CL3, SR1] with the daemon down it still works, and the pane is known once the daemon runs", async () => {
    const box = sandbox();
    const pane = await box.registered("work");
    expect(box.screen(pane)).toContain("agtmux daemon start");
    const file = await box.statusFile(pane);
    box.type(pane, `echo "needs_input Which one?" > "$SCHMUX_STATUS_FILE"`);
    await until(() => existsSync(file));
    await box.startDaemon();
    const item = await untilPane(box, pane, (each) => each.state === "waiting_input");
    expect(item).toMatchObject({ message: "Which one?", source: "status_file" });
    expect(spooled(box)).toEqual([]);
  });
});

describe("agtmux signal", () => {
  it("[CL5] takes the five states and declares them for the pane it runs in, and for no other", async () => {
    const box = sandbox();
    const other = box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    const shown = { working: "running", needs_input: "waiting_input", needs_testing: "completed" } as const;
    for (const word of FIVE) {
      box.type(pane, `agtmux signal ${word} said ${word}`);
      const item = await untilPane(box, pane, (each) => each.message === `said ${word}`);
      expect(item).toMatchObject({ state: shown[word as keyof typeof shown] ?? word, source: "command" });
    }
    box.type(pane, "agtmux signal completed");
    expect(await untilPane(box, pane, (each) => each.message === "")).toMatchObject({ state: "completed" });
    expect(await box.pane(other)).toMatchObject({ agent: null, reason_code: "no_agent" });
  });

  it("[CL5] a message may begin with a dash or look like an option after --", async () => {
    const box = sandbox();
    const pane = box.session("work");
    await box.startDaemon();
    for (const message of ["-h", "--help", "--tmux-socket x", "-5 files"]) {
      const ran = await box.agtmux(["signal", "error", "--", message], { env: inside(box, pane) });
      expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
      await untilPane(box, pane, (each) => each.message === message);
    }
  });

  it("[CL5, CL16] any other state fails, names the five, and sends nothing", async () => {
    const box = sandbox();
    const pane = box.session("work");
    for (const word of ["sleepy", "Completed", "running", "waiting_input", "", "toString"]) {
      const ran = await box.agtmux(["signal", word, "x"], { env: inside(box, pane) });
      expectFault(ran, "E_INVALID_STATE");
      for (const state of FIVE) expect(ran.stderr).toContain(state);
    }
    expect(spooled(box)).toEqual([]);
    expect(existsSync(box.home)).toBe(false);
  });

  it("[CL16] outside a pane it fails and sends nothing", async () => {
    const box = sandbox();
    expectFault(await box.agtmux(["signal", "completed", "x"]), "E_NOT_IN_TMUX");
    expect(existsSync(box.home)).toBe(false);
  });
});

describe("agtmux explain", () => {
  it("[CL8, ST14] shows the state, the sentence why, and each piece of evidence", async () => {
    const box = sandbox();
    const bare = box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal needs_input "Which one?"`);
    await untilPane(box, pane, (each) => each.state === "waiting_input");
    box.type(pane, `agtmux signal error "Build failed"`);
    const item = await untilPane(box, pane, (each) => each.state === "error");
    const { resolution } = await box.json<{ resolution: unknown }>("explain", item.ref, "--json");
    const { because, evidence } = Resolution.strict().parse(resolution);
    const text = (await box.agtmux(["explain", item.ref])).stdout;
    expect(text).toContain("✕ error");
    expect(text).toContain(`because ${because}`);
    expect(evidence.map((piece) => piece.verdict)).toContain("decides");
    for (const { verdict, why, says } of evidence) {
      const line = text.split("\n").find((each) => each.includes(why) && each.startsWith(verdict));
      expect(line).toMatch(new RegExp(`^${verdict} +\\d+[smhd] .*${says}`));
    }
    expect((await box.agtmux(["explain", `runtime:${item.runtime_id}`])).stdout).toContain("Build failed");
    const none = await box.agtmux(["explain", (await box.pane(bare)).ref]);
    expect(none.stdout).toMatch(/unknown \(no_agent\).*\n.*no agent/);
  });

  it("[CL8, CL16] fails for a ref that does not follow the grammar and for one that matches nothing", async () => {
    const box = sandbox();
    await box.startDaemon();
    for (const ref of ["", "pane:host/work", "runtime:", "pane:host/a%zz/@1/%1"])
      expectFault(await box.agtmux(["explain", ref]), "E_REF_INVALID");
    for (const ref of ["work", "%1", "runtime:none", "pane:host/work/@1/%1"])
      expectFault(await box.agtmux(["explain", ref, "--json"]), "E_REF_NOT_FOUND");
  });
});

it("[CL64] a command with a list or a status shows it if its word is left out", async () => {
  const box = sandbox();
  box.session("work");
  await box.startDaemon();
  const same = {
    ...{ list: "panes", config: "list", adapters: "list", target: "list", rules: "list", queue: "list" },
    ...{ notify: "list", devices: "list", fleet: "status", service: "status" },
  };
  const told = async (...words: string[]) => {
    const { code, stdout } = await box.agtmux([...words, "--json"]);
    return [code, stdout.replaceAll(/[\d.]+/g, "0")];
  };
  for (const [command, word] of Object.entries(same))
    expect([command, ...(await told(command))]).toEqual([command, ...(await told(command, word))]);
  // its figures change, and a link is made each time
  expect(await box.json("daemon", "--json")).toHaveProperty("running", true);
});

describe("agtmux config list", () => {
  it("[CF1] shows each setting with its value and origin", async () => {
    const box = sandbox({ AGTMUX_MARKERS: "all" });
    mkdirSync(box.home);
    writeFileSync(join(box.home, "config.toml"), 'busy_ttl = "5m"\nmarkers = "off"\n');
    const words = ["config", "list", "--json", "--tmux-socket", "flagged"];
    const { settings } = await box.json<{ settings: SettingRow[] }>(...words);
    const row = (name: string) => {
      const found = settings.find((each) => each.name === name);
      return [found?.value, found?.origin];
    };
    expect(row("tmux_socket")).toEqual(["flagged", "flag"]);
    expect(row("markers")).toEqual(["all", "environment"]);
    expect(row("busy_ttl")).toEqual(["5m", "file"]);
    expect(row("ask_ttl")).toEqual(["10m", "default"]);
    const text = (await box.agtmux(["config", "list", "--all"])).stdout;
    for (const { name } of settings)
      expect(text).toMatch(new RegExp(`^${name} +\\S+ +(environment|file|default) +\\S`, "m"));
    const short = await box.agtmux(["config", "list"]);
    expect(short.stdout).toMatch(/^busy_ttl +5m +file /m);
    expect(short.stdout).not.toContain("ask_ttl");
    expect(short.stderr).toContain("config list --all");
  });

  it("[CF3, CL16] an invalid setting is refused by name, by the command and at the daemon's start", async () => {
    const box = sandbox();
    mkdirSync(box.home);
    const file = join(box.home, "config.toml");
    for (const [text, told] of [
      ["makers = 1", `"makers"`],
      ['port = "many"', "port"],
      ["port = 80\n\n= 3", "line 3"],
    ] as const) {
      writeFileSync(file, text);
      for (const words of [
        ["config", "list"],
        ["daemon", "start"],
      ]) {
        const ran = await box.agtmux(words, { env: { AGTMUX_PORT: undefined } });
        expectFault(ran, "E_CONFIG_INVALID");
        expect(ran.stderr).toContain(file);
        expect(ran.stderr).toContain(told);
      }
    }
  });

  it("[CF1] a changed setting takes effect at the next start", async () => {
    const box = sandbox();
    const pane = box.session("work");
    await box.startDaemon();
    await box.agtmux(["signal", "completed", "done"], { env: inside(box, pane) });
    await untilPane(box, pane, (item) => item.state === "completed");
    await box.agtmux(["seen", pane]);
    const silent = box.session("silent");
    writeFileSync(join(box.home, "config.toml"), 'completed_to_idle = "10ms"\nmarkers = "all"\n');
    print(box, silent, `${marker("error", "unheard so far")}\n`);
    await until(() => box.screen(silent).includes("unheard so far"));
    expect(await box.pane(pane)).toMatchObject({ state: "completed" });
    expect(await box.pane(silent)).toMatchObject({ agent: null });
    await box.json("daemon", "restart", "--json");
    await untilPane(box, pane, (item) => item.state === "idle");
    await untilPane(box, silent, (item) => item.message === "unheard so far");
  });
});

describe("agtmux debug detect", () => {
  it("[CL11] prints the same lines for every chunk size, without a daemon or a home", async () => {
    const box = sandbox();
    const recording = readFileSync(join(ROOT, "test", "fixtures", "raw", "claude-working.raw"));
    const input = Buffer.concat([
      recording,
      Buffer.from(`\r\n${marker("completed", "All tests pass ✓")}\r\n`),
      Buffer.from(`\x1b[32m● --<[schmux:needs_\x1b[0minput:Which\x1b[1Cone?]>--\x1b[K\r\n`),
      Buffer.from("--<[schmux:sleepy:no such state]>--\n"),
      recording,
      Buffer.from(`\n${marker("working", "日本語 👩‍💻")}`),
    ]);
    const whole = await box.agtmux(["debug", "detect"], { input });
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    const lines = whole.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { state: "completed", message: "All tests pass ✓" },
      { state: "needs_input", message: "Which one?" },
      { line: expect.stringContaining("sleepy") },
      { state: "working", message: "日本語 👩‍💻" },
    ]);
    const sizes = Array.from({ length: 64 }, (_, index) => index + 1);
    for (let from = 0; from < sizes.length; from += 8) {
      const some = sizes.slice(from, from + 8);
      const ran = await Promise.all(
        some.map((size) => box.agtmux(["debug", "detect", "--chunk", `${size}`], { input })),
      );
      for (const [index, each] of ran.entries()) expect([some[index], each]).toEqual([some[index], whole]);
    }
    expect(existsSync(box.home)).toBe(false);
  });

  it("[CL11, CL16] empty input gives no output; an invalid chunk size is refused", async () => {
    const box = sandbox();
    expect(await box.agtmux(["debug", "detect"], { input: "" })).toEqual({ code: 0, stdout: "", stderr: "" });
    for (const size of ["0", "-1", "x", "1.5"]) {
      const ran = await box.agtmux(["debug", "detect", `--chunk=${size}`], { input: "x" });
      expectFault(ran, "E_USAGE");
      expect(ran.stderr).toContain(size);
    }
  });
});

describe("where a command looks", () => {
  it("[CL14] --tmux-socket picks the tmux server, else AGTMUX_TMUX_SOCKET does", async () => {
    const box = sandbox();
    const other = sandbox();
    box.session("ours");
    other.session("theirs");
    expect((await box.status()).tmux_socket).toBe(box.socketName);
    for (const words of [
      ["--tmux-socket", other.socketName, "daemon"],
      [`--tmux-socket=${other.socketName}`, "daemon"],
    ])
      expect((await box.json<DaemonStatus>(...words, "status", "--json")).tmux_socket).toBe(other.socketName);
    const started = await box.json<DaemonStatus>("daemon", "start", "--json", "--tmux-socket", other.socketName);
    expect(started.tmux_socket).toBe(other.socketName);
    expect((await box.panes()).items.map((item) => item.identity.session_name)).toEqual(["theirs"]);
    await box.json("daemon", "restart", "--json");
    expect((await box.panes()).items.map((item) => item.identity.session_name)).toEqual(["ours"]);
  });

  it("[CL14] two homes and two tmux servers never touch each other", async () => {
    const boxes = [sandbox(), sandbox()];
    for (const box of boxes) box.session("first");
    for (const box of boxes) await box.startDaemon();
    const [one, other] = boxes as [Sandbox, Sandbox];
    const panes = [await one.registered("work"), await other.registered("work")] as const;
    // the pane ids are equal: only home and server differ
    expect(panes[0]).toBe(panes[1]);
    one.type(panes[0], `agtmux signal error "mine"`);
    other.type(panes[1], `agtmux signal needs_input "yours"`);
    await untilPane(one, panes[0], (item) => item.message === "mine");
    await untilPane(other, panes[1], (item) => item.message === "yours");
    expect(await one.pane(panes[0])).toMatchObject({ state: "error" });
    await one.agtmux(["daemon", "stop"]);
    expect((await one.status()).running).toBe(false);
    expect((await other.status()).running).toBe(true);
    expect(await other.pane(panes[1])).toMatchObject({ state: "waiting_input", message: "yours" });
    expect(spooled(one)).toEqual([]);
  });
});

describe("what goes wrong", () => {
  it("[CL16] a command that needs the daemon says how to start it", async () => {
    const box = sandbox();
    for (const words of [
      ["list", "panes"],
      ["list", "panes", "--json"],
      ["explain", "runtime:x"],
    ]) {
      const ran = await box.agtmux(words);
      expectFault(ran, "E_DAEMON_DOWN");
      expect(ran.stderr).toContain("agtmux daemon start");
    }
    expect(existsSync(box.home)).toBe(false);
  });

  it.each([
    [["frobnicate"], "frobnicate"],
    [["--frob"], "--frob"],
    [["toString"], "toString"],
    [["list", "frobs"], "frobs"],
    [["list", "panes", "--frob"], "--frob"],
    [["list", "panes", "extra"], "extra"],
    [["list", "panes", "-x"], "-x"],
    [["daemon", "dance"], "dance"],
    [["daemon", "start", "now"], "now"],
    [["daemon", "status", "--frob"], "--frob"],
    [["env", "extra"], "extra"],
    [["signal", "--frob", "completed"], "--frob"],
    [["explain", "--frob"], "--frob"],
    [["config", "set"], "set"],
    [["config", "set", "port", "7000"], "config.toml"],
    [["queue", "add", "claude", "run the tests"], '--text "run the tests"'],
    [["debug", "dance"], "dance"],
    [["debug", "replay", "x", "--frob"], "--frob"],
    [["debug", "replay", "-", "--at", "yesterday"], "yesterday"],
    [["help", "frobnicate"], "frobnicate"],
    [["daemon", "--tmux-socket"], "--tmux-socket"],
  ])("[CL16] %j names the word that is off, or what to do instead", async (words, off) => {
    const box = sandbox();
    const ran = await box.agtmux(words);
    expectFault(ran, "E_USAGE");
    expect(ran.stderr).toContain(off);
    expect(existsSync(box.home)).toBe(false);
  });

  it("[CL16] a fault of a newer daemon with an unknown code has an exit status too", async () => {
    const box = sandbox();
    const body = '{"code":"E_FROM_THE_FUTURE","message":"not yet","details":{}}';
    await fakeDaemon(box, `HTTP/1.1 400 Bad Request\r\nagtmux-version: 99.0.0\r\n\r\n${body}`);
    const ran = await box.agtmux(["list", "panes"]);
    expect(ran.code).toBe(ERRORS.E_INTERNAL.exit);
    expect(ran.stderr).toContain("not yet [E_FROM_THE_FUTURE]");
  });

  it("[CL16] a daemon that breaks off its response counts as down", async () => {
    const box = sandbox();
    await fakeDaemon(box, 'HTTP/1.1 200 OK\r\nagtmux-version: 0.1.0\r\n\r\n{"schema_version":1,"ite');
    expectFault(await box.agtmux(["list", "panes"]), "E_DAEMON_DOWN");
  });

  it("[CL16] every code is in 'agtmux help exit-codes' with its status", async () => {
    const { stdout } = await sandbox().agtmux(["help", "exit-codes"]);
    for (const [code, { exit }] of Object.entries(ERRORS))
      expect(stdout).toMatch(new RegExp(`^ *${exit} +${code} +\\S`, "m"));
  });
});
