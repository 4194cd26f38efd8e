import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import { Database } from "../../src/daemon/store/database.ts";
import { isRunning } from "../support/daemon-life.ts";
import { fakeDaemon } from "../support/fake-daemon.ts";
import { AGTMUX, type Sandbox, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";

const isThere = (pid: number | null) => pid !== null && isRunning(pid);
const isZombie = (pid: number) => readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
const socketOf = (box: Sandbox) => join(box.home, "agtmuxd.sock");

/** Files to which a running daemon keeps writing. */
const GROWING = /^daemon\.log$|\.db(-\w+)?$/;

/** Every path in the home with its kind, mode, content and modification time; of what may grow, only which file it is. */
function inventory(home: string, growing?: RegExp): string[] {
  return (readdirSync(home, { recursive: true }) as string[]).toSorted().map((name) => {
    const path = join(home, name);
    const stat = lstatSync(path);
    const isGrowing = growing?.test(name) === true;
    const content = stat.isFile() && !isGrowing ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
    return `${name} ${stat.ino} ${stat.mode.toString(8)} ${stat.isDirectory() || isGrowing ? "" : stat.mtimeMs} ${content}`;
  });
}

/** Starts `agtmux daemon run` and waits until it responds. */
async function foreground(box: Sandbox) {
  const child = spawned(AGTMUX, ["daemon", "run"], box.env);
  await until(async () => (await box.status()).running);
  return child;
}

describe("agtmux daemon", () => {
  it("[DM1] start returns when the daemon answers", async () => {
    const box = sandbox();
    const started = await box.startDaemon();
    expect(started).toMatchObject({ running: true, home: box.home, socket: socketOf(box) });
    expect(isThere(started.pid)).toBe(true);
    // every status has a new link, and how the daemon fares
    const links = { dashboard: "", plain_dashboard: "", vitals: null };
    expect({ ...(await box.status()), ...links }).toEqual({ ...started, ...links });
  });

  it("[DM1] start fails with the daemon's own error", async () => {
    const box = sandbox();
    const ran = await box.agtmux(["daemon", "start"], { env: { AGTMUX_MARKERS: "sometimes" } });
    expect(ran).toMatchObject({ code: 5, stdout: "" });
    expect(ran.stderr).toMatch(/AGTMUX_MARKERS.*\[E_CONFIG_INVALID\]/s);
    expect((await box.status()).running).toBe(false);
  });

  it("[DM1] a second start leaves the first daemon alone and succeeds", async () => {
    const box = sandbox();
    const first = await box.startDaemon();
    expect((await box.startDaemon()).pid).toBe(first.pid);
  });

  it("[DM1, LK1] several starts at once give one daemon, and every command succeeds with its pid", async () => {
    const box = sandbox();
    const started = await Promise.all([1, 2, 3, 4].map(() => box.startDaemon()));
    const pids = new Set(started.map((status) => status.pid));
    expect(pids.size).toBe(1);
    expect((await box.status()).pid).toBe(started[0]?.pid);
  });

  it("[LK1, DM1, CL16] a second daemon in the foreground is refused by name and touches nothing", async () => {
    const box = sandbox();
    const first = await box.startDaemon();
    const before = inventory(box.home, GROWING);
    const ran = await box.agtmux(["daemon", "run"]);
    expect(ran.code).toBe(11);
    expect(ran.stderr).toContain("[E_DAEMON_RUNNING]");
    expect(ran.stderr).toContain(String(first.pid));
    expect(inventory(box.home, GROWING)).toEqual(before);
    expect((await box.status()).pid).toBe(first.pid);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "[DM1] run stays in the foreground until %s, and ends cleanly",
    async (signal) => {
      const box = sandbox();
      const child = await foreground(box);
      expect((await box.status()).pid).toBe(child.pid);
      expect(child.exitCode).toBeNull();
      child.kill(signal);
      const [code, by] = await once(child, "exit");
      expect([code, by]).toEqual([0, null]);
      expect(existsSync(socketOf(box))).toBe(false);
      expect(existsSync(join(box.home, "daemon.pid"))).toBe(false);
      expect((await box.status()).running).toBe(false);
    },
  );

  it("[DM1] stop returns when the process has ended", async () => {
    const box = sandbox();
    const { pid } = await box.startDaemon();
    expect(await box.agtmux(["daemon", "stop"])).toMatchObject({ code: 0, stdout: "agtmuxd has stopped\n" });
    expect(isThere(pid)).toBe(false);
    expect(await box.agtmux(["daemon", "stop"])).toMatchObject({ code: 0, stdout: "agtmuxd was not running\n" });
  });

  it("[DM1] several stops at once all return when the process has ended", async () => {
    const box = sandbox();
    const { pid } = await box.startDaemon();
    const ran = await Promise.all([1, 2, 3].map(() => box.agtmux(["daemon", "stop"])));
    for (const { code, stderr } of ran) expect([code, stderr]).toEqual([0, ""]);
    expect(isThere(pid)).toBe(false);
  });

  it("[DM1] stop does not take a daemon that hangs for one that is not running", async () => {
    const box = sandbox();
    await fakeDaemon(box, null);
    const ran = await box.agtmux(["daemon", "stop"]);
    expect([ran.code, ran.stdout]).toEqual([10, ""]);
    expect(ran.stderr).toContain("[E_DAEMON_DOWN]");
  });

  it("[DM1] stop returns even if the ended process is still a zombie", async () => {
    const box = sandbox();
    // a parent that starts the daemon and never reaps it, like the init of many containers
    const parent = spawned("sh", ["-c", `${AGTMUX} daemon run & exec sleep 600`], box.env);
    await until(async () => (await box.status()).running);
    const { pid } = await box.status();
    expect(await box.agtmux(["daemon", "stop"])).toMatchObject({ code: 0, stdout: "agtmuxd has stopped\n" });
    expect(pid !== null && isZombie(pid)).toBe(true);
    expect(parent.exitCode).toBeNull();
  });

  it("[DM1] start while the former daemon is still going down ends with a new one", async () => {
    const box = sandbox();
    const first = await box.startDaemon();
    // an unfinished request delays the shutdown of the first daemon for a moment
    const straggler = connect(socketOf(box));
    onTestFinished(() => void straggler.destroy());
    straggler.on("error", () => undefined);
    await once(straggler, "connect");
    straggler.write("POST /v1/register HTTP/1.1\r\nHost: agtmux\r\nContent-Length: 10\r\n\r\n");
    process.kill(first.pid as number, "SIGTERM");
    await until(() => !existsSync(socketOf(box)));
    const second = await box.startDaemon();
    expect(second.running).toBe(true);
    expect(second.pid).not.toBe(first.pid);
  });

  it("[DM1] restart ends with a daemon that answers under another pid", async () => {
    const box = sandbox();
    const first = await box.startDaemon();
    const second = await box.json<DaemonStatus>("daemon", "restart", "--json");
    expect(second).toMatchObject({ running: true });
    expect(second.pid).not.toBe(first.pid);
    expect(isThere(first.pid)).toBe(false);
    expect((await box.status()).pid).toBe(second.pid);
  });

  it("[DM1] requests to a starting daemon wait until it has seen the panes", async () => {
    const box = sandbox();
    box.session("work");
    await box.startDaemon();
    let isUp = false;
    const restarted = box.json("daemon", "restart", "--json").finally(() => {
      isUp = true;
    });
    const shown: string[][] = [];
    while (!isUp) {
      const list = await box.panes().catch(() => null);
      if (list !== null) shown.push(list.items.map(({ identity }) => identity.session_name));
    }
    await restarted;
    expect(shown.filter(([name]) => name !== "work")).toEqual([]);
    expect(shown).not.toEqual([]);
  });

  it("[DM7] status names everything, up and down, by the published schema", async () => {
    const box = sandbox();
    const down = await box.status();
    expect(DaemonStatus.parse(down)).toEqual({
      supervised: null,
      vitals: null,
      running: false,
      pid: null,
      version: null,
      build: null,
      home: box.home,
      socket: socketOf(box),
      port: null,
      dashboard: null,
      plain_dashboard: null,
      origin: null,
      tmux_socket: box.socketName,
      started_at: null,
      problems: [],
    });
    expect(existsSync(box.home)).toBe(false);
    const before = Date.now();
    await box.startDaemon();
    const up = await box.status();
    expect(DaemonStatus.parse(up)).toEqual(up);
    expect(up).toMatchObject({ running: true, home: box.home, socket: socketOf(box), tmux_socket: box.socketName });
    expect(up.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(up.dashboard).toMatch(new RegExp(`^http://[a-f0-9]{20}\\.localhost:${up.port}/#pair=[a-f0-9]{32}$`));
    expect(up.started_at).toBeGreaterThanOrEqual(before - 1);
    expect((await box.agtmux(["daemon", "status"])).stdout).toContain(`runs (pid ${up.pid})`);
  });

  it("[DM8] a missing tmux server is a problem with code, words and since-when, until there is one", async () => {
    const box = sandbox({ AGTMUX_RECONCILE: "100ms" });
    const before = Date.now();
    const { problems } = await box.startDaemon();
    expect(problems).toEqual([
      { code: "NO_TMUX_SERVER", message: expect.stringContaining(box.socketName), since: expect.any(Number) },
    ]);
    expect(problems[0]?.since).toBeGreaterThanOrEqual(before - 1);
    expect((await box.agtmux(["daemon", "status"])).stdout).toContain("[NO_TMUX_SERVER]");
    box.session("first");
    await until(async () => (await box.client.health()).problems.length === 0);
  });

  it("[DM9] a command that meets another version names both and how to restart, and says its own", async () => {
    const box = sandbox();
    const list = { schema_version: 1, generated_at: 0, summary: { agents: 0, panes: 0, needs_action: 0 }, items: [] };
    const answer = `HTTP/1.1 200 OK\r\nagtmux-version: 99.7.1\r\n\r\n${JSON.stringify(list)}`;
    const { asked } = await fakeDaemon(box, answer);
    const ran = await box.agtmux(["list", "panes", "--json"]);
    expect(JSON.parse(ran.stdout)).toEqual(list);
    const own = (await box.agtmux(["--version"])).stdout.trim();
    expect(ran.stderr).toContain("99.7.1");
    expect(ran.stderr).toContain(own);
    expect(ran.stderr).toContain("agtmux daemon restart");
    expect(asked[0]).toMatch(new RegExp(`^agtmux-version: ${own}\r$`, "m"));
  });

  it("[DM9] a command of the same version says nothing of it", async () => {
    const box = sandbox();
    await box.startDaemon();
    expect((await box.agtmux(["list", "panes"])).stderr).toBe("");
  });

  it.each(["start", "run"])(
    "[DB3, CL16] %s refuses the database of a newer agtmux, and the home stays as it is",
    async (how) => {
      const box = sandbox();
      await box.startDaemon();
      await box.agtmux(["daemon", "stop"]);
      const database = new Database(join(box.home, "agtmux.db"));
      database.pragma("journal_mode = DELETE");
      database.pragma("user_version = 4711");
      database.close();
      const before = inventory(box.home);
      const ran = await box.agtmux(["daemon", how]);
      expect(ran.code).toBe(13);
      expect(ran.stderr).toMatch(/4711.*\[E_DB_NEWER\]/s);
      expect(inventory(box.home)).toEqual(before);
    },
  );

  it("[DB3] a refused start leaves no error file behind", async () => {
    const box = sandbox();
    await box.startDaemon();
    await box.agtmux(["daemon", "stop"]);
    rmSync(join(box.home, "daemon.err"));
    const database = new Database(join(box.home, "agtmux.db"));
    database.pragma("user_version = 4711");
    database.close();
    const before = inventory(box.home);
    expect((await box.agtmux(["daemon", "start"])).code).toBe(13);
    expect(inventory(box.home)).toEqual(before);
  });

  it.each([
    ["closes at once", null],
    ["speaks another protocol", "220 mail.example ESMTP\r\n"],
    ["is another web server", "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<h1>hello</h1>"],
    ["answers in JSON", 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"running":true,"pid":1}'],
  ])("[DM11] a socket whose listener %s is refused and kept", async (_what, answer) => {
    const box = sandbox();
    const { server } = await fakeDaemon(box, answer);
    const inode = statSync(socketOf(box)).ino;
    const ran = await box.agtmux(["daemon", "start"]);
    expect(ran.code).toBe(12);
    expect(ran.stderr).toContain("[E_SOCKET_IN_USE]");
    expect(statSync(socketOf(box)).ino).toBe(inode);
    expect(server.listening).toBe(true);
    expect(existsSync(join(box.home, "daemon.pid"))).toBe(false);
  });

  it("[DM11] a listener too busy to take the call is alive, and is kept", async () => {
    const box = sandbox();
    mkdirSync(box.home, { mode: 0o700 });
    const serve = `require("net").createServer().listen({ path: process.argv[1], backlog: 1 }, () => console.log("up"))`;
    const listener = spawned(process.execPath, ["-e", serve, socketOf(box)], box.env);
    await once(listener.stdout, "data");
    // it accepts no more connections, and these fill its backlog
    listener.kill("SIGSTOP");
    for (let caller = 0; caller < 4; caller += 1) {
      const socket = connect(socketOf(box)).on("error", () => undefined);
      onTestFinished(() => void socket.destroy());
    }
    const inode = statSync(socketOf(box)).ino;
    const ran = await box.agtmux(["daemon", "run"]);
    expect(ran.code).toBe(12);
    expect(statSync(socketOf(box)).ino).toBe(inode);
  });

  it("[DM11] a socket that a dead daemon left behind is replaced", async () => {
    const box = sandbox();
    const first = await box.startDaemon();
    process.kill(first.pid as number, "SIGKILL");
    await until(() => !isThere(first.pid));
    expect(existsSync(socketOf(box))).toBe(true);
    const second = await box.startDaemon();
    expect(second.pid).not.toBe(first.pid);
    expect(second.running).toBe(true);
  });

  it("[LK3] all that the daemon writes is in the home, private whatever the umask", async () => {
    const box = sandbox();
    const start = `umask 000; exec ${AGTMUX} daemon start`;
    box.session("first");
    execFileSync("sh", ["-c", start], {
      env: { ...box.env, HOME: join(box.dir, "user"), TMPDIR: join(box.dir, "tmp") },
    });
    const pane = await box.registered("work");
    box.type(pane, `umask 000; agtmux signal error "Build failed"`);
    await untilPane(box, pane, (item) => item.state === "error");
    box.type(pane, `cp /dev/null ${box.home}/spool/tmp/bad; mv ${box.home}/spool/tmp/bad ${box.home}/spool/new/bad`);
    await until(() => existsSync(join(box.home, "spool", "rejected", "bad.reason")));
    await until(() => !existsSync(join(box.home, "spool", "new", "bad")));
    expect(statSync(box.home).mode & 0o777).toBe(0o700);
    const modes = (readdirSync(box.home, { recursive: true }) as string[])
      .filter((name) => name !== "spool/rejected/bad")
      .map((name) => {
        const stat = lstatSync(join(box.home, name));
        return { name, kind: stat.isDirectory() ? "directory" : "file", mode: (stat.mode & 0o777).toString(8) };
      });
    expect(modes.length).toBeGreaterThan(8);
    for (const { name, kind, mode } of modes)
      expect([name, mode]).toEqual([name, kind === "directory" || name === "bin/agtmux" ? "700" : "600"]);
    // nothing in the user's home or among temporary files
    expect(existsSync(join(box.dir, "user"))).toBe(false);
    expect(existsSync(join(box.dir, "tmp"))).toBe(false);
  });

  it("[LK3] a home that was opened to others is made private again", async () => {
    const box = sandbox();
    mkdirSync(join(box.home, "spool", "new"), { recursive: true, mode: 0o755 });
    execFileSync("chmod", ["-R", "755", box.home]);
    await box.startDaemon();
    for (const folder of ["", "spool", "spool/new", "pipes"])
      expect([folder, (statSync(join(box.home, folder)).mode & 0o777).toString(8)]).toEqual([folder, "700"]);
  });

  it.each(["start", "run"])("[LK4, CL16] %s refuses a home that is a file", async (how) => {
    const box = sandbox();
    writeFileSync(box.home, "not a directory");
    const ran = await box.agtmux(["daemon", how]);
    expect(ran.code).toBe(16);
    expect(ran.stderr).toContain("[E_HOME_UNUSABLE]");
    expect(readFileSync(box.home, "utf8")).toBe("not a directory");
  });

  it("[LK4] a home below a file is refused too", async () => {
    const box = sandbox();
    writeFileSync(join(box.dir, "file"), "");
    const ran = await box.agtmux(["daemon", "start"], { env: { AGTMUX_HOME: join(box.dir, "file", "home") } });
    expect(ran.code).toBe(16);
  });

  it("[DM15, EN17] killed with SIGKILL it starts again by itself, with the states, attention and nudge_seq it had", async () => {
    const box = sandbox();
    box.session("first");
    const { pid } = await box.startDaemon();
    const [asks, done, runs] = [
      await box.registered("asks"),
      await box.registered("done"),
      await box.registered("runs"),
    ];
    box.type(asks, `agtmux signal needs_input "Delete these files?"`);
    box.type(done, `agtmux signal completed "All tests pass"`);
    box.type(runs, `agtmux signal needs_testing "Look"; agtmux signal working "Compiling"`);
    await untilPane(box, asks, (item) => item.state === "waiting_input");
    await untilPane(box, done, (item) => item.state === "completed");
    await untilPane(box, runs, (item) => item.state === "running");
    const tell = async () =>
      (await box.panes()).items
        .map(({ identity, runtime_id, state, message, since, attention, nudge_seq }) => {
          return { pane: identity.pane_id, runtime_id, state, message, since, attention, nudge_seq };
        })
        .toSorted((a, b) => (a.pane < b.pane ? -1 : 1));
    const before = await tell();
    expect(before.filter((each) => each.attention !== null)).toHaveLength(2);
    expect(before.filter((each) => each.nudge_seq > 0)).toHaveLength(3);
    process.kill(pid as number, "SIGKILL");
    await until(() => !isThere(pid));
    const again = await box.startDaemon();
    expect(again.pid).not.toBe(pid);
    expect(await tell()).toEqual(before);
  });

  it("[TG1] the first start creates the target host, local and default; later ones keep it", async () => {
    const box = sandbox();
    await box.startDaemon();
    await box.json("daemon", "restart", "--json");
    await box.agtmux(["daemon", "stop"]);
    const database = new Database(join(box.home, "agtmux.db"), { readOnly: true });
    onTestFinished(() => void database.close());
    expect(database.prepare("SELECT target_id, target_name, kind, is_default FROM targets").all()).toEqual([
      { target_id: "host", target_name: "host", kind: "local", is_default: 1 },
    ]);
  });
});
