import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Bootstrap, parseBootstrap } from "../../src/core/signals/watcher-bootstrap.ts";
import type { SpoolOwner, WatchedEntry, WatchedLook } from "../../src/core/signals/watcher-frame.ts";
import { bootstrapText } from "../../src/daemon/targets/watcher/bootstrap-text.ts";
import { WatcherClient } from "../../src/daemon/targets/watcher/watcher-client.ts";
import { until } from "./sandbox.ts";

export interface Shell {
  name: string;
  argv: string[];
  /** All commands are busybox's, and inotifywait is missing. */
  busybox: boolean;
}

export const SHELLS: Shell[] = [
  { name: "dash", argv: ["/bin/dash"], busybox: false },
  { name: "bash --posix", argv: ["/bin/bash", "--posix"], busybox: false },
  { name: "busybox sh", argv: ["/bin/busybox", "sh"], busybox: true },
];

const TOOLS =
  "awk cat chmod cksum cmp cut date dd find grep head id ln ls mkdir mkfifo mv od ps pwd readlink rm sed sh sleep stat stty tee tr uname wc".split(
    " ",
  );

/**
 * A machine as ssh would reach it, without ssh: its own home, prepared by the bootstrap. Removed when the test ends.
 */
export class WatcherMachine {
  readonly dir = mkdtempSync(join(tmpdir(), "agtmux-watcher-"));
  readonly home = join(this.dir, "home of it's");
  readonly shell: Shell;
  readonly env: NodeJS.ProcessEnv;
  private readonly watchers: RunningWatcher[] = [];

  constructor(shell: Shell, env: NodeJS.ProcessEnv = {}) {
    this.shell = shell;
    this.env = { PATH: this.path(), HOME: this.dir, AGTMUX_HOME: this.home, AGTMUX_WATCHER_TICK: "1", ...env };
    onTestFinished(() => this.dispose());
  }

  bootstrap(daemonId = "daemon-1", noise = ""): Bootstrap {
    const marker = "marker-of-this-test";
    const ran = spawnSync(this.shell.argv[0] as string, [...this.shell.argv.slice(1), "-s"], {
      env: this.env,
      cwd: this.dir,
      input: noise + bootstrapText({ daemonId, marker }),
      encoding: "utf8",
    });
    const parsed = parseBootstrap(ran.stdout, marker);
    if (!parsed.ok) throw new Error(`${parsed.fault}: ${ran.stdout}${ran.stderr}`);
    return parsed.bootstrap;
  }

  /** Starts a watcher and waits for its hello, its refusal or its bye. */
  async watch(daemonId = "daemon-1", env: NodeJS.ProcessEnv = {}): Promise<RunningWatcher> {
    const { watcher } = this.bootstrap(daemonId);
    const argv = [...this.shell.argv.slice(1), watcher, daemonId, "channel"];
    const child = spawn(this.shell.argv[0] as string, argv, { env: { ...this.env, ...env }, cwd: this.dir });
    const running = new RunningWatcher(child);
    this.watchers.push(running);
    await until(
      () => running.greeted || running.refused.length > 0 || running.byes.length > 0,
      () => `no hello: ${running.errors}`,
    );
    return running;
  }

  spool(...path: string[]): string {
    return join(this.home, "spool", ...path);
  }

  /** Drops a spool entry as hooks do: written to `tmp`, then renamed to `new`. */
  drop(name: string, bytes: string | Buffer): void {
    writeFileSync(this.spool("tmp", name), bytes);
    renameSync(this.spool("tmp", name), this.spool("new", name));
  }

  /** Runs the installed command, in the pane that `env` names. */
  agtmux(args: string[], options: { env?: NodeJS.ProcessEnv; input?: string | Buffer; cwd?: string } = {}) {
    return this.command(join(this.home, "bin", "agtmux"), args, options);
  }

  squad(name: "squad-signal" | "squad-step", args: string[]) {
    return this.command(join(this.home, "bin", name), args);
  }

