import type { DaemonStatus } from "../protocol/daemon/daemon.ts";
import type { DoctorCheck } from "../protocol/daemon/targets.ts";

/** Facts about agtmux's own files on a machine. */
export interface OwnFiles {
  home: string;
  /** Permission bits, and whether we own it; null if there is no home yet. */
  mode: { bits: number; isOurs: boolean } | null;
  /** State of the command that hooks run; "current" means that of this version. */
  command: "missing" | "not_executable" | "outdated" | "current";
  /** Why the home cannot be written; absent if it can. */
  unwritable?: string;
}

/** Facts about agtmux on this machine. */
export interface HomeFacts extends OwnFiles {
  tmux: { version: string; fault: string | null } | null;
  /** Null if it does not answer. */
  daemon: DaemonStatus | null;
  version: string;
}

export function judgeHome(facts: HomeFacts): DoctorCheck[] {
  return [tmux(facts), ...judgeOwnFiles(facts, "agtmux daemon restart"), daemon(facts), ...problems(facts)];
}

/** Checks the home and the command in it, on any machine; `mend` is the command that reinstalls them. */
export function judgeOwnFiles(facts: OwnFiles, mend: string): DoctorCheck[] {
  return [home(facts), command(facts, mend)];
}

function tmux({ tmux }: HomeFacts): DoctorCheck {
  const name = "tmux";
  if (tmux === null) return failed(name, "not installed", "install tmux 3.2 or newer with your system's packages");
  return tmux.fault === null ? ok(name, tmux.version) : failed(name, tmux.fault, "install tmux 3.2 or newer");
}

function home({ home, mode, unwritable }: OwnFiles): DoctorCheck {
  const name = "home";
  if (mode === null && unwritable !== undefined)
    return failed(name, `${home}: ${unwritable}`, "set AGTMUX_HOME to a directory of yours");
  if (mode === null) return warning(name, `${home} is not there yet`, "run agtmux daemon start");
  if (!mode.isOurs) return failed(name, `${home} belongs to somebody else`, `take it over, or set AGTMUX_HOME`);
  if (unwritable !== undefined)
    return failed(name, `${home}: ${unwritable}`, "make room or let it be written: until then no signal is kept");
  const others = (mode.bits & 0o077) !== 0;
  const octal = mode.bits.toString(8).padStart(4, "0");
  return others ? failed(name, `${home} is open to others (${octal})`, `run chmod 700 ${home}`) : ok(name, home);
}

function command({ home, command }: OwnFiles, mend: string): DoctorCheck {
  const name = "hook command";
  const path = `${home}/bin/agtmux`;
  switch (command) {
    case "missing":
      return failed(name, `${path} is missing: no hook can tell anything`, `run ${mend}`);
    case "not_executable":
      return failed(name, `${path} cannot be run`, `run chmod 700 ${path}`);
    case "outdated":
      return warning(name, `${path} is of another version`, `run ${mend}`);
    case "current":
      return ok(name, path);
    default:
      return command satisfies never;
  }
}

function daemon({ daemon, version }: HomeFacts): DoctorCheck {
  const name = "daemon";
  if (daemon === null)
    return failed(name, "does not answer", "run agtmux daemon start; what is signalled meanwhile is kept");
  const found = `pid ${daemon.pid}, version ${daemon.version}`;
  return daemon.version === version
    ? ok(name, found)
    : warning(name, `${found}, this command is ${version}`, "run agtmux daemon restart");
}

function problems({ daemon }: HomeFacts): DoctorCheck[] {
  return (daemon?.problems ?? []).map(({ code, message }) => warning(code, message, null));
}

function ok(name: string, found: string): DoctorCheck {
  return { name, status: "ok", found, advice: null };
}

function warning(name: string, found: string, advice: string | null): DoctorCheck {
  return { name, status: "warning", found, advice };
}

function failed(name: string, found: string, advice: string): DoctorCheck {
  return { name, status: "failed", found, advice };
}
