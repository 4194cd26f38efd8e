import { Fault } from "../protocol/base/fault.ts";
import { shellQuote } from "../provision/shell-words.ts";
import { isConnectionRef } from "./connection-ref.ts";

export interface SshRoute {
  /** A host name or alias of the user's ssh config. */
  host: string;
  /** A file for `ssh -F`; null for the user's own config. */
  sshConfig: string | null;
  controlPath: string;
}

/** Arguments for the connection itself (`command` null), or for a command over an existing connection. */
export function sshArguments(route: SshRoute, command: readonly string[] | null): string[] {
  requirePlainHost(route.host);
  return [
    ...(route.sshConfig === null ? [] : ["-F", route.sshConfig]),
    ...(command === null ? ["-N", ...options(MASTER)] : options(CHANNEL)),
    ...options(ALWAYS),
    "-T",
    // -S, not -o: with -o a blank would end the path
    "-S",
    route.controlPath.replaceAll("%", "%%"),
    "--",
    route.host,
    ...(command === null ? [] : [shellLine(command)]),
  ];
}

/** Arguments that make an existing connection listen at a local path for a socket of the machine, or end that. */
export function sshForwardArguments(
  route: SshRoute,
  verb: "forward" | "cancel",
  [local, remote]: readonly [string, string],
): string[] {
  requirePlainHost(route.host);
  for (const path of [local, remote]) if (!PLAIN_PATH.test(path)) throw new Fault("E_INVALID_INPUT", UNFORWARDABLE);
  return [
    ...(route.sshConfig === null ? [] : ["-F", route.sshConfig]),
    ...options(CHANNEL),
    "-S",
    route.controlPath.replaceAll("%", "%%"),
    "-O",
    verb,
    "-L",
    `${local}:${remote}`,
    "--",
    route.host,
  ];
}

/** ssh gives a meaning to other characters: a colon separates, and some are expanded. */
const PLAIN_PATH = /^\/[\w./@+,=-]+$/;
const UNFORWARDABLE = "the path of a socket has characters that ssh does not take";

/** Arguments for one command over its own login. */
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

/** Host keys are checked as the user has configured: we do not set StrictHostKeyChecking. */
const PATIENCE = { ConnectTimeout: "8", ServerAliveInterval: "5", ServerAliveCountMax: "2" };

const MASTER = { ControlMaster: "yes", ControlPersist: "no", ...PATIENCE };

/** Does not share a connection of the user: one that hangs would make us hang too. */
const LOGIN = { ControlMaster: "no", ControlPath: "none", ...PATIENCE };

/** A missing master must not lead to a second, direct connection. */
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

/** Refuses options, blanks and anything that ssh would expand. */
export function requirePlainHost(host: string): void {
  if (host !== "" && isConnectionRef(host)) return;
  throw new Fault("E_INVALID_INPUT", "the ssh target is not a plain name: give a host of your ssh config or user@host");
}

/** Quoted for any login shell of the account: sh, bash, zsh, fish and csh read it the same. */
function shellLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(" ");
}

function shellWord(word: string): string {
  const unwanted = UNQUOTABLE.exec(word);
  if (unwanted === null) return shellQuote(word);
  const words = `no quotes keep ${JSON.stringify(unwanted[0])} whole in every login shell of a remote machine`;
  throw new Fault("E_INVALID_INPUT", words);
}

/** csh ends a command at a line break, even in quotes. */
const UNQUOTABLE = /[\n\r\0]/;
