import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isatty } from "node:tty";
import { type Client, createClient } from "../client/client.ts";
import type { GlobalOptions } from "./global-options.ts";
import { unixTransport } from "./unix-transport.ts";
import { printable, writeOut } from "./write-out.ts";

/** What every command may know: where the home is, which tmux is meant, who reads the output. */
export interface Context {
  home: string;
  socketPath: string;
  tmuxSocket: string | undefined;
  /** As said on the command line, and not by the environment: to `target add` it names a tmux server elsewhere. */
  tmuxSocketOption: string | undefined;
  version: string;
  client: Client;
  /** Columns to fit into, or null when the output goes to a file or a pipe. */
  columns: number | null;
  colour: boolean;
  isTerminal: boolean;
  /** Whether somebody looks at it, rather than a program. */
  symbols: boolean;
  out(text: string): void;
  /** As it is, for whoever evaluates it or asked for a terminal's own bytes. */
  raw(text: string): void;
  note(text: string): void;
}

export function createContext({ tmuxSocket: tmuxSocketOption, color }: GlobalOptions, version: string): Context {
  const { AGTMUX_HOME, AGTMUX_TMUX_SOCKET, NO_COLOR } = process.env;
  const home = resolve(AGTMUX_HOME ?? join(homedir(), ".agtmux"));
  const socketPath = join(home, "agtmuxd.sock");
  const terminal = isatty(1);
  const colour = color === "always" || (color === "auto" && terminal && !NO_COLOR);
  const note = (text: string) => writeOut(2, `${printable(text)}\n`);
  let told = false;
  const onVersion = (running: string) => {
    if (running === version || told) return;
    told = true;
    note(
      `agtmux: the daemon runs version ${running}, this command is ${version}: 'agtmux daemon restart' brings them together`,
    );
  };
  return {
    home,
    socketPath,
    tmuxSocket: tmuxSocketOption ?? AGTMUX_TMUX_SOCKET,
    tmuxSocketOption,
    version,
    client: createClient(unixTransport({ socketPath, version, onVersion })),
    columns: columnsOf(terminal),
    colour,
    isTerminal: terminal,
    symbols: color === "always" || terminal,
    out: (text) => writeOut(1, `${printable(text, colour)}\n`),
    raw: (text) => writeOut(1, `${text}\n`),
    note,
  };
}

const USUAL_COLUMNS = 80;

/** COLUMNS, where somebody has exported it, counts more than what the terminal says, also into a pipe. */
function columnsOf(terminal: boolean): number | null {
  const said = Number(process.env.COLUMNS);
  if (Number.isInteger(said) && said > 0) return said;
  return terminal ? process.stdout.columns || USUAL_COLUMNS : null;
}
