import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { canNetns, FakeNetwork, UNSHARE } from "./fake-network.ts";
import { descendants } from "./process-tree.ts";
import { until } from "./sandbox.ts";

export interface SshdOptions {
  dir: string;
  name: string;
  /** Environment of every login. */
  env: Record<string, string>;
  /** Additional lines for sshd_config. */
  settings: string[];
}

/** A real sshd on a simulated machine: own network, processes, host name. On loopback where that is not permitted. */
export class Sshd {
  readonly address: string;
  readonly port: number;
  readonly network: FakeNetwork | null;
  private readonly options: SshdOptions;
  /** The machine's first process: it ends when its stdin closes, and all others end with it. */
  private readonly machine: ChildProcess | null;
  /** The first process's pid, in our numbering. */
  private init: number | null = null;
  private listener: ChildProcess | null = null;
  private heard = "";

  static async start(options: SshdOptions): Promise<Sshd> {
    const network = canNetns() ? await FakeNetwork.create() : null;
    const sshd = new Sshd(options, network, network === null ? await freePort() : 22);
    try {
      await sshd.boot();
      return sshd;
    } catch (error) {
      await sshd.dispose();
      throw error;
    }
  }

  private constructor(options: SshdOptions, network: FakeNetwork | null, port: number) {
    this.options = options;
    this.network = network;
    this.port = port;
    this.address = network?.address ?? "127.0.0.1";
    this.machine =
      network === null
        ? null
        : spawn(
            "nsenter",
            [`--net=/run/netns/${network.namespace}`, ...UNSHARE, "sh", "-c", BOOT, "sh", options.name],
            { stdio: "pipe", cwd: options.dir },
          );
  }

  /** The output of sshd. */
  log(): string {
    return this.heard;
  }

  /** Runs a program on that machine, as a login would. */
  run(argv: readonly string[]): string {
    const env = Object.entries(this.options.env).map(([name, value]) => `${name}=${value}`);
    const [program = "", ...args] = [...this.enter(), "env", "-i", ...env, ...argv];
    return execFileSync(program, args, { encoding: "utf8", stdio: "pipe", cwd: this.options.dir });
  }

  /** Signals the listening sshd and those that serve connections. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    const { listener, sessions } = this.pids();
    for (const pid of [listener, ...sessions]) process.kill(pid, signal);
    // nsenter stops with its child, but does not continue with it
    if (signal === "SIGCONT") this.listener?.kill(signal);
  }

  /** Pids, in our numbering, of the listening sshd and of those that serve connections. */
  pids(): { listener: number; sessions: number[] } {
    const [listener, ...others] = this.sshds();
    if (listener === undefined) throw new Error(`sshd has ended: ${this.heard}`);
    return { listener, sessions: others };
  }

  async dispose(): Promise<void> {
    if (this.network === null) for (const pid of this.sshds()) process.kill(pid, "SIGKILL");
    this.machine?.stdin?.end();
    // a stopped nsenter does not reap its child, and the machine waits for that
    const nudge = setInterval(() => this.listener?.kill("SIGCONT"), 20);
    for (const each of [this.listener, this.machine]) if (each !== null) await ended(each);
    clearInterval(nudge);
    this.network?.dispose();
  }

  private async boot(): Promise<void> {
    if (this.machine !== null) {
      this.machine.stdin?.on("error", () => {});
      this.machine.stderr?.on("data", (chunk) => this.hear(chunk));
      await until(
        () => this.machine?.stdout?.read() !== null,
        () => `the machine does not start: ${this.heard}`,
      );
      this.init = descendants(this.machine.pid as number)[0]?.pid ?? null;
    }
    if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
    const config = join(this.options.dir, "sshd_config");
    writeFileSync(config, this.config());
    const [program = "", ...args] = [...this.enter(), sshdPath(), "-D", "-e", "-f", config];
    this.listener = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.listener.stderr?.on("data", (chunk) => this.hear(chunk));
    await until(
      () => this.heard.includes("Server listening"),
      () => `sshd does not listen: ${this.heard}`,
    );
  }

  private config(): string {
    const { dir, env, settings } = this.options;
    return [
      `ListenAddress ${this.address}:${this.port}`,
      `HostKey ${dir}/host_key`,
      `AuthorizedKeysFile ${dir}/authorized_keys`,
      "StrictModes no",
      "PidFile none",
      "PermitRootLogin yes",
      "KbdInteractiveAuthentication no",
      "PrintMotd no",
      "UseDNS no",
      "MaxStartups 100",
      // newer versions block clients for a while that they consider misbehaving; older ones do not know this setting
      ...(hasPenalties() ? ["PerSourcePenalties no"] : []),
      `UsePAM ${isLocked() ? "yes" : "no"}`,
      // only the first SetEnv line counts
      `SetEnv ${Object.entries(env)
        .map(([name, value]) => `"${name}=${value}"`)
        .join(" ")}`,
      ...settings,
      "",
    ].join("\n");
  }

  private enter(): string[] {
    return this.init === null
      ? []
      : ["nsenter", "--target", String(this.init), "--net", "--pid", "--mount", "--uts", "--ipc"];
  }

  /** The listener comes first. With a PID namespace, `listener` is nsenter, so sshd is below it. */
  private sshds(): number[] {
    const pid = this.listener?.pid;
    if (pid === undefined) return [];
    const under = descendants(pid).filter(({ name }) => name.startsWith("sshd"));
    return [
      ...(this.network === null && this.listener?.exitCode === null ? [pid] : []),
      ...under.map((each) => each.pid),
    ];
  }

  private hear(chunk: Buffer): void {
    this.heard = (this.heard + chunk).slice(-100_000);
  }
}

/** /dev/shm is separate because libfaketime leaves files there. */
const BOOT = `echo "$1" >/proc/sys/kernel/hostname
cat /proc/sys/kernel/random/uuid >boot_id
mount --bind boot_id /proc/sys/kernel/random/boot_id
mount -t tmpfs none /dev/shm
echo up
cat >/dev/null`;

/** A locked account can log in only through PAM. */
function isLocked(): boolean {
  if (process.getuid?.() !== 0) return false;
  return new RegExp(`^${userInfo().username}:!`, "m").test(readFileSync("/etc/shadow", "utf8"));
}

function hasPenalties(): boolean {
  const version = /OpenSSH_(\d+)\.(\d+)/.exec(spawnSync("ssh", ["-V"], { encoding: "utf8" }).stderr);
  return version !== null && Number(version[1]) * 100 + Number(version[2]) >= 908;
}

function sshdPath(): string {
  const path = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd", "/usr/bin/sshd"].find(existsSync);
  if (path === undefined) throw new Error("sshd is not installed: npm test installs it (openssh-server)");
  return path;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
