import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { until } from "./sandbox.ts";

const SYSTEM_DIRECTORIES = ["/usr/local/sbin", "/usr/sbin", "/sbin"];
const STOP_MS = 10_000;

/** A real nats-server with JetStream on a free port of this machine, with a directory of its own. */
export class Nats {
  readonly dir = mkdtempSync(join(tmpdir(), "agtmux-nats-"));
  private readonly config: string;
  private readonly disk: string;
  private process: ChildProcess | null = null;
  private port = 0;

  /** `config`: additional lines of its configuration, such as accounts. `disk`: how much it may store. */
  constructor(config: string, disk = "1GB") {
    this.config = config;
    this.disk = disk;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.process?.pid ?? 0;
  }

  /** On the same port as before, with everything that was stored. */
  async start(): Promise<void> {
    const file = join(this.dir, "server.conf");
    const store = `jetstream { store_dir: "${join(this.dir, "store")}", max_file: ${this.disk}, max_mem: 64MB }`;
    const port = this.port === 0 ? -1 : this.port;
    writeFileSync(
      file,
      [`listen: "127.0.0.1:${port}"`, `ports_file_dir: "${this.dir}"`, store, this.config].join("\n"),
    );
    const child = spawn(natsServer(), ["-c", file, "-l", join(this.dir, "log")], { stdio: "ignore" });
    this.process = child;
    const portsFile = join(this.dir, `nats-server_${child.pid}.ports`);
    const isListening = () => existsSync(portsFile) && readFileSync(portsFile, "utf8").trim().endsWith("}");
    await until(
      () => {
        if (child.exitCode !== null) throw new Error(`nats-server ended: ${this.log()}`);
        return isListening();
      },
      () => `nats-server does not listen: ${this.log()}`,
    );
    const { nats } = JSON.parse(readFileSync(portsFile, "utf8")) as { nats: string[] };
    this.port = Number(new URL(nats[0] ?? "").port);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const { process: child } = this;
    this.process = null;
    if (child !== null) await endNats(child, signal);
  }

  log(): string {
    const path = join(this.dir, "log");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** A server that ends with the test. */
export async function startNats(config = "", disk?: string): Promise<Nats> {
  const server = new Nats(config, disk);
  onTestFinished(() => server.dispose());
  await server.start();
  return server;
}

export async function endNats(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  // nats-server 2.9 may wait for itself for ever when it is told to end; a supervisor kills it then
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(kill);
}

/** Path of the program; throws if it is not installed. */
export function natsServer(): string {
  const directories = [...(process.env.PATH ?? "").split(delimiter), ...SYSTEM_DIRECTORIES];
  const found = directories.map((each) => join(each, "nats-server")).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    "nats-server is not installed, and tests of fleets need it: 'apt-get install nats-server' or similar",
  );
}
