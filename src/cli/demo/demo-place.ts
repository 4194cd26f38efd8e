import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import { DEMO_AGENTS, type Role } from "./demo-agents.ts";
import keeper from "./keeper.sh";

/** A demo's own directory, tmux server and daemon. Nothing outside it is read or written. */
export interface DemoPlace {
  dir: string;
  /** For `tmux -L`. */
  socketName: string;
  /** The daemon's AGTMUX_HOME. */
  home: string;
  env: NodeJS.ProcessEnv;
  keeper: ChildProcess;
}

const SETTINGS = `# it may be looked at for hours
ask_ttl = "24h"
busy_ttl = "24h"
completed_to_idle = "10m"
`;

/** Makes the directory and starts the keeper, which runs the daemon and removes everything when this process ends. */
export function openDemoPlace(dist: string): DemoPlace {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-demo-"));
  const home = join(dir, "home");
  const socketName = `agtmux-demo-${process.pid}`;
  for (const path of [home, join(dir, "bin"), join(dir, "squad")]) mkdirSync(path, { mode: 0o700 });
  for (const agent of ["claude", "codex"]) symlinkSync(process.execPath, join(dir, "bin", agent));
  writeFileSync(join(home, "config.toml"), SETTINGS);
  const env: NodeJS.ProcessEnv = {
    ...foreignEnvironment(),
    HOME: dir,
    SHELL: "/bin/sh",
    AGTMUX_HOME: home,
    AGTMUX_TMUX_SOCKET: socketName,
    AGTMUX_PORT: "0",
    AGTMUX_SQUAD_DIR: join(dir, "squad"),
    SQUAD_SIGNAL_DIR: join(dir, "squad"),
    AGTMUX_DEMO_COMMAND: join(dist, "..", "bin", "agtmux"),
  };
  const socket = join(process.env.TMUX_TMPDIR ?? "/tmp", `tmux-${process.getuid?.()}`, socketName);
  const words = [process.execPath, join(dist, "daemon.cjs"), socketName, socket, dir];
  // in its own process session: Ctrl-C must not reach the keeper, which still has to clean up
  const child = spawn("sh", ["-c", keeper, "agtmux-demo-keeper", ...words], {
    env,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.on("error", () => undefined);
  return { dir, home, socketName, env, keeper: child };
}

/** Starts each role in its own window, in its session's directory. */
export function startDemoAgents({ dir, socketName, env }: DemoPlace, dist: string): void {
  const begun = new Set<string>();
  for (const role of DEMO_AGENTS) {
    const cwd = join(dir, role.session);
    // all that is read of a repository
    mkdirSync(join(cwd, ".git"), { recursive: true });
    writeFileSync(join(cwd, ".git", "HEAD"), "ref: refs/heads/main\n");
    const isNew = !begun.has(role.session);
    begun.add(role.session);
    const where = isNew
      ? ["new-session", "-d", "-s", role.session, "-x", "120", "-y", "36", "-n", role.window, "-c", cwd]
      : ["new-window", "-d", "-t", `=${role.session}:`, "-n", role.window, "-c", cwd];
    tmux(socketName, env, [...where, ...wordsOf(role, dir, dist)]);
  }
  tmux(socketName, env, ["set-option", "-g", "remain-on-exit", "off"]);
}

/** tmux runs several arguments without a shell. */
function wordsOf({ agent, story, wrapped }: Role, dir: string, dist: string): string[] {
  const script = join(dist, "demo-agent.cjs");
  if (agent !== null) return [join(dir, "bin", agent), script, story];
  if (wrapped === undefined) return [process.execPath, script, story];
  // $1 agtmux, $2 node, $3 the script, $4 the story
  const again = 'while :; do "$1" run -- "$2" "$3" "$4"; echo "Press Enter to run it again."; read -r _ || exit; done';
  return ["sh", "-c", again, "sh", join(dist, "..", "bin", "agtmux"), process.execPath, script, story];
}

function tmux(socketName: string, env: NodeJS.ProcessEnv, args: string[]): void {
  try {
    execFileSync("tmux", ["-L", socketName, "-f", "/dev/null", ...args], { env, stdio: "pipe" });
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw missing
      ? new Fault("E_TMUX_MISSING", "the demo needs tmux, which is not installed", {}, cause)
      : new Fault("E_TMUX", `tmux does not start the demo: ${(cause as Error).message}`, {}, cause);
  }
}

/** The user's environment without variables that lead to their own tmux, daemon or signals. */
function foreignEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(AGTMUX_|SCHMUX_|SQUAD_|CLAUDE|CODEX_|TMUX(_PANE)?$)/.test(name),
  );
  return Object.fromEntries(kept);
}
