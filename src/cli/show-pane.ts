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
  const [program = "", ...args] = argv;
  const { error, status } = spawnSync(program, args, { stdio: "inherit" });
  if (error !== undefined) {
    const isSsh = program === "ssh";
    throw new Fault(isSsh ? "E_SSH_MISSING" : "E_TMUX_MISSING", `${program} cannot be run: ${error.message}`);
  }
  if (status !== 0) throw new Fault("E_TMUX", `${shellWords(argv)} ended with code ${status}`);
}

/** For sh, to be typed by hand. */
export function shellWords(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
