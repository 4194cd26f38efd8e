import { execFileSync, spawn } from "node:child_process";
import { constants, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";

export const TRANSPORTS = ["marker", "status file", "hook"] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** How to send a message by each transport: the lag counts from the call. */
export type Senders = Record<Transport, (word: string) => void>;

/**
 * One pane that prints, one whose session writes its status file, one whose agent has hooks. Needs a running daemon.
 */
export function sendersOf(place: Place): Senders {
  const [printing, writing, hooking] = place.panes();
  if (printing === undefined || writing === undefined || hooking === undefined) throw new Error("too few panes");
  registerPane(place, printing.paneId);
  const statusFile = /SCHMUX_STATUS_FILE='([^']*)'/.exec(registerPane(place, writing.paneId))?.[1] ?? "";
  const terminal = openSync(printing.tty, constants.O_WRONLY | constants.O_NOCTTY);
  // asking tmux is no part of the lag
  const env = environmentIn(place, hooking.paneId);
  return {
    marker: (word) => writeSync(terminal, `--<[schmux:needs_input:${word}]>--\r\n`),
    "status file": (word) => writeFileSync(statusFile, `needs_input ${word}\n`),
    hook: (word) => {
      const options = { env, stdio: ["pipe", "ignore", "inherit"] as const };
      spawn("sh", [place.command, "hook", "schmux", "needs_input"], {
        ...options,
        stdio: [...options.stdio],
      }).stdin?.end(word);
    },
  };
}

/**
 * The same for the bare daemon: a pane piped to its FIFO, its directory, and `sh` writing the same file to its spool.
 */
export function bareSenders(place: Place, bare: { fifo: string; files: string; spool: string }): Senders {
  const pane = place.panes().at(-1);
  if (pane === undefined) throw new Error("too few panes");
  place.tmux("pipe-pane", "-O", "-t", pane.paneId, `exec cat > ${bare.fifo}`);
  const terminal = openSync(pane.tty, constants.O_WRONLY | constants.O_NOCTTY);
  const header = `agtmux1\tagent=schmux\tevent=needs_input\tpane=${pane.paneId}\ttmux=\tpid=1\tsession=`;
  const script = `{ printf '%s\\n' "$1" && cat; } >"$2/aside" && mv "$2/aside" "$3/entry"`;
  return {
    marker: (word) => writeSync(terminal, `--<[schmux:needs_input:${word}]>--\r\n`),
    "status file": (word) => writeFileSync(join(bare.files, "status"), `needs_input ${word}\n`),
    hook: (word) => {
      const options = { env: { PATH: process.env.PATH }, stdio: ["pipe", "ignore", "inherit"] as const };
      spawn("sh", ["-c", script, "sh", header, place.dir, bare.spool], {
        ...options,
        stdio: [...options.stdio],
      }).stdin?.end(word);
    },
  };
}

/** Has the shell of a pane run `agtmux env`, and returns what it printed: its session's files are watched from now on. */
export function registerPane(place: Place, paneId: string): string {
  return execFileSync("sh", [place.command, "env"], {
    env: environmentIn(place, paneId),
    cwd: place.dir,
    encoding: "utf8",
  });
}

function environmentIn(place: Place, paneId: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: place.dir,
    AGTMUX_HOME: place.home,
    TMUX: place.tmux("display-message", "-p", "#{socket_path},#{pid},0"),
    TMUX_PANE: paneId,
  };
}
