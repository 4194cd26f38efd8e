import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Sandbox } from "../../support/sandbox.ts";
import { SshClient, SshHost, type SshHostOptions } from "../../support/ssh-host.ts";

const PANES_PER_WINDOW = 10;
const WINDOWS_PER_SESSION = 25;
const SPARE_TERMINALS = 64;
/** Node would read a proxy's certificates at every start, which is not measured here. */
const ENVIRONMENT = { NODE_EXTRA_CA_CERTS: undefined };

export type Kind = "local" | "ssh";
export const KINDS: readonly Kind[] = ["local", "ssh"];

export interface PlaceOptions {
  /** The daemon's environment. */
  env?: NodeJS.ProcessEnv;
  host?: SshHostOptions;
}

/** A tmux server and a daemon that observes it: both local, or tmux behind a real sshd. */
export class Place {
  readonly box: Sandbox;
  readonly host: SshHost | null;
  private readonly client: SshClient | null;

  static async create(kind: Kind, { env = {}, host = {} }: PlaceOptions = {}): Promise<Place> {
    if (kind === "local") return new Place(new Sandbox({ ...ENVIRONMENT, ...env }), null, null);
    const client = new SshClient();
    const machine = await SshHost.start("vm1", client, host);
    const box = new Sandbox({ ...ENVIRONMENT, AGTMUX_SSH_CONFIG: client.config, ...env });
    // without a local server the daemon would look for one all the time
    box.session("here", "exec sleep 1000000");
    return new Place(box, machine, client);
  }

  private constructor(box: Sandbox, host: SshHost | null, client: SshClient | null) {
    this.box = box;
    this.host = host;
    this.client = client;
  }

  /** The target's name. */
  get target(): string {
    return this.host?.alias ?? "host";
  }

  /** AGTMUX_HOME on the target. */
  get home(): string {
    return this.host?.home ?? this.box.home;
  }

  get dir(): string {
    return this.host?.dir ?? this.box.dir;
  }

  /** The command that hooks run on the target. */
  get command(): string {
    return this.host === null ? resolve("src/remote/agtmux.sh") : join(this.host.home, "bin", "agtmux");
  }

  tmux(...args: string[]): string {
    return (this.host ?? this.box).tmux(...args);
  }

  /** Creates this many panes in all, in windows of ten, by one tmux command list. */
  fill(count: number, command = "exec sleep 1000000"): void {
    const left = terminalsLeft();
    if (left < count + SPARE_TERMINALS)
      throw new Error(`${count} panes are wanted, and the kernel has terminals for ${left}: raise kernel.pty.max`);
    const lines = Array.from({ length: count }, (_, index) => paneLine(index, command));
    const script = join(this.dir, "panes.conf");
    writeFileSync(script, `${lines.join("\n")}\n`);
    // a server without a session would exit
    this.tmux("new-session", "-d", "-s", "first", "exec sleep 1000000", ";", "source-file", script);
    this.tmux("kill-session", "-t", "first");
  }

  /** In order of creation, each with its terminal device. */
  panes(): { paneId: string; tty: string }[] {
    return this.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_tty}")
      .split("\n")
      .map((line) => {
        const [paneId = "", tty = ""] = line.split(" ");
        return { paneId, tty };
      })
      .sort((a, b) => Number(a.paneId.slice(1)) - Number(b.paneId.slice(1)));
  }

  /** Pid of the tmux server, in our numbering. */
  serverPid(): number {
    if (this.host === null) return Number(this.tmux("display-message", "-p", "#{pid}"));
    const home = `TMUX_TMPDIR=${join(this.host.dir, "tmux")}`;
    return findProcess((pid) => read(pid, "comm").startsWith("tmux: server") && read(pid, "environ").includes(home));
  }

  /** Pid of the sshd that serves the daemon's logins. */
  sshdPid(): number | null {
    if (this.host === null) return null;
    const config = join(this.host.dir, "sshd_config");
    return findProcess((pid) => read(pid, "cmdline").includes(config));
  }

  /** Returns the daemon's pid once it observes all panes. */
  async observe(): Promise<number> {
    const { pid } = await this.box.startDaemon();
    if (this.host !== null) {
      const ran = await this.box.agtmux(["target", "add", this.host.alias, "--kind", "ssh"]);
      if (ran.code !== 0) throw new Error(`${this.host.alias} cannot be added: ${ran.stderr}`);
    }
    return pid as number;
  }

  async dispose(): Promise<void> {
    await this.box.dispose();
    await this.host?.dispose();
    if (this.client !== null) rmSync(this.client.dir, { recursive: true, force: true });
  }
}

function paneLine(index: number, program: string): string {
  const window = Math.floor(index / PANES_PER_WINDOW);
  const session = Math.floor(window / WINDOWS_PER_SESSION);
  const command = `'${program}'`;
  const name = `s${session}`;
  if (index % PANES_PER_WINDOW !== 0) return `split-window -d -l 5 -t '${name}:$.0' ${command}`;
  if (window % WINDOWS_PER_SESSION !== 0) return `new-window -d -a -t '${name}:$' ${command}`;
  return `new-session -d -s ${name} -x 120 -y 100 ${command}`;
}

function terminalsLeft(): number {
  const count = (name: string) => Number(readFileSync(`/proc/sys/kernel/pty/${name}`, "utf8"));
  return count("max") - count("nr");
}

function findProcess(is: (pid: string) => boolean): number {
  const found = readdirSync("/proc").find((name) => /^\d+$/.test(name) && is(name));
  if (found === undefined) throw new Error("no such process");
  return Number(found);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
