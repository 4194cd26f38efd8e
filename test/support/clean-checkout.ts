import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { AGTMUX, type Ran, type Sandbox } from "./sandbox.ts";

const ROOT = join(AGTMUX, "..", "..");
/** All programs a machine needs besides Node and npm: no compiler, no make, no Python. */
const TOOLS = ["sh", "env", "tmux", "ps", "cat", "mkdir", "mkfifo", "mv", "readlink", "rm", "sleep"];
/** Variables through which npm reaches its registry. The checkout inherits no others. */
const NETWORK =
  /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_(registry|cafile|https?_proxy|proxy|noproxy))$/i;

/** A copy of all tracked and unignored files of this repository, with nothing installed and a minimal PATH. */
export class CleanCheckout {
  readonly dir: string;
  private readonly bin: string;
  private readonly env: NodeJS.ProcessEnv;

  constructor(box: Sandbox) {
    this.dir = join(box.dir, "checkout");
    this.bin = join(box.dir, "bin");
    const home = join(box.dir, "bare-home");
    for (const folder of [this.dir, this.bin, home]) mkdirSync(folder);
    copyRepository(this.dir);
    for (const tool of TOOLS) symlinkSync(which(tool), join(this.bin, tool));
    symlinkSync(realpathSync(process.env.npm_execpath ?? which("npm")), join(this.bin, "npm"));
    this.env = {
      ...entriesOf(process.env, NETWORK),
      ...entriesOf(box.env, /^(AGTMUX|SQUAD)_/),
      PATH: this.bin,
      HOME: home,
      // use the npm cache instead of downloading again
      npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
      npm_config_prefer_offline: "true",
    };
  }

  /** Links `node` in the checkout's PATH to this program. */
  useNode(path: string): void {
    rmSync(join(this.bin, "node"), { force: true });
    symlinkSync(path, join(this.bin, "node"));
  }

  run(command: string, ...args: string[]): Ran {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: this.dir, env: this.env, encoding: "utf8" });
    return { code: status ?? -1, stdout, stderr };
  }
}

/** A Node that is too old for agtmux: one found in PATH, or ours reporting an old version. */
export function oldNode(box: Sandbox): string {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    const node = join(directory, "node");
    if (!existsSync(node)) continue;
    const version = execFileSync(node, ["-p", "process.versions.node"], { encoding: "utf8" });
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < 22 || (major === 22 && minor < 16)) return node;
  }
  const preload = join(box.dir, "old-version.cjs");
  writeFileSync(
    preload,
    `Object.defineProperty(process, "version", { value: "v20.0.0" });
Object.defineProperty(process.versions, "node", { value: "20.0.0" });`,
  );
  const standIn = join(box.dir, "old-node");
  writeFileSync(standIn, `#!/bin/sh\nexec '${process.execPath}' --require '${preload}' "$@"\n`, { mode: 0o755 });
  return standIn;
}

function copyRepository(to: string): void {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT, encoding: "utf8" });
  for (const path of listed.split("\0")) {
    // git also lists files that are deleted but not yet committed
    if (path !== "" && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(to, path));
  }
}

function which(program: string): string {
  return execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
}

function entriesOf(env: NodeJS.ProcessEnv, names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
}
