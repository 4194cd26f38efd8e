import { chmodSync, lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import { NEXT_START_FILE } from "../../core/protocol/daemon/next-start.ts";
import hookCommand from "../../remote/agtmux.sh";
import { makePrivateDirectory } from "./private-directory.ts";

/** All paths that the daemon writes outside workspaces. */
export interface Home {
  dir: string;
  database: string;
  /** Backups of the database; `damaged` holds databases that a repair set aside. */
  backups: string;
  damaged: string;
  /** The index of conversations; it can always be made anew. */
  search: string;
  socket: string;
  /** Unix socket for the user's own proxy. */
  proxySocket: string;
  log: string;
  token: string;
  config: string;
  /** Agent files of the user's own. */
  agents: string;
  /** The pack of agent files that was taken last, and the one before it. */
  packs: string;
  /** Screens that no cue fits, if the user wants them kept. */
  unknownScreens: string;
  /** Flags for a daemon that a supervisor starts. */
  nextStart: string;
  /** Signing key for Web Push. */
  vapid: string;
  pipes: string;
  /** Records which tmux clients are ours. */
  clients: string;
  /** The command for agents' hooks: `hook AGENT EVENT` in plain sh, the same as on machines over ssh. */
  command: string;
  /** Where hooks wait for answers. */
  decide: string;
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
    search: join(dir, "search.db"),
    socket: join(dir, "agtmuxd.sock"),
    proxySocket: join(dir, "proxy.sock"),
    log: join(dir, "daemon.log"),
    token: join(dir, "token"),
    config: join(dir, "config.toml"),
    agents: join(dir, "agents"),
    packs: join(dir, "packs"),
    unknownScreens: join(dir, "unknown-screens"),
    nextStart: join(dir, NEXT_START_FILE),
    vapid: join(dir, "vapid.pem"),
    pipes: join(dir, "pipes"),
    clients: join(dir, "clients"),
    command: join(dir, "bin", "agtmux"),
    decide: join(dir, "decide"),
    ssh: join(dir, "ssh"),
    spool: { tmp: join(spool, "tmp"), new: join(spool, "new"), rejected: join(spool, "rejected") },
  };
}

/** Directories that every daemon creates. */
export function directoriesOf(home: Home): string[] {
  return [
    home.dir,
    join(home.dir, "spool"),
    home.spool.tmp,
    home.spool.new,
    home.spool.rejected,
    home.pipes,
    home.clients,
    home.decide,
    home.ssh,
    dirname(home.command),
  ];
}

/** Creates directories with mode 0700 whatever the umask, against other users of the machine. */
export function prepareHome(home: Home): void {
  try {
    for (const dir of directoriesOf(home)) {
      makePrivateDirectory(dir);
      chmodSync(dir, 0o700);
    }
    keepOutOfGit(home.dir);
    installCommand(home.command);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault("E_HOME_UNUSABLE", `cannot use ${home.dir} as AGTMUX_HOME: ${why}`, { home: home.dir }, cause);
  }
}

/** A repository around the home, such as one of a whole home directory, shows none of its files as new: one is the token. */
function keepOutOfGit(dir: string): void {
  const path = join(dir, ".gitignore");
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) writeFileSync(path, "*\n", { flag: "wx", mode: 0o600 });
}

/** Atomic, since hooks may be running it. */
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
