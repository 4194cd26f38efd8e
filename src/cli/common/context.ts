import { join } from "node:path";
import { isatty } from "node:tty";
import { type Client, createClient } from "../../client/client.ts";
import { homeDirectory } from "../../client-node/home-directory.ts";
import { unixTransport } from "../../client-node/unix-transport.ts";
import { type OpensSockets, openWebSocket } from "../../client-node/web-socket.ts";
import { fitLines } from "./fit-lines.ts";
import type { GlobalOptions } from "./global-options.ts";
import { printable, writeOut } from "./write-out.ts";

/** Passed to every command: paths, the daemon's client and the output. */
export interface Context {
  home: string;
  socketPath: string;
  tmuxSocket: string | undefined;
  /** Only from the command line, not from the environment: `target add` takes it as the tmux server on the target. */
  tmuxSocketOption: string | undefined;
  version: string;
  client: Client;
  openSocket: OpensSockets;
  /** Width of the output in columns, or null if it goes to a file or a pipe. */
  columns: number | null;
  colour: boolean;
  isTerminal: boolean;
  /** Whether a person reads the output, rather than a program. */
  symbols: boolean;
  /** Prints for a person: on a terminal, lines that are too long are broken between words. */
  out(text: string): void;
  /** Prints lines as they are, such as those of files, screens and diffs. */
  verbatim(text: string): void;
  /** Prints without escaping, for output that is evaluated or that contains terminal sequences on request. */
  raw(text: string): void;
  note(text: string): void;
}

export function createContext({ tmuxSocket: tmuxSocketOption, color }: GlobalOptions, version: string): Context {
  const { AGTMUX_TMUX_SOCKET, NO_COLOR } = process.env;
  const home = homeDirectory();
  const socketPath = join(home, "agtmuxd.sock");
  const terminal = isatty(1);
  const colour = color === "always" || (color === "auto" && terminal && !NO_COLOR);
  const columns = columnsOf(terminal);
  const note = (text: string) => writeOut(2, `${fitted(printable(text), isatty(2))}\n`);
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
    openSocket: (path, events) => openWebSocket(socketPath, path, version, events),
    columns,
    colour,
    isTerminal: terminal,
    symbols: color === "always" || terminal,
    out: (text) => writeOut(1, `${fitted(printable(text, colour), terminal)}\n`),
    verbatim: (text) => writeOut(1, `${printable(text, colour)}\n`),
    raw: (text) => writeOut(1, `${text}\n`),
    note,
  };
}

const USUAL_COLUMNS = 80;

/** Into a file or a pipe nothing is broken. */
export function fitted(text: string, terminal: boolean): string {
  return terminal ? fitLines(text, columnsOf(true) ?? USUAL_COLUMNS) : text;
}

/** An exported COLUMNS overrides the terminal's width, and also applies to a pipe. */
function columnsOf(terminal: boolean): number | null {
  const said = Number(process.env.COLUMNS);
  if (Number.isInteger(said) && said > 0) return said;
  return terminal ? process.stdout.columns || USUAL_COLUMNS : null;
}
