import { spawnSync } from "node:child_process";
import { isatty } from "node:tty";
import type { AttachReport } from "../core/protocol/actions.ts";
import { Fault } from "../core/protocol/fault.ts";

/** The tmux server around this command; null outside tmux. */
export function insideServer(): number | null {
  const pid = Number(process.env.TMUX?.split(",").at(-2));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Brings the person to the pane; returns when they are there or, from outside tmux, when they have left it again. */
export function showPane({ argv, how }: AttachReport): void {
  if (how === "attach" && !isatty(process.stdin.fd))
    throw new Fault("E_TMUX", `there is no terminal here to show the pane in; in one, this does: ${shellWords(argv)}`);
  const [program = "", ...args] = how === "switch" ? withClient(argv) : argv;
  const { error, status } = spawnSync(program, args, { stdio: "inherit" });
  if (error !== undefined) {
    const isSsh = program === "ssh";
    throw new Fault(isSsh ? "E_SSH_MISSING" : "E_TMUX_MISSING", `${program} cannot be run: ${error.message}`);
  }
  if (status !== 0) throw new Fault("E_TMUX", `${shellWords(argv)} ended with code ${status}`);
}

/** Names the client that is moved: tmux by itself may take the daemon's own, which shows nobody anything. */
function withClient(argv: readonly string[]): string[] {
  const { socket, client } = personAt(argv);
  if (client !== null) return [...argv, "-c", client];
  const place = argv.at(-1) ?? "";
  const attach = shellWords(["tmux", "-S", socket, "attach-session", "-t", place]);
  throw new Fault("E_NOT_ATTACHED", `nobody is attached to this tmux server; in a terminal, this shows it: ${attach}`);
}

/** Finds the client to move: the last active one that shows the session of this pane, else the last active of all. */
function personAt(argv: readonly string[]): { socket: string; client: string | null } {
  const socket = argv[argv.indexOf("-S") + 1] ?? "";
  const { TMUX_PANE: pane } = process.env;
  const tmux = (...words: string[]) => spawnSync("tmux", ["-S", socket, ...words], { encoding: "utf8" }).stdout ?? "";
  const session = pane === undefined ? "" : tmux("display-message", "-p", "-t", pane, "#{session_id}").trim();
  const clients = tmux("list-clients", "-F", CLIENT)
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([flags = ""]) => flags !== "" && !flags.split(",").includes("no-output"))
    .map(([, at, shows, name = ""]) => ({ name, at: Number(at), isHere: shows === session }))
    .sort((a, b) => Number(b.isHere) - Number(a.isHere) || b.at - a.at);
  return { socket, client: clients[0]?.name ?? null };
}

/** A client of ours takes no output. */
const CLIENT = "#{client_flags}\t#{client_activity}\t#{session_id}\t#{client_name}";

/** For sh, to be typed by hand. */
export function shellWords(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
