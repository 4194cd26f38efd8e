import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { untilGone } from "../../src/cli/daemon/daemon-life.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import { unixTransport } from "../../src/client-node/unix-transport.ts";
import type { DaemonStatus } from "../../src/core/protocol/daemon/daemon.ts";
import type { PaneItem, PaneList } from "../../src/core/protocol/lists/lists.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
export const AGTMUX = join(ROOT, "bin", "agtmux");
/** Long enough for a loaded machine; only a hang takes this long. */
const PATIENCE_MS = 60_000;

export const SHELL = "exec sh";
/** A shell that people type into. */
const TYPED_INTO = /^exec (?:ba)?sh(?: -\S+)*$/;

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A home, a tmux server and a workspace for one test; removed when the test ends. */
export class Sandbox {
  readonly dir = mkdtempSync(join(tmpdir(), "agtmux-test-"));
  readonly home = join(this.dir, "home");
  readonly workspace = this.dir;
  readonly socketName = `agtmux-test-${process.pid}-${this.dir.slice(-6)}`;
  readonly env: NodeJS.ProcessEnv;

  constructor(extra: NodeJS.ProcessEnv = {}) {
    this.env = {
      ...cleanEnvironment(),
      AGTMUX_HOME: this.home,
      // the conversations of whoever runs the tests are none of their business
      AGTMUX_SEARCH: "off",
      AGTMUX_TMUX_SOCKET: this.socketName,
      AGTMUX_PORT: "0",
      // otherwise it depends on whether other users have processes here
      AGTMUX_ORIGIN: "rotate",
      // keep signals of other programs on this machine out, and ours in
      SQUAD_SIGNAL_DIR: this.dir,
      ...extra,
    };
  }

  /** Runs the built command and waits for it; does not throw on a non-zero exit code. */
  agtmux(args: string[], options: { input?: string | Buffer; env?: NodeJS.ProcessEnv } = {}): Promise<Ran> {
    return new Promise((done) => {
      const child = execFile(
        AGTMUX,
        args,
        { env: { ...this.env, ...options.env }, cwd: this.workspace, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
          done({ code, stdout, stderr });
        },
      );
      // a command that reads nothing may exit before its input is written
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(options.input ?? "");
    });
  }

  /** The parsed output of a command that must succeed. */
  async json<T>(...args: string[]): Promise<T> {
    const ran = await this.agtmux(args);
    if (ran.code !== 0) throw new Error(`agtmux ${args.join(" ")} ended with ${ran.code}: ${ran.stderr}`);
    return JSON.parse(ran.stdout) as T;
  }

  async startDaemon(): Promise<DaemonStatus> {
    return this.json<DaemonStatus>("daemon", "start", "--json");
  }

  /** Asks the daemon without starting a command: most tests ask until something is so. */
  get client(): Client {
    const socketPath = join(this.home, "agtmuxd.sock");
    return createClient(unixTransport({ socketPath, version: VERSION, onVersion: () => undefined }));
  }

  status(): Promise<DaemonStatus> {
    return this.json<DaemonStatus>("daemon", "status", "--json");
  }

  panes(): Promise<PaneList> {
    return this.client.panes();
  }

  async pane(paneId: string): Promise<PaneItem> {
    const item = (await this.panes()).items.find((each) => each.identity.pane_id === paneId);
    if (item === undefined) throw new Error(`no pane ${paneId}`);
    return item;
  }

  tmux(...args: string[]): string {
    return execFileSync("tmux", ["-L", this.socketName, "-f", "/dev/null", ...args], {
      env: this.env,
      cwd: this.workspace,
      encoding: "utf8",
      stdio: "pipe",
    }).trimEnd();
  }

  /** A new session; a shell has shown its prompt. Returns its pane id. */
  session(name: string, command = SHELL): string {
    const paneId = this.tmux(
      "new-session",
      "-d",
      "-P",
      "-F",
      "#{pane_id}",
      "-s",
      name,
      "-x",
      "120",
      "-y",
      "40",
      "-c",
      this.workspace,
      command,
    );
    // what is typed earlier is echoed before the prompt, and output then follows the prompt on its line
    if (TYPED_INTO.test(command)) untilPrompt(() => this.screen(paneId));
    return paneId;
  }

  /** Types a line into a pane. */
  type(paneId: string, line: string): void {
    this.tmux("send-keys", "-t", paneId, "-l", line);
    this.tmux("send-keys", "-t", paneId, "Enter");
  }