  /** Runs a command by this path. */
  command(
    path: string,
    args: string[],
    options: { env?: NodeJS.ProcessEnv; input?: string | Buffer; cwd?: string } = {},
  ) {
    const argv = [...this.shell.argv.slice(1), path, ...args];
    const ran = spawnSync(this.shell.argv[0] as string, argv, {
      env: { ...this.env, ...options.env },
      cwd: options.cwd ?? this.dir,
      input: options.input ?? "",
    });
    return { code: ran.status, stdout: String(ran.stdout), stderr: String(ran.stderr) };
  }

  /** Runs a script in this machine's shell and returns its output. */
  sh(script: string): string {
    const [program = "", ...words] = this.shell.argv;
    return execFileSync(program, [...words, "-c", script], { env: this.env, encoding: "utf8" });
  }

  /** The contents of the spool entries. */
  entries(): Buffer[] {
    return readdirSync(this.spool("new")).map((name) => readFileSync(this.spool("new", name)));
  }

  /** Processes started for this machine that still run: their arguments or working directory are in its folder. */
  leftovers(): string[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
      .flatMap((pid) => {
        try {
          const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
          const ours = command.includes(this.dir) || readlinkSync(`/proc/${pid}/cwd`).startsWith(this.home);
          return ours ? [`${pid} ${command.slice(0, 200)}`] : [];
        } catch {
          return [];
        }
      });
  }

  /** A PATH with the POSIX tools and tmux. */
  plainPath(): string {
    const bin = join(this.dir, "tools");
    if (existsSync(bin)) return bin;
    mkdirSync(bin);
    for (const tool of [...TOOLS, "tmux"])
      symlinkSync(this.shell.busybox && tool !== "tmux" ? "/bin/busybox" : which(tool), join(bin, tool));
    return bin;
  }

  private path(): string {
    return this.shell.busybox ? this.plainPath() : (process.env.PATH ?? "");
  }

  private async dispose(): Promise<void> {
    for (const watcher of this.watchers) watcher.child.stdin.end();
    await until(
      () => this.leftovers().length === 0,
      () => `still running: ${this.leftovers().join("\n")}`,
    );
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A watcher process, our client for it, and everything it sent. */
export class RunningWatcher {
  readonly child: ChildProcessWithoutNullStreams;
  readonly client: WatcherClient;
  readonly batches: WatchedEntry[][] = [];
  readonly files: { path: string; look: WatchedLook | null }[] = [];
  readonly refused: SpoolOwner[] = [];
  readonly odd: string[] = [];
  readonly watches: boolean[] = [];
  readonly byes: string[] = [];
  hello: { protocol: number; pid: number; boot: string; clock: number } | null = null;
  errors = "";
  ended = false;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    this.client = new WatcherClient(
      { send: (line) => child.stdin.write(`${line}\n`) },
      { now: () => Date.now() },
      {
        onHello: (hello) => {
          this.hello = hello;
        },
        onSpool: (entries) => this.batches.push(entries),
        onFile: (path, look) => this.files.push({ path, look }),
        onLines: () => undefined,
        onRefused: (owner) => this.refused.push(owner),
        onOdd: (name) => this.odd.push(name),
        onWatches: (areEnough) => this.watches.push(areEnough),
        onBye: (why) => this.byes.push(why),
        onFlood: () => undefined,
      },
    );
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (bytes: Buffer) => this.client.feed(bytes));
    child.stderr.on("data", (bytes: Buffer) => {
      this.errors += bytes;
    });
    child.once("close", () => {
      this.ended = true;
      this.client.close(new Error("the watcher has ended"));
    });
  }

  get greeted(): boolean {
    return this.hello !== null;
  }

  /** Requests a batch and waits for it. */
  async next(): Promise<WatchedEntry[]> {
    const before = this.batches.length;
    this.client.next();
    return this.batch(before);
  }

  async batch(index: number): Promise<WatchedEntry[]> {
    await until(
      () => this.batches.length > index,
      () => `no batch ${index}: ${this.errors}`,
    );
    return this.batches[index] as WatchedEntry[];
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await until(() => this.ended);
  }
}

export function textOf(entry: WatchedEntry | undefined): string {
  return entry?.content.ok ? Buffer.from(entry.content.bytes).toString("utf8") : JSON.stringify(entry);
}

function which(tool: string): string {
  return execFileSync("which", [tool], { encoding: "utf8" }).trim();
}
