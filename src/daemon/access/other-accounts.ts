import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

/** Shells of accounts without login. */
const NO_SHELL = /\/(?:nologin|false|true|sync|halt|shutdown)$/;
const MAX_NAMED = 3;

/** Whether the origin for browsers stays the same when the daemon was down, and why. */
export interface OriginPolicy {
  keeps: boolean;
  why: string;
}

export function originPolicy(setting: "auto" | "keep" | "rotate"): OriginPolicy {
  if (setting !== "auto") return { keeps: setting === "keep", why: `origin = "${setting}"` };
  const others = otherAccounts();
  if (others === null) return { keeps: false, why: "it cannot be known who else runs programs on this machine" };
  if (others.length === 0) return { keeps: true, why: "nobody else can log in or runs programs on this machine" };
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : "";
  return {
    keeps: false,
    why: `${others.slice(0, MAX_NAMED).join(", ")}${more} can log in or run programs on this machine`,
  };
}

/** Other accounts than ours and root's that can log in, and other uids with processes. */
export function otherAccountsIn(passwd: string, uids: ReadonlySet<number>, own: number): string[] {
  const accounts = passwd
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 7)
    .map(([name = "", , uid, , , , shell = ""]) => ({ name, uid: Number(uid), shell }));
  const isOther = (uid: number) => uid !== own && uid !== 0;
  const named = accounts.filter(({ uid, shell }) => isOther(uid) && (uids.has(uid) || !NO_SHELL.test(shell)));
  const nameless = [...uids].filter((uid) => isOther(uid) && !accounts.some((account) => account.uid === uid));
  return [...named.map(({ name }) => name), ...nameless.map((uid) => `uid ${uid}`)];
}

/** Account sources whose accounts are all in the machine's own passwd, or belong to services only. */
const LOCAL_SOURCES: ReadonlySet<string> = new Set(["files", "compat", "systemd", "altfiles"]);
/** Fedora lists sss on every machine; it has accounts only where its daemon listens. */
const SSS_SOCKET = "/var/lib/sss/pipes/nss";

/** Whether people may log in whose accounts another machine keeps: LDAP, a domain, NIS. */
export function hasRemoteAccounts(nsswitch: string, isThere: (path: string) => boolean): boolean {
  const [, sources = ""] = /^[ \t]*passwd:(.*)$/m.exec(nsswitch.replaceAll(/#.*$/gm, "")) ?? [];
  const named = sources
    .replaceAll(/\[[^\]]*\]/g, " ")
    .trim()
    .split(/\s+/);
  const distant = named.filter((source) => source !== "" && !LOCAL_SOURCES.has(source));
  return distant.some((source) => source !== "sss" || isThere(SSS_SOCKET));
}

/** Null if that cannot be known. */
function otherAccounts(): string[] | null {
  // a machine that hides other users' processes hides pid 1 first
  if (uidOf("1") === null) return null;
  try {
    const nsswitch = existsSync("/etc/nsswitch.conf") ? readFileSync("/etc/nsswitch.conf", "utf8") : "";
    if (hasRemoteAccounts(nsswitch, existsSync)) return null;
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const uids = new Set(pids.map(uidOf).filter((uid) => uid !== null));
    return otherAccountsIn(readFileSync("/etc/passwd", "utf8"), uids, process.getuid?.() ?? 0);
  } catch {
    return null;
  }
}

function uidOf(pid: string): number | null {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return null;
  }
}
