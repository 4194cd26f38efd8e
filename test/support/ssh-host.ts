import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { isRunning } from "./daemon-life.ts";
import { fakeClock } from "./fake-clock.ts";
import { whyNoNetns } from "./fake-network.ts";
import { SHELL, until, untilPrompt } from "./sandbox.ts";
import { Sshd } from "./sshd.ts";

export { canNetns } from "./fake-network.ts";

export interface SshHostOptions {
  /** Most channels per connection. */
  maxSessions?: number;
  /** Clock offset in libfaketime's notation: "+1h". */
  clock?: string;
  /** Whether it accepts passwords. */
  password?: boolean;
  /** Programs that it lacks, such as inotifywait. */
  without?: string[];
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** The account's login shell; needs a network namespace, in which files can be replaced. */
  shell?: string;
  /** Commands that this shell runs at startup. */
  rc?: string;
  /** Text it prints at startup, on standard output and standard error. */
  noise?: string;
}

/** Machines reachable through one ssh config as vm1, vm2 …; removed when the test ends. */
export async function sshHosts(...wanted: SshHostOptions[]): Promise<SshHost[]> {
  const client = new SshClient();
  onTestFinished(() => rmSync(client.dir, { recursive: true, force: true }));
  return Promise.all(
    wanted.map(async (options, index) => {
      const host = await SshHost.start(`vm${index + 1}`, client, options);
      onTestFinished(() => host.dispose());
      return host;
    }),
  );
}

export async function sshHost(options: SshHostOptions = {}): Promise<SshHost> {
  const [host] = await sshHosts(options);
  return host as SshHost;
}

/** The user's side of ssh: a key, the known host keys, a config. */
export class SshClient {
  readonly dir = mkdtempSync(join(tmpdir(), "agtmux-ssh-"));
  readonly config = join(this.dir, "config");
  readonly knownHosts = join(this.dir, "known_hosts");
  readonly identity = join(this.dir, "id");

  constructor() {
    makeKey(this.identity);
    writeFileSync(this.config, "");
    writeFileSync(this.knownHosts, "");
  }

  learn(alias: string, sshd: Sshd, hostKey: string): void {
    const lines = [
      `Host ${alias}`,
      `HostName ${sshd.address}`,
      `Port ${sshd.port}`,
      `User ${userInfo().username}`,
      `HostKeyAlias ${alias}`,
      `IdentityFile ${this.identity}`,
      "IdentitiesOnly yes",
      "IdentityAgent none",
      `UserKnownHostsFile ${this.knownHosts}`,
      "GlobalKnownHostsFile /dev/null",
    ];
    appendFileSync(this.config, `${lines.join("\n  ")}\n`);
    appendFileSync(this.knownHosts, `${alias} ${hostKey}\n`);
  }
}

export class SshHost {
  readonly alias: string;
  /** For `ssh -F`; contains every host of the test. */
  readonly sshConfig: string;
  readonly knownHosts: string;
  readonly identity: string;
  /** This host's files; the path is the same locally and on the host. */
  readonly dir: string;
  /** AGTMUX_HOME on this host. */
  readonly home: string;
  private readonly sshd: Sshd;

