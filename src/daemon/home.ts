import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../core/protocol/fault.ts";
import hookCommand from "../remote/agtmux.sh";
import { makePrivateDirectory } from "./private-directory.ts";

/** Everything the daemon writes outside a workspace, in one place. */
export interface Home {
  dir: string;
  database: string;
  /** Copies of the database to go back to, and what was put aside when that was done. */
  backups: string;
  damaged: string;
  socket: string;
  log: string;
  token: string;
  config: string;
  /** The key that signs for Web Push. */
  vapid: string;
  pipes: string;
  /** Which clients of tmux are ours. */
  clients: string;
  /** For hooks of agents: `hook AGENT EVENT` in plain sh, the same as on machines over ssh. */
  command: string;
  /** Control sockets of ssh connections. */
  ssh: string;
  spool: { tmp: string; new: string; rejected: string };
}

export function homeAt(dir: string): Home {
  const spool = join(dir, "spool");
  return {
    dir,
    database: join(dir, "agtmux.db"),
    backups: join(dir, "database-backups"),
    damaged: join(dir, "damaged"),
    socket: join(dir, "agtmuxd.sock"),
    log: join(dir, "daemon.log"),
    token: join(dir, "token"),
    config: join(dir, "config.toml"),
    vapid: join(dir, "vapid.pem"),
    pipes: join(dir, "pipes"),
    clients: join(dir, "clients"),
    command: join(dir, "bin", "agtmux"),
    ssh: join(dir, "ssh"),
    spool: { tmp: join(spool, "tmp"), new: join(spool, "new"), rejected: join(spool, "rejected") },
  };
}

/** Those that every daemon has. */
export function directoriesOf(home: Home): string[] {
  return [
    home.dir,
    join(home.dir, "spool"),
    home.spool.tmp,
    home.spool.new,
    home.spool.rejected,
    home.pipes,
    home.clients,
    home.ssh,
    dirname(home.command),
  ];
}

/** Directories of 0700 whatever the umask: other users of the machine have no business here. */
export function prepareHome(home: Home): void {
  try {
    for (const dir of directoriesOf(home)) {
      makePrivateDirectory(dir);
      chmodSync(dir, 0o700);
    }
    installCommand(home.command);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("E_HOME_UNUSABLE", `cannot use ${home.dir} as AGTMUX_HOME: ${why}`, { home: home.dir }, cause);
  }
}

/** Whole or not at all: hooks may be running it. */
function installCommand(path: string): void {
  if (readQuietly(path) === hookCommand) return;
  writeFileSync(`${path}.new`, hookCommand, { mode: 0o700 });
  renameSync(`${path}.new`, path);
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
