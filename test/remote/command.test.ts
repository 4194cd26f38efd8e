import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quoted } from "../../src/core/provision/shell-words.ts";
import { parseRegistration } from "../../src/core/spool/registration.ts";
import { parseSpoolEntry, type SpoolEntry } from "../../src/core/spool/spool-entry.ts";
import { sandbox, spawned, until } from "../support/sandbox.ts";
import { SHELLS, type Shell, WatcherMachine } from "../support/watcher-machine.ts";

const PANE = { TMUX: "/tmp/tmux-0/de,fault,4321,7", TMUX_PANE: "%3" };

describe.each(SHELLS)("agtmux on a remote machine under $name", (shell) => {
  it("[TG5, CL5] signal leaves the same entry as the local command", () => {
    const machine = prepared(shell);
    const words = ["signal", "needs_input", "--", "-n is", "100%  \\n 'é'\ttab"];
    const ran = machine.agtmux(words, { env: { ...PANE, SCHMUX_SESSION_ID: "s-1" } });
    expect(ran).toEqual({ code: 0, stdout: "", stderr: expect.stringContaining("the signal is kept") });
    expect(entriesOf(machine)).toEqual([
      {
        agent: "schmux",
        event: "needs_input",
        pane: "%3",
        tmux: PANE.TMUX,
        pid: expect.any(Number),
        start: null,
        session: "s-1",
        payload: "-n is 100%  \\n 'é'\ttab",
      },
    ]);
  });

  it.each([
    [
      ["signal", "done"],
      4,
      '"done" is not a state: one of completed, needs_input, needs_testing, error, working. Nothing was sent [E_INVALID_STATE]',
    ],
    [["signal"], 2, "signal wants a state: completed, needs_input, needs_testing, error, working [E_USAGE]"],
    [["signal", "--wat", "error"], 2, "Unknown option '--wat'; 'agtmux help signal' shows what there is [E_USAGE]"],
    [["env", "now"], 2, "Unexpected argument 'now'; 'agtmux help env' shows what there is [E_USAGE]"],
    [["wat"], 2, "\"wat\" is not a command; 'agtmux help' lists them [E_USAGE]"],
  ])("[CL16] says what is wrong with %j, sends nothing and exits with %i", (words, code, sentence) => {
    const machine = prepared(shell);
    const ran = machine.agtmux(words, { env: PANE });
    expect(ran).toEqual({ code, stdout: "", stderr: `agtmux: ${sentence}\n` });
    expect(entriesOf(machine)).toEqual([]);
  });

  it("[CL3] wants to run inside a tmux pane", () => {
    const machine = prepared(shell);
    for (const env of [{}, { ...PANE, TMUX_PANE: "3" }, { ...PANE, TMUX: "x" }, { ...PANE, TMUX_PANE: "%3x" }])
      for (const words of [["env"], ["signal", "error"]]) {
        const ran = machine.agtmux(words, { env });
        expect([ran.code, ran.stdout]).toEqual([22, ""]);
        expect(ran.stderr).toMatch(/inside a tmux pane .*\[E_NOT_IN_TMUX\]\n$/);
      }
  });

  it("[CL3] env registers the pane, and eval gives back any path exactly", () => {
    const machine = prepared(shell);
    const workspace = join(realpathSync(machine.dir), `it's "a" $(work) \\é\nspace\n`);
    const below = join(workspace, "below");
    mkdirSync(join(workspace, ".git"), { recursive: true });
    mkdirSync(below);
    const ran = machine.agtmux(["env"], { env: PANE, cwd: below });
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("no daemon watches this machine now")]);
    const [entry] = entriesOf(machine);
    const parsed = parseRegistration(entry?.payload ?? "");
    if (!parsed.ok) throw new Error(`${parsed.fault}: ${entry?.payload}`);
    const { registration } = parsed;
    expect(registration).toMatchObject({ workspace, pane_id: "%3", tmux_server_pid: 4321 });
    expect(entry).toMatchObject({ agent: "agtmux", event: "register", session: registration.session_id });
    const script = `${ran.stdout}\nprintf %s "$SCHMUX_STATUS_FILE|$AGTMUX_HOME|$SCHMUX_SESSION_ID|$SCHMUX_ENABLED"`;
    expect(machine.sh(script)).toBe(`${registration.status_file}|${machine.home}|${registration.session_id}|1`);
    expect(readFileSync(join(workspace, ".schmux", ".gitignore"), "utf8")).toBe("*\n");
    expect(machine.agtmux(["env"], { env: PANE, cwd: workspace }).stdout).toBe(ran.stdout);
  });

  it("[SR20] does not follow a link that a repository brings in place of the signal directory", () => {
    const machine = prepared(shell);
    const workspace = join(machine.dir, "repository");
    const elsewhere = join(machine.dir, "elsewhere");
    for (const path of [join(workspace, ".git"), elsewhere]) mkdirSync(path, { recursive: true });
    symlinkSync(elsewhere, join(workspace, ".schmux"));
    expect(machine.agtmux(["env"], { env: PANE, cwd: workspace }).code).toBe(0);
    const payload = JSON.parse(entriesOf(machine)[0]?.payload ?? "") as { status_file: string };
    expect(payload.status_file.startsWith(join(machine.home, "workspaces"))).toBe(true);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.each([
    ["a link to its directory", "bin/"],
    ["a relative link to its directory", "relative-bin/"],
    ["a chain of links to its directory", "chain/"],
    ["a link to the home", "home/bin/"],
    ["a link to the file", "file-"],
    ["a relative link to the file", "relative-file-"],
    ["a chain of links to the file", "chain-file-"],
  ])("[PK25] hooks and squad signals that are run by %s find their home without a variable", (_words, way) => {
    const machine = prepared(shell);
    const links: Record<string, string> = {
      bin: join(machine.home, "bin"),
      "relative-bin": "home of it's/bin",
      chain: "relative-bin",
      home: "home of it's",
    };
    for (const name of ["agtmux", "squad-signal", "squad-step"]) {
      links[`file-${name}`] = join(machine.home, "bin", name);
      links[`relative-file-${name}`] = `home of it's/bin/${name}`;
      links[`chain-file-${name}`] = `chain/${name}`;
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(machine.dir, name));
    const env = { ...PANE, AGTMUX_HOME: "", SQUAD_SIGNAL_DIR: machine.dir, SCHMUX_SESSION_ID: "s-1", CDPATH: "/" };
    const run = (name: string, words: string[]) => machine.command(`${machine.dir}/${way}${name}`, words, { env });
    expect(run("agtmux", ["hook", "claude", "Stop"]).code).toBe(0);
    expect(run("squad-signal", ["idle", '{"sessionId":"s-1"}']).code).toBe(0);
    expect(run("squad-step", ["verifying", "--task", "t-1"]).code).toBe(0);
    const said = entriesOf(machine).map(({ agent, event }) => `${agent} ${event}`);
    expect(said.sort()).toEqual(["claude Stop", "squad completing", "squad idle"]);
    expect(existsSync(join(machine.dir, ".agtmux"))).toBe(false);
  });

  it("[TG14] a hook carries its payload as it is, and never answers with 2", () => {
    const machine = prepared(shell);
    const input = Buffer.from([0, 0xff, 0x0a, 0x25, 0x5f, 0]);
    expect(machine.agtmux(["hook", "claude", "PreToolUse"], { env: PANE, input }).code).toBe(0);
    const [name = ""] = readdirSync(machine.spool("new"));
    const bytes = readFileSync(machine.spool("new", name));
    expect(bytes.subarray(bytes.indexOf(0x0a) + 1)).toEqual(input);
    expect(machine.agtmux(["hook", "claude"], { input }).code).toBe(3);
    expect(machine.agtmux(["hook", "cla ude", "x"], { input }).code).toBe(3);
  });

  it.each([
    ["a word of JSON", '{"type":"agent-turn-complete","last-assistant-message":"It\'s done"}'],
    ["quotes, line breaks and what a shell or printf would read", `"a" 'b' \`c\` $(id) %s %d \\n \\0 *\n\n-n é\n`],
    ["100 KB", `{"text":"${"x".repeat(100_000)}"}`],
    ["nothing", ""],
  ])("[AD19] a payload that comes as the last argument is kept as it is: %s", (_, payload) => {
    const machine = prepared(shell);
    const ran = machine.agtmux(["hook", "codex", "notify", payload], { env: PANE, input: "not this" });
    expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(entriesOf(machine)).toMatchObject([{ agent: "codex", event: "notify", pane: "%3", payload }]);
  });

  it("[AD19] with the payload as an argument, an open standard input does not block", async () => {
    const machine = prepared(shell);
    const words = [...shell.argv.slice(1), join(machine.home, "bin", "agtmux"), "hook", "codex", "notify", "{}"];
    const child = spawned(shell.argv[0] as string, words, { ...machine.env, ...PANE });
    const [code] = await once(child, "exit", { signal: AbortSignal.timeout(10_000) });
    expect(code).toBe(0);
    expect(entriesOf(machine)).toMatchObject([{ event: "notify", payload: "{}" }]);
  });

  it("[AD19] a hook that an agent runs on its own terminal reads nothing of what is typed there", async () => {
    const box = sandbox();
    const machine = prepared(shell);
    const pane = box.session("work", `exec ${shell.argv.join(" ")}`);
    const command = quoted(join(machine.home, "bin", "agtmux"));
    writeFileSync(join(box.dir, "typed"), `unset AGTMUX_HOME; ${command} hook gemini SessionEnd; echo over:$?\n`);
    box.type(pane, `. ${box.dir}/typed`);
    await until(
      () => box.screen(pane).includes("over:0"),
      () => box.screen(pane),
    );
    expect(entriesOf(machine)).toMatchObject([{ agent: "gemini", event: "SessionEnd", pane, payload: "" }]);
  });

  it("[AD19] a hook that cannot write its entry says so, and does not fail the agent", () => {
    const env = { ...PANE, AGTMUX_HOME: "/dev/null/nowhere" };
    const ran = prepared(shell).agtmux(["hook", "claude", "Stop"], { env, input: Buffer.from("{}") });
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("E_HOME_UNUSABLE") });
  });

  it("[TG5, WR1] run tells a program's start and end, and ends like it", () => {
    const machine = prepared(shell);
    const words = ["sh", "-c", 'printf "<%s>" "$@" "$SCHMUX_ENABLED" "$LC_ALL"; exit 3', "-", "a  b", "it's", '\\"\n*'];
    const ran = machine.agtmux(["run", "--", ...words], { env: { ...PANE, LC_ALL: "POSIX" } });
    expect(ran).toEqual({ code: 3, stdout: "<a  b><it's><\\\"\n*><1><POSIX>", stderr: "" });
    const [registered, started, exited, ...others] = entriesOf(machine);
    expect(others).toEqual([]);
    expect(registered).toMatchObject({ event: "register", pane: "%3" });
    expect(started).toMatchObject({ agent: "agtmux", event: "started", pane: "%3", tmux: PANE.TMUX, pid: process.pid });
    const told = JSON.parse(started?.payload ?? "") as object;
    expect(told).toEqual({ run: expect.stringMatching(/^4321\.3\.\d+\.\d+$/), parent: "", command: words });
    const pid = expect.any(Number);
    const start = expect.stringMatching(/^\d+$/);
    expect(JSON.parse(exited?.payload ?? "")).toEqual({ ...told, pid, start, status: 3, signal: "" });
  });

  it("[WR4] a run inside a run names it, and one whose wrapper is gone does not", () => {
    const machine = prepared(shell);
    const inner = [...shell.argv, join(machine.home, "bin", "agtmux"), "run", "--", "sh", "-c", ":"];
    expect(machine.agtmux(["run", "--", ...inner], { env: PANE }).code).toBe(0);
    const told = entriesOf(machine).flatMap(({ event, payload }) => (event === "exited" ? [JSON.parse(payload)] : []));
    const [child] = told.filter(({ parent }) => parent !== "");
    const [outer] = told.filter(({ parent }) => parent === "");
    expect(child).toMatchObject({ parent: outer.run, command: ["sh", "-c", ":"] });
    const env = { ...PANE, AGTMUX_RUN: "4321.3.999999999.1" };
    const again = prepared(shell);
    expect(again.agtmux(["run", "--", "sh", "-c", ":"], { env }).code).toBe(0);
    for (const { event, payload } of entriesOf(again))
      if (event !== "register") expect(JSON.parse(payload)).toMatchObject({ parent: "" });
  });

  it("[WR1] run runs a program that it cannot record, and says why where somebody reads it", () => {
    const machine = prepared(shell);
    const words = ["run", "--", "sh", "-c", "exit 3"];
    expect(machine.agtmux(words)).toEqual({ code: 3, stdout: "", stderr: "" });
    const ran = machine.agtmux(words, { env: { ...PANE, AGTMUX_HOME: "/dev/null/nowhere" } });
    expect([ran.code, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toMatch(/E_HOME_UNUSABLE/);
    expect(entriesOf(machine)).toEqual([]);
    expect(machine.agtmux(["run", "--"]).code).toBe(2);
  });

  it("[TG5, CL3] works in a real pane: env, then a signal and a status file", async () => {
    const box = sandbox();
    const machine = prepared(shell);
    const watcher = await machine.watch();
    const pane = box.session("work", `exec ${shell.argv.join(" ")}`);
    const command = join(machine.home, "bin", "agtmux");
    writeFileSync(
      join(box.dir, "typed"),
      `unset AGTMUX_HOME; eval "$(${quoted(command)} env)"; agtmux signal completed "All tests pass"; echo "needs_input Really?" >"$SCHMUX_STATUS_FILE"\n`,
    );
    box.type(pane, `. ${box.dir}/typed`);
    await until(
      () => entriesOf(machine).length === 2,
      () => box.screen(pane),
    );
    const [registered, signalled] = entriesOf(machine);
    expect(signalled).toMatchObject({
      event: "completed",
      pane,
      session: registered?.session,
      payload: "All tests pass",
    });
    const { status_file } = JSON.parse(registered?.payload ?? "") as { status_file: string };
    await until(() => existsSync(status_file));
    watcher.client.watchFile(status_file);
    await until(() => watcher.files.at(-1)?.look?.text === "needs_input Really?\n");
    expect(machine.agtmux(["help"]).stdout).toContain("agtmux signal <state> [message]");
  });
});

function prepared(shell: Shell): WatcherMachine {
  const machine = new WatcherMachine(shell);
  machine.bootstrap();
  return machine;
}

function placeOf({ event }: SpoolEntry): number {
  return ["register", "started", event, "exited"].indexOf(event);
}

/** In the order in which they were written. */
function entriesOf(machine: WatcherMachine): SpoolEntry[] {
  return machine
    .entries()
    .map((bytes) => {
      const parsed = parseSpoolEntry(bytes);
      if (!parsed.ok) throw new Error(parsed.fault);
      return parsed.entry;
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
}