  static async start(alias: string, client: SshClient, options: SshHostOptions): Promise<SshHost> {
    const dir = mkdtempSync(join(tmpdir(), `agtmux-${alias}-`));
    const home = join(dir, "agtmux");
    for (const each of ["root", "tmux"]) mkdirSync(join(dir, each), { mode: 0o700 });
    makeKey(join(dir, "host_key"));
    copyFileSync(`${client.identity}.pub`, join(dir, "authorized_keys"));
    const path = pathWithout(options.without ?? [], join(dir, "bin"));
    const env = {
      HOME: join(dir, "root"),
      AGTMUX_HOME: home,
      TMUX_TMPDIR: join(dir, "tmux"),
      PATH: path,
      SHELL: "/bin/sh",
      ...(options.clock === undefined ? {} : fakeClock(options.clock, path, dir)),
      ...options.env,
    };
    const settings = [
      `MaxSessions ${options.maxSessions ?? 10}`,
      `PasswordAuthentication ${options.password === true ? "yes" : "no"}`,
    ];
    try {
      const sshd = await Sshd.start({ dir, name: alias, env, settings });
      giveShell(sshd, dir, options);
      client.learn(alias, sshd, readFileSync(join(dir, "host_key.pub"), "utf8").trim());
      return new SshHost(alias, client, dir, home, sshd);
    } catch (error) {
      rmSync(dir, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(alias: string, client: SshClient, dir: string, home: string, sshd: Sshd) {
    this.alias = alias;
    this.sshConfig = client.config;
    this.knownHosts = client.knownHosts;
    this.identity = client.identity;
    this.dir = dir;
    this.home = home;
    this.sshd = sshd;
  }

  /** Runs a shell command on this host, in its environment. */
  run(command: string): string {
    return this.sshd.run(["sh", "-c", command]).trimEnd();
  }

  /** Runs tmux on this host's server. */
  tmux(...args: string[]): string {
    return this.sshd.run(["tmux", "-f", "/dev/null", ...args]).trimEnd();
  }

  /** A new session with a plain shell, which has shown its prompt; returns its pane id. */
  session(name: string, command = SHELL): string {
    const size = ["-x", "120", "-y", "40"];
    const shape = ["-d", "-P", "-F", "#{pane_id}", "-s", name, ...size, "-c", this.dir];
    const paneId = this.tmux("new-session", ...shape, command);
    if (command === SHELL) untilPrompt(() => this.screen(paneId));
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

  /** The address at which programs there reach a server of ours. */
  get ourAddress(): string {
    return this.sshd.network?.ourAddress ?? "127.0.0.1";
  }

  /** Silently drops all packets in both directions from now on. */
  cut(): void {
    if (this.sshd.network === null) throw new Error(`a cable needs a network namespace: ${whyNoNetns()}`);
    this.sshd.network.cut();
  }

  restore(): void {
    this.sshd.network?.restore();
  }

  /** Limits the bandwidth from this host, in tc's notation: "1mbit". */
  slow(rate: string): void {
    this.sshd.network?.slow(rate);
  }

  /** Bytes received from this host so far; 0 if it has no network namespace. */
  bytesHeard(): number {
    return this.sshd.network?.bytesHeard() ?? 0;
  }

  /** Makes the host hang: connections stay open without responding. */
  freeze(): void {
    this.sshd.signal("SIGSTOP");
  }

  thaw(): void {
    this.sshd.signal("SIGCONT");
  }

  /** Number of open connections. */
  connections(): number {
    return this.sshd.pids().sessions.length;
  }

  /** Kills the processes that serve connections, as an out-of-memory killer would. */
  async killConnections(): Promise<void> {
    const { sessions } = this.sshd.pids();
    for (const pid of sessions) process.kill(pid, "SIGKILL");
    await until(() => !sessions.some(isRunning));
  }

  /** The output of sshd. */
  log(): string {
    return this.sshd.log();
  }

  async dispose(): Promise<void> {
    // with a network namespace, all processes of the host end together
    if (this.sshd.network === null) this.endTmux();
    await this.sshd.dispose();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private endTmux(): void {
    try {
      this.tmux("kill-server");
    } catch {
      // no server was running
    }
  }
}

/** Startup file of each shell; for a shell that reads none, sshd runs `.ssh/rc`. */
const RC_FILES: Record<string, string> = {
  bash: ".bashrc",
  zsh: ".zshenv",
  fish: ".config/fish/config.fish",
  tcsh: ".tcshrc",
};

const PRINT_NOISE = 'cat "$HOME/noise"\nsh -c "cat $HOME/noise >&2"\n';

function giveShell(sshd: Sshd, dir: string, { shell, rc = "", noise }: SshHostOptions): void {
  const home = join(dir, "root");
  const file = join(home, RC_FILES[basename(shell ?? "")] ?? ".ssh/rc");
  if (noise !== undefined) writeFileSync(join(home, "noise"), noise);
  if (noise !== undefined || rc !== "") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${noise === undefined ? "" : PRINT_NOISE}${rc}\n`);
  }
  if (shell === undefined) return;
  const { username, uid, gid } = userInfo();
  const others = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .filter((line) => !line.startsWith(`${username}:`));
  const account = `${username}:x:${uid}:${gid}::${home}:${shellCalledSh(shell, dir)}`;
  writeFileSync(join(dir, "passwd"), [account, ...others].join("\n"));
  sshd.run(["mount", "--bind", join(dir, "passwd"), "/etc/passwd"]);
}

/** busybox acts as the program it is called by, so call it `sh`. */
function shellCalledSh(shell: string, dir: string): string {
  if (basename(shell) !== "busybox") return shell;
  symlinkSync(shell, join(dir, "sh"));
  return join(dir, "sh");
}

/** This machine's PATH, or a folder of links to all but these programs. */
function pathWithout(programs: readonly string[], bin: string): string {
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((each) => existsSync(each) && !/node_modules/.test(each));
  if (programs.length === 0) return path.join(delimiter);
  mkdirSync(bin);
  // the first program of a name wins, even if its link is broken
  const known = new Set(programs);
  for (const directory of path) {
    for (const program of readdirSync(directory).filter((name) => !known.has(name))) {
      symlinkSync(join(directory, program), join(bin, program));
      known.add(program);
    }
  }
  return bin;
}

function makeKey(path: string): void {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "agtmux-test", "-f", path]);
}
