import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** A loopback address of this machine with a port. */
export interface Place {
  host: "127.0.0.1" | "::1";
  port: number;
}

/** A listening socket, from Linux's table. */
export interface Listener {
  uid: number;
  inode: string;
}

const HOW_TO_FIX = "end that or set another port, then 'agtmux daemon restart'";

/** The problem shown when another process holds the port that links and proxies lead to. */
export function portTaken({ host, port }: Place, instead: number | null): string {
  if (host === "::1") {
    const holder = portHolder(port, ["/proc/net/tcp6"]);
    return `[::1]:${port} is taken by ${holder}: localhost may lead there, so the dashboard answers as 127.0.0.1 and not as localhost or public_url; ${HOW_TO_FIX}`;
  }
  const holder = portHolder(port, ["/proc/net/tcp", "/proc/net/tcp6"]);
  return `port ${port} is taken by ${holder}: the dashboard is on ${instead} instead, and older links and public_url do not lead here; ${HOW_TO_FIX}`;
}

/** Finds the listener on a TCP port of this machine; the process is known only if it is ours. */
function portHolder(port: number, tables: readonly string[]): string {
  const listener = tables.map((table) => listenerIn(textOf(table), port)).find((found) => found !== null);
  if (listener === undefined) return "somebody else";
  const process = processWith(listener.inode);
  const user = `${nameOf(listener.uid, textOf("/etc/passwd"))} (uid ${listener.uid})`;
  return process === null ? `a process of ${user}` : `${process} of ${user}`;
}

/** Parses /proc/net/tcp: `sl local_address rem_address st … uid timeout inode`. */
export function listenerIn(table: string, port: number): Listener | null {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const line of table.split("\n")) {
    const [, local = "", , state, , , , uid = "", , inode = ""] = line.trim().split(/\s+/);
    if (state === "0A" && local.endsWith(suffix)) return { uid: Number(uid), inode };
  }
  return null;
}

export function nameOf(uid: number, passwd: string): string {
  const entry = passwd.split("\n").find((line) => line.split(":")[2] === String(uid));
  return entry?.split(":")[0] ?? "a user without a name";
}

function processWith(inode: string): string | null {
  for (const pid of namesIn("/proc").filter((name) => /^\d+$/.test(name))) {
    const links = namesIn(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    if (links.includes(`socket:[${inode}]`)) return `${programOf(textOf(`/proc/${pid}/cmdline`))} (pid ${pid})`;
  }
  return null;
}

/** Node names its own threads, so the command line tells more than the process's name. */
export function programOf(cmdline: string): string {
  const [program = "", script = ""] = cmdline.split("\0");
  return /(?:^|\/)daemon\.cjs$/.test(script) ? "another agtmux daemon" : basename(program) || "a process";
}

/** `otherwise` for files that are unreadable or gone. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function textOf(path: string): string {
  return attempt(() => readFileSync(path, "utf8"), "");
}

function namesIn(path: string): string[] {
  return attempt(() => readdirSync(path), []);
}

function linkOf(path: string): string {
  return attempt(() => readlinkSync(path), "");
}