  screen(paneId: string): string {
    return this.tmux("capture-pane", "-p", "-t", paneId);
  }

  /** A session whose shell has run `eval "$(agtmux env)"`; returns its pane id. */
  async registered(name: string): Promise<string> {
    const paneId = this.session(name);
    await this.register(paneId);
    return paneId;
  }

  /** Has the shell of a pane run `eval "$(agtmux env)"`. */
  async register(paneId: string): Promise<void> {
    const word = `registered-${Math.random().toString(36).slice(2, 8)}`;
    this.type(paneId, `eval "$(${AGTMUX} env)"; echo "${word}:$?:$SCHMUX_SESSION_ID"`);
    await until(
      // and the next prompt: see `session`
      () => new RegExp(`${word}:0:\\S+\\s+\\S`).test(this.screen(paneId)),
      () => `${paneId} is not registered:\n${this.screen(paneId)}\n${this.log()}`,
    );
  }

  /** SCHMUX_STATUS_FILE of a registered pane. */
  async statusFile(paneId: string): Promise<string> {
    const file = join(this.dir, `status-file-of-${paneId.slice(1)}`);
    this.type(paneId, `printf %s "$SCHMUX_STATUS_FILE" > ${file}.tmp; mv ${file}.tmp ${file}`);
    await until(() => existsSync(file));
    return readFileSync(file, "utf8");
  }

  log(): string {
    const path = join(this.home, "daemon.log");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  async dispose(): Promise<void> {
    await this.halt();
    removeDirectory(this.dir);
  }

  /** Ends daemon and tmux; what they have written stays. */
  async halt(): Promise<void> {
    await this.endDaemon();
    try {
      this.tmux("kill-server");
    } catch {
      // no server was running
    }
    // tmux leaves its socket behind
    const sockets = join(this.env.TMUX_TMPDIR ?? "/tmp", `tmux-${process.getuid?.()}`);
    rmSync(join(sockets, this.socketName), { force: true });
  }

  /** As `agtmux daemon stop` does, in most cases without starting a command. */
  private async endDaemon(): Promise<void> {
    if (!existsSync(join(this.env.AGTMUX_HOME ?? this.home, "daemon.pid"))) return;
    try {
      const { pid } = await this.client.health();
      await this.client.shutdown();
      if (pid !== null) await untilGone(pid);
    } catch {
      await this.agtmux(["daemon", "stop"]);
    }
  }
}

/** A sandbox that is removed when the running test ends. */
export function sandbox(extra: NodeJS.ProcessEnv = {}): Sandbox {
  const made = new Sandbox(extra);
  onTestFinished(() => made.dispose());
  return made;
}

/** Waits until a new pane shows something. */
export function untilPrompt(screen: () => string): void {
  const deadline = Date.now() + PATIENCE_MS;
  const turn = new Int32Array(new SharedArrayBuffer(4));
  while (screen() === "" && Date.now() < deadline) Atomics.wait(turn, 0, 0, 10);
}

/** Polls until `check` is true; throws with `describe()` after `patienceMs`. */
export async function until(
  check: () => boolean | Promise<boolean>,
  describe: () => string | Promise<string> = () => String(check),
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  // ever less often: a check that starts a process takes time from what it waits for
  for (let pauseMs = 20; !(await check()); pauseMs = Math.min(pauseMs * 1.5, 150)) {
    if (Date.now() > deadline) throw new Error(`still not so after ${patienceMs / 1000} s: ${await describe()}`);
    await sleep(pauseMs);
  }
}

/** Waits until a pane satisfies `wanted`, and returns it. */
export async function untilPane(box: Sandbox, paneId: string, wanted: (item: PaneItem) => boolean): Promise<PaneItem> {
  let last: PaneItem | null = null;
  await until(
    async () => {
      last = await box.pane(paneId).catch(() => null);
      return last !== null && wanted(last);
    },
    () => `${paneId} is ${JSON.stringify(last)}\n${box.log()}`,
  );
  return last as unknown as PaneItem;
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TMUX|AGTMUX|SCHMUX|SQUAD)/.test(name) && name !== "NODE_OPTIONS" && !name.startsWith("VITEST"),
  );
  return Object.fromEntries(kept);
}

/** A child process that is killed when the test ends. */
export function spawned(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { env, stdio: "pipe" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

/** Retries: processes that are ending may still write files, and rmSync does not look again. */
function removeDirectory(dir: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(dir, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY" || attempt === 10) throw error;
    }
  }
}
