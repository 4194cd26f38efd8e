import { spawnSync } from "node:child_process";
import { isatty } from "node:tty";
import type { AttachReport } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { shellLine } from "../../core/provision/shell-words.ts";

/** The pid of the tmux server that this command runs in; null outside tmux. */
export function insideServer(): number | null {
  const pid = Number(process.env.TMUX?.split(",").at(-2));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Shows the pane; returns at once inside tmux or, from outside, when the person has detached. */
export function showPane({ argv, how }: AttachReport): void {
  if (how === "attach" && !isatty(process.stdin.fd))
    throw new Fault("E_TMUX", `there is no terminal here to show the pane in; run this in one: ${shellLine(argv)}`);
  const [program = "", ...args] = how === "switch" ? withClient(argv) : argv;
  const { error, status } = spawnSync(program, args, { stdio: "inherit" });
  if (error !== undefined) {
    const isSsh = program === "ssh";
    throw new Fault(isSsh ? "E_SSH_MISSING" : "E_TMUX_MISSING", `${program} cannot be run: ${error.message}`);
  }
  if (status !== 0) throw new Fault("E_TMUX", `${shellLine(argv)} ended with code ${status}`);
}

/** Names the client to switch: tmux might pick the daemon's own, which no person sees. */
function withClient(argv: readonly string[]): string[] {
  const socket = argv[argv.indexOf("-S") + 1] ?? "";
  const person = personIn(socket);
  if (person !== null) return [...argv, "-c", person.client];
  const place = argv.at(-1) ?? "";
  const attach = shellLine(["tmux", "-S", socket, "attach-session", "-t", place]);
  throw new Fault(
    "E_NOT_ATTACHED",
    `nobody is attached to this tmux server; run this in a terminal to see it: ${attach}`,
  );
}

/**
 * The client that the person uses, and the pane that it shows: the last active one on the session of this command, else
 * the last active of all; null if nobody is attached.
 */
export function personIn(socket: string): { client: string; pane: string } | null {
  const { TMUX_PANE: pane, TMUX } = process.env;
  const tmux = (...words: string[]) => spawnSync("tmux", ["-S", socket, ...words], { encoding: "utf8" }).stdout ?? "";
  // a command of a key binding has no pane, but a session
  const place = pane ?? `$${TMUX?.split(",").at(-1)}`;
  const session = tmux("display-message", "-p", "-t", place, "#{session_id}").trim();
  const [first] = tmux("list-clients", "-F", CLIENT)
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([flags = ""]) => flags !== "" && !flags.split(",").includes("no-output"))
    .map(([, at, shows, shown = "", client = ""]) => ({
      client,
      pane: shown,
      at: Number(at),
      isHere: shows === session,
    }))
    .sort((a, b) => Number(b.isHere) - Number(a.isHere) || b.at - a.at);
  return first === undefined ? null : { client: first.client, pane: first.pane };
}

/** Our own clients are recognised by the flag no-output. */
const CLIENT = "#{client_flags}\t#{client_activity}\t#{session_id}\t#{pane_id}\t#{client_name}";
