import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { homedir } from "node:os";
import { scriptAmong } from "../../core/adapter/program.ts";
import { Fault } from "../../core/protocol/base/fault.ts";

/** A pane of this machine as it is now. */
export interface WatchedPane {
  lines: string[];
  title: string;
  /** The words of the program in the foreground; empty if that is a shell. */
  argv: string[];
  /** Files of the user's that it has open. */
  files: string[];
}

const SHELL = /^-?(ba|da|z|k|mk|fi|tc|c)?sh$/;
const MOST_FILES = 10;
const LONGEST_LINE = 2_000;
const MOST_LINES = 500;
const SEPARATOR = "\t";

/** Looks at a pane through tmux; needs no daemon. `socket` as in `tmux -L`. */
export function lookAtPane(ref: string, socket: string | undefined): WatchedPane {
  const pane = paneOf(ref);
  const tmux = (...words: string[]) => run("tmux", [...(socket === undefined ? [] : ["-L", socket]), ...words]);
  const format = ["#{pane_id}", "#{pane_tty}", "#{host}", "#{pane_title}"].join(SEPARATOR);
  const [id = "", tty = "", host = "", ...rest] = tmux("display-message", "-p", "-t", pane, format).split(SEPARATOR);
  if (!/^%\d+$/.test(id)) throw new Fault("E_REF_NOT_FOUND", `tmux knows no pane ${pane} here`, { ref });
  const shown = tmux("capture-pane", "-p", "-t", id).split("\n");
  const found = foregroundOn(tty);
  const title = rest.join(SEPARATOR).trim();
  return {
    lines: shown.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST_LINE)),
    // tmux's own title is the name of the machine
    title: title === host ? "" : title.slice(0, LONGEST_LINE),
    argv: found?.argv ?? [],
    files: found === null ? [] : filesOf(found.pid),
  };
}

/** A tmux pane, or a ref of one on this machine. */
function paneOf(ref: string): string {
  if (!ref.startsWith("pane:")) return ref;
  const id = /^pane:host\/.*\/(%\d+)$/.exec(ref)?.[1];
  if (id === undefined) throw new Fault("E_INVALID_INPUT", `${ref} is no pane of this machine: only those are watched`);
  return id;
}

/** The topmost program in the foreground of a terminal that is no shell. */
function foregroundOn(tty: string): { pid: number; argv: string[] } | null {
  const rows = run("ps", ["-t", tty.replace(/^\/dev\//, ""), "-o", "pid=,stat=,args="]).split("\n");
  for (const row of rows) {
    const [, id = "", stat = "", args = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    if (!stat.includes("+")) continue;
    const argv = wordsOf(Number(id)) ?? args.split(" ");
    const name = (argv[0] ?? "").replace(/^.*\//, "");
    if (!SHELL.test(name) || scriptAmong(argv.slice(1)) !== null) return { pid: Number(id), argv };
  }
  return null;
}

function wordsOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0$/, "").split("\0");
  } catch {
    // no /proc here, or the process has ended
    return null;
  }
}

function filesOf(pid: number): string[] {
  const home = homedir();
  try {
    const paths = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    const own = paths.filter((path) => path.startsWith(`${home}/`) && !/\/node_modules\/| \(deleted\)$/.test(path));
    return [...new Set(own)].slice(0, MOST_FILES).map((path) => `~${path.slice(home.length)}`);
  } catch {
    // only a hint: another system, or the process has ended
    return [];
  }
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 8 * 1024 * 1024 });
  if (error !== undefined) throw new Fault("E_TMUX", `${program} cannot be run: ${error.message}`);
  if (status !== 0 && program === "tmux") throw new Fault("E_TMUX", `tmux: ${stderr.trim() || `status ${status}`}`);
  return stdout.replace(/\n$/, "");
}
