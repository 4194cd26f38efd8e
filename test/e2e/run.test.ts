import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSpoolEntry } from "../../src/core/spool/spool-entry.ts";
import { daemonPid, isRunning } from "../support/daemon-life.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const RUN = `${AGTMUX} run --`;

describe("agtmux run in an interactive shell, no daemon", () => {
  it.each([
    ["sh -c 'exit 3'", 3, { status: 3, signal: "" }],
    ["true", 0, { status: 0, signal: "" }],
    ["sh -c 'kill -KILL $$'", 137, { status: 137, signal: "KILL" }],
    ["sh -c 'kill -TERM $$'", 143, { status: 143, signal: "TERM" }],
    ["no-such-program", 127, { status: 127, signal: "" }],
    ["/etc/passwd", 126, { status: 126, signal: "" }],
  ])("[WR1] %s ends with its own %i and is recorded so", async (command, code, ending) => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} ${command}; echo "over:$?"`);
    await shows(box, pane, `over:${code}`);
    expect(entries(box)).toMatchObject([
      { event: "register", pane },
      { event: "started", pane, payload: { command: expect.arrayContaining([command.split(" ")[0]]) } },
      { event: "exited", pane, payload: { ...ending, pid: expect.any(Number), start: expect.stringMatching(/^\d+$/) } },
    ]);
    // only the shell above reports that it was killed
    expect(box.screen(pane).match(/^(Killed|Terminated)$/gm) ?? []).toHaveLength(ending.signal === "" ? 0 : 1);
  });

  it("[WR3] Ctrl-C reaches the program: one that ignores it goes on, another ends by it", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} sh -c 'trap "echo caught" INT; echo ready; read x; read x; exit 5'; echo "over:$?"`);
    await shows(box, pane, "\nready");
    box.tmux("send-keys", "-t", pane, "C-c");
    await shows(box, pane, "caught");
    box.type(pane, "on");
    box.type(pane, "and on");
    await shows(box, pane, "over:5");
    box.type(pane, `${RUN} sleep 1001`);
    await runs(box, pane, "sleep 1001");
    box.tmux("send-keys", "-t", pane, "C-c");
    await exits(box, 2);
    expect(entries(box).at(-1)).toMatchObject({ event: "exited", payload: { status: 130, signal: "INT" } });
    box.type(pane, 'echo "over:$?"');
    await shows(box, pane, "over:130");
  });

  it("[WR3] Ctrl-\\ ends a program by SIGQUIT", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} sleep 1002`);
    await runs(box, pane, "sleep 1002");
    box.tmux("send-keys", "-t", pane, "C-\\");
    await exits(box, 1);
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 131, signal: "QUIT" } });
    box.type(pane, 'echo "over:$?"');
    await shows(box, pane, "over:131");
  });

  it("[WR3] Ctrl-Z stops program and wrapper together; bg and fg let them go on; the terminal is the program's again", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} sh -c 'echo ready; read line; echo "got:$line"; exit 4'; echo "over:$?"`);
    await shows(box, pane, "\nready");
    box.tmux("send-keys", "-t", pane, "C-z");
    await shows(box, pane, "Stopped");
    await until(() => states(box, pane).join() === "T,T");
    box.type(pane, "fg");
    await until(() => !states(box, pane).includes("T"));
    box.type(pane, "words");
    await shows(box, pane, "got:words");
    await exits(box, 1);
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 4 } });

    box.type(pane, `${RUN} sh -c 'sleep 1003; exit 6'`);
    await runs(box, pane, "sleep 1003");
    box.tmux("send-keys", "-t", pane, "C-z");
    await until(() => states(box, pane).filter((state) => state === "T").length >= 2);
    box.type(pane, "bg");
    await until(() => !states(box, pane).includes("T"));
    box.type(pane, "echo prompt:here; jobs");
    await shows(box, pane, "Running");
    box.type(pane, "kill %1; wait; echo done");
    await exits(box, 2);
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 143, signal: "TERM" } });
  });

  it("[WR3] a program in the background that reads the terminal stops, as it would without us", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} cat &`);
    await until(() => states(box, pane).filter((state) => state === "T").length === 2);
    box.type(pane, "jobs");
    await shows(box, pane, "Stopped");
    box.type(pane, "fg");
    // wait until cat runs: a line typed while the shell is still in raw mode has no line end for cat
    await until(() => !states(box, pane).includes("T"));
    box.type(pane, "hello there");
    await until(() => (box.screen(pane).match(/hello there/g) ?? []).length === 2);
    box.tmux("send-keys", "-t", pane, "C-d");
    await exits(box, 1);
  });

  it("[WR3] a change of size reaches the program", async () => {
    const { box, pane } = interactive();
    // without a trap bash takes a Ctrl-C for that of a child which has just ended, and goes on
    box.type(pane, `${RUN} bash -c 'trap "stty size" WINCH; trap exit INT; echo ready; while sleep 0.05; do :; done'`);
    await shows(box, pane, "\nready");
    box.tmux("resize-window", "-t", pane, "-x", "77", "-y", "22");
    await shows(box, pane, "22 77");
    box.tmux("send-keys", "-t", pane, "C-c");
    await exits(box, 1);
  });

  it("[WR3] redirections, pipes, other descriptors, umask and environment are untouched", async () => {
    const { box, pane } = interactive();
    const script = join(box.dir, "probe.sh");
    // variables that the wrapper might overwrite
    const names = "home spool root self header run stat began rest state LC_ALL IFS_";
    writeFileSync(
      script,
      `umask; echo three >&3; cat <&8; for name in ${names}; do eval "echo $name=\\$$name"; done; env | grep -c '^agtmux_'\n`,
    );
    const set = names.split(" ").map((name) => `${name}=mine`);
    box.type(pane, `umask 027; export ${set.join(" ")}; echo eight > ${box.dir}/eight`);
    box.type(pane, `${RUN} sh ${script} 3>${box.dir}/three 8<${box.dir}/eight >${box.dir}/out 2>&1; echo "over:$?"`);
    await shows(box, pane, "over:1");
    const lines = ["0027", "eight", ...set, "0"];
    expect(readFileSync(join(box.dir, "out"), "utf8")).toBe(`${lines.join("\n")}\n`);
    expect(readFileSync(join(box.dir, "three"), "utf8")).toBe("three\n");
    box.type(pane, `printf 'a b' | ${RUN} tr a-z A-Z | cat > ${box.dir}/piped; echo "codes:\${PIPESTATUS[*]}"`);
    await shows(box, pane, "codes:0 0 0");
    expect(readFileSync(join(box.dir, "piped"), "utf8")).toBe("A B");
  });

  it("[WR1] arguments arrive exactly, even shell syntax and names of our functions", async () => {
    const { box, pane } = interactive();
    const script = join(box.dir, "words");
    writeFileSync(script, '#!/bin/sh\nprintf "<%s>" "$@"\n');
    chmodSync(script, 0o755);
    box.type(pane, `${RUN} ${script} 'a  b' '$(id)' "it's" '' '*' -- -x > ${box.dir}/out; echo "over:$?"`);
    await shows(box, pane, "over:0");
    expect(readFileSync(join(box.dir, "out"), "utf8")).toBe("<a  b><$(id)><it's><><*><--><-x>");
    const command = [script, "a  b", "$(id)", "it's", "", "*", "--", "-x"];
    expect(entries(box)).toContainEqual(
      expect.objectContaining({ event: "started", payload: expect.objectContaining({ command }) }),
    );
    box.type(pane, `${RUN} drop; echo "over:$?"`);
    await shows(box, pane, "over:127");
  });

  it.each(["exec bash --norc", "exec dash -i", "exec zsh -f"])(
    "[WR1] killed with its pane under %s, its end is recorded",
    async (shell) => {
      const { box } = interactive();
      const pane = box.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", shell);
      await until(() => box.screen(pane).trim() !== "");
      box.type(pane, `${RUN} sleep 1004`);
      const [program = 0] = await runs(box, pane, "sleep 1004");
      box.tmux("kill-pane", "-t", pane);
      await exits(box, 1);
      expect(entries(box).at(-1)).toMatchObject({ payload: { status: 129, signal: "HUP" } });
      await until(() => !isRunning(program));
    },
  );

  it("[WR1, WR3] as a pane's first process it and its program end with the pane, and that is recorded", async () => {
    const { box } = interactive();
    const pane = box.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", `exec ${RUN} sleep 1005`);
    const [program = 0] = await runs(box, pane, "sleep 1005");
    box.tmux("kill-pane", "-t", pane);
    await exits(box, 1);
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 129, signal: "HUP" } });
    await until(() => !isRunning(program));
    const window = box.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", `exec ${RUN} sh -c 'read x; exit 7'`);
    box.tmux("set-option", "-p", "-t", window, "remain-on-exit", "on");
    box.type(window, "go");
    await exits(box, 2);
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 7, signal: "" } });
    await until(() => box.tmux("display", "-p", "-t", window, "#{pane_dead}") === "1");
    // even for a bare program, tmux sometimes loses the exit status
    expect(["7", ""]).toContain(box.tmux("display", "-p", "-t", window, "#{pane_dead_status}"));
  });

  it("[WR1] a program that ignores the hang-up is waited for", async () => {
    const { box, pane } = interactive();
    box.tmux("new-window", "-d");
    box.type(pane, `${RUN} sh -c 'trap "" HUP TERM; echo ready; sleep 1; exit 9'`);
    await shows(box, pane, "\nready");
    box.tmux("kill-pane", "-t", pane);
    await exits(box, 1);
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 9 } });
  });

  it("[WR1] a program that is killed is recorded; a wrapper that is killed says nothing", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} sleep 1006; echo "over:$?"`);
    const [program = 0] = await runs(box, pane, "sleep 1006");
    process.kill(program, "SIGKILL");
    await shows(box, pane, "over:137");
    expect(entries(box).at(-1)).toMatchObject({ payload: { status: 137, signal: "KILL" } });
    box.type(pane, `${RUN} sleep 1007; echo "over again:$?"`);
    const [orphan = 0, wrapper = 0] = await runs(box, pane, "sleep 1007");
    process.kill(wrapper, "SIGKILL");
    await shows(box, pane, "over again:137");
    process.kill(orphan, "SIGKILL");
    expect(entries(box).filter(({ event }) => event === "exited")).toHaveLength(1);
  });

  it("[WR3] it is one sh, and no node", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} sleep 1008`);
    await runs(box, pane, "sleep 1008");
    expect(
      tree(box, pane)
        .map(({ args }) => args.replace(/^(\S*\/)?(\w+).*/, "$2"))
        .sort(),
    ).toEqual(["bash", "sh", "sleep"]);
    box.tmux("send-keys", "-t", pane, "C-c");
    await exits(box, 1);
  });

  it("[WR1] a program still runs if its start cannot be recorded", async () => {
    const box = sandbox();
    const outside = await box.agtmux(["run", "--", "sh", "-c", "echo out; echo err >&2; exit 3"]);
    expect(outside).toEqual({ code: 3, stdout: "out\n", stderr: "err\n" });
    const pane = box.session("work", "exec bash --norc");
    box.type(pane, `AGTMUX_HOME=/dev/null/no ${RUN} sh -c 'exit 3'; echo "over:$?"`);
    await shows(box, pane, "over:3");
    expect(box.screen(pane)).toContain("E_HOME_UNUSABLE");
    box.type(pane, `mkdir gone; cd gone; rmdir ../gone; ${RUN} sh -c 'exit 4'; echo "over:$?"`);
    await shows(box, pane, "over:4");
    box.type(pane, `cd ..; TMUX= ${RUN} sh -c 'exit 5'; echo "over:$?"`);
    await shows(box, pane, "over:5");
    expect(box.screen(pane)).toContain("not inside a tmux pane: sh runs unrecorded");
    expect(existsSync(join(box.home, "spool"))).toBe(false);
  });

  it("[CL16] without a command, or with an option that there is not, it says so", async () => {
    const box = sandbox();
    expect(await box.agtmux(["run"])).toMatchObject({ code: 2, stderr: expect.stringContaining("[E_USAGE]") });
    expect(await box.agtmux(["run", "--wat"])).toMatchObject({ code: 2, stderr: expect.stringContaining("'--wat'") });
    expect(await box.agtmux(["run", "--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("agtmux run [--] <command"),
    });
    expect((await box.agtmux(["--tmux-socket", "x", "run", "--", "sh", "-c", "exit 6"])).code).toBe(6);
    expect((await box.agtmux(["--tmux-socket=x", "run", "--", "sh", "-c", "exit 7"])).code).toBe(7);
  });
});

describe("agtmux run, told by the daemon", () => {
  it("[WR4, SR11] a program is running, then completed, failed or idle; its markers are heard", async () => {
    const { box, pane } = interactive();
    await box.startDaemon();
    box.type(pane, `${RUN} sh -c 'read x; echo "--<[schmux:needs_input:Which one?]>--"; read x; exit 0'`);
    const running = await untilPane(box, pane, ({ state }) => state === "running");
    expect(running).toMatchObject({
      agent: "generic",
      source: "wrapper",
      message: expect.stringMatching(/^sh -c read x/),
    });
    box.type(pane, "on");
    const asking = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(asking).toMatchObject({ message: "Which one?", source: "marker" });
    box.type(pane, "on");
    box.type(pane, `${RUN} true`);
    const done = await untilPane(box, pane, ({ state, message }) => state === "completed" && message === "true");
    expect(done).toMatchObject({ attention: { kind: "done" } });
    box.type(pane, `${RUN} sh -c 'exit 3'`);
    const failed = await untilPane(box, pane, ({ state }) => state === "error");
    expect(failed).toMatchObject({ message: "sh: exit code 3", attention: { kind: "error" } });
    box.type(pane, `${RUN} sleep 1009`);
    await untilPane(box, pane, ({ state }) => state === "running");
    // the run is told before its program starts
    await runs(box, pane, "sleep 1009");
    box.tmux("send-keys", "-t", pane, "C-c");
    await untilPane(box, pane, ({ state, message }) => state === "idle" && message === "sleep: ended by SIGINT");
  });

  it("[WR4] runs from while the daemon was down are reported when it starts", async () => {
    const { box, pane } = interactive();
    box.type(pane, `${RUN} sh -c 'exit 3'; echo "over:$?"`);
    await shows(box, pane, "over:3");
    await box.startDaemon();
    await untilPane(box, pane, ({ state, message }) => state === "error" && message === "sh: exit code 3");
  });

  it("[WR7] a wrapper that is killed leaves the outcome unknown", async () => {
    const { box, pane } = interactive();
    await box.startDaemon();
    box.type(pane, `${RUN} sleep 1010`);
    await untilPane(box, pane, ({ state }) => state === "running");
    const [program = 0, wrapper = 0] = await runs(box, pane, "sleep 1010");
    process.kill(wrapper, "SIGKILL");
    process.kill(program, "SIGKILL");
    await untilPane(box, pane, ({ reason_code }) => reason_code === "outcome_unknown");
  });

  it("[WR5] an agent under the wrapper is found as usual; if it fails, its pane has the exit code", async () => {
    const { box, pane } = interactive();
    await box.startDaemon();
    const { claude } = fakeAgents(box.dir);
    box.type(pane, `${RUN} ${claude}`);
    const agent = await untilPane(box, pane, (item) => item.agent === "claude");
    expect(agent).toMatchObject({ state: "unknown", reason_code: "no_signal" });
    const pid = tree(box, pane).find(({ args }) => args.includes("conversation.js") && !args.includes(" run -- "))?.pid;
    process.kill(pid ?? 0, "SIGTERM");
    const after = await untilPane(box, pane, ({ state }) => state === "error");
    expect(after).toMatchObject({ agent: "generic", message: "claude: killed by SIGTERM" });
    box.type(pane, `${RUN} ${claude}`);
    await untilPane(box, pane, (item) => item.agent === "claude");
    box.tmux("send-keys", "-t", pane, "C-d");
    // the end of the agent and the end of the run are told one after the other
    const left = await untilPane(box, pane, (item) => item.agent === "generic" && item.state === "idle");
    expect(left.attention).toBeNull();
  });

  it("[WR3] the daemon keeps no process for it", async () => {
    const { box, pane } = interactive();
    await box.startDaemon();
    const children = () => spawnSync("ps", ["-o", "args=", "--ppid", `${daemonPid(box)}`], { encoding: "utf8" }).stdout;
    box.type(pane, `${RUN} sleep 1011`);
    await untilPane(box, pane, ({ state }) => state === "running");
    await runs(box, pane, "sleep 1011");
    // others pass: those with which it looks at processes
    await until(() => /^tmux .* -C .*\n$/.test(children()), children);
  });
});

function interactive(): { box: Sandbox; pane: string } {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true });
  const pane = box.session("work", "exec bash --norc");
  return { box, pane };
}

interface Entry {
  event: string;
  pane: string | null;
  payload: Record<string, unknown>;
}

/** Spool entries, oldest first. */
function entries(box: Sandbox): Entry[] {
  const folder = join(box.home, "spool", "new");
  if (!existsSync(folder)) return [];
  const order = ["register", "started", "exited"];
  const read = readdirSync(folder).flatMap((name) => {
    const parsed = parseSpoolEntry(readFileSync(join(folder, name)));
    if (!parsed.ok) throw new Error(parsed.fault);
    const payload = JSON.parse(parsed.entry.payload) as Record<string, unknown>;
    const at = Number(String(payload.run ?? "").split(".")[3] ?? 0);
    return [{ event: parsed.entry.event, pane: parsed.entry.pane, payload, at }];
  });
  read.sort((a, b) => a.at - b.at || order.indexOf(a.event) - order.indexOf(b.event));
  return read.map(({ at: _, ...entry }) => entry);
}

async function exits(box: Sandbox, count: number): Promise<void> {
  await until(
    () => entries(box).filter(({ event }) => event === "exited").length === count,
    () => JSON.stringify(entries(box)),
  );
}

async function shows(box: Sandbox, pane: string, text: string): Promise<void> {
  // leave out the echo of typed commands
  const screen = () => `\n${box.screen(pane)}`.replaceAll(/^\S*[#$] .*$/gm, "");
  await until(
    () => screen().includes(text),
    () => `"${text}" does not show:\n${box.screen(pane)}`,
  );
}

interface Process {
  pid: number;
  state: string;
  args: string;
}

/** Processes on the pane's terminal, oldest first; none if tmux has only just opened it, for which `ps` fails. */
function tree(box: Sandbox, pane: string): Process[] {
  const tty = box.tmux("display", "-p", "-t", pane, "#{pane_tty}").replace("/dev/", "");
  const { stdout } = spawnSync("ps", ["-t", tty, "-o", "pid=,stat=,args=", "--sort=pid"], { encoding: "utf8" });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, pid, state = "", args = ""] = /^\s*(\d+)\s+(\S)\S*\s+(.*)$/.exec(line) ?? [];
      return { pid: Number(pid), state, args };
    });
}

/** Process states of all but the pane's own shell. */
function states(box: Sandbox, pane: string): string[] {
  const shell = Number(box.tmux("display", "-p", "-t", pane, "#{pane_pid}"));
  // not the lowest number: those may begin anew in between
  return tree(box, pane)
    .filter(({ pid }) => pid !== shell)
    .map(({ state }) => state);
}

/** Waits for a program that the wrapper runs; returns its pid and the wrapper's. */
async function runs(box: Sandbox, pane: string, args: string): Promise<[number, number]> {
  const find = () => tree(box, pane).find((process) => process.args === args);
  await until(
    () => find() !== undefined,
    () => `${args} does not run:\n${box.screen(pane)}`,
  );
  const pid = find()?.pid ?? 0;
  const parent = execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" });
  return [pid, Number(parent)];
}
