import { Fault } from "../protocol/fault.ts";
import { isConnectionRef } from "./connection-ref.ts";

export interface SshRoute {
  /** As the user's ssh config knows it. */
  host: string;
  /** A file for `ssh -F`; the user's own config where null. */
  sshConfig: string | null;
  controlPath: string;
}

/** `ssh` for the connection itself (no command), or for a program over a connection that stands. */
export function sshArguments(route: SshRoute, command: readonly string[] | null): string[] {
  requirePlainHost(route.host);
  return [
    ...(route.sshConfig === null ? [] : ["-F", route.sshConfig]),
    ...(command === null ? ["-N", ...options(MASTER)] : options(CHANNEL)),
    ...options(ALWAYS),
    "-T",
    // -S and not -o: there a blank in the path would end it
    "-S",
    route.controlPath.replaceAll("%", "%%"),
    "--",
    route.host,
    ...(command === null ? [] : [shellLine(command)]),
  ];
}

/** `ssh` for one program over a login of its own. */
export function sshLoginArguments(
  { host, sshConfig }: Pick<SshRoute, "host" | "sshConfig">,
  command: readonly string[],
): string[] {
  requirePlainHost(host);
  return [
    ...(sshConfig === null ? [] : ["-F", sshConfig]),
    ...options(LOGIN),
    ...options(ALWAYS),
    "-T",
    "--",
    host,
    shellLine(command),
  ];
}

/** Host keys are checked as the user has it: StrictHostKeyChecking is not ours to set. */
const PATIENCE = { ConnectTimeout: "8", ServerAliveInterval: "5", ServerAliveCountMax: "2" };

const MASTER = { ControlMaster: "yes", ControlPersist: "no", ...PATIENCE };

/** Not over a connection that the user may have: one that hangs would take us along. */
const LOGIN = { ControlMaster: "no", ControlPath: "none", ...PATIENCE };

/** A missing master never becomes a second, direct connection. */
const CHANNEL = { ControlMaster: "no", ProxyCommand: "false" };

const ALWAYS = {
  BatchMode: "yes",
  ForwardAgent: "no",
  ForwardX11: "no",
  ClearAllForwardings: "yes",
  PermitLocalCommand: "no",
  RemoteCommand: "none",
  RequestTTY: "no",
  LogLevel: "ERROR",
};

function options(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

/** No option, no blank, nothing that ssh would expand. */
export function requirePlainHost(host: string): void {
  if (host !== "" && isConnectionRef(host)) return;
  throw new Fault("E_INVALID_INPUT", "the ssh target is not a plain name: give a host of your ssh config or user@host");
}

/** Words for whichever login shell the account has: sh, bash, zsh, fish and csh read them alike. */
function shellLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  if (SAFE.test(word)) return word;
  const unwanted = UNQUOTABLE.exec(word);
  if (unwanted === null) return `'${word}'`;
  const words = `no quotes keep ${JSON.stringify(unwanted[0])} whole in every login shell of a remote machine`;
  throw new Fault("E_INVALID_INPUT", words);
}

const SAFE = /^[A-Za-z0-9_/.:,@+-]+$/;
/** In single quotes fish still reads a backslash and csh a `!`; csh ends the line at a line break. */
const UNQUOTABLE = /['\\!\n\r\0]/;
