import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";

const TICKS_PER_SECOND = 100;
const LONGEST_COMMAND = 256;
const LONGEST_ARGUMENTS = 4_096;
const PS_LINE = /^P +(\d+) +(\d+) +(\S+) +(\S+ +\S+ +\d+ +[\d:]+ +\d+) +(.+)$/;

/**
 * Parses processes as a machine's shell prints them: `uptime`, `S` and `A` lines from /proc, or `P` lines from `ps`.
 * Start times are computed from ages, so the machine's clock and time zone do not matter.
 */
export function parseProcessTable(text: string, now: number): ProcessFacts[] {
  const lines = text.split("\n");
  return [...fromProc(lines, now), ...fromPs(lines, now)];
}

/** Parses a line of /proc/<pid>/stat; null for zombies and dead processes. */
export function parseStat(line: string): (Omit<ProcessFacts, "argv" | "startedAt"> & { threads: number }) | null {
  const open = line.indexOf("(");
  // the command may contain spaces and parentheses
  const close = line.lastIndexOf(")");
  if (open < 0 || close < open) return null;
  const [state = "", ...fields] = line
    .slice(close + 1)
    .trim()
    .split(" ");
  const [pid, ppid, threads, ticks] = [line.slice(0, open), fields[0], fields[16], fields[18]].map(wholeNumber);
  if (pid == null || ppid == null || threads == null || ticks == null || /[ZXx]/.test(state)) return null;
  return {
    pid,
    ppid,
    start: String(ticks),
    command: line.slice(open + 1, Math.min(close, open + 1 + LONGEST_COMMAND)),
    threads,
    ...ifStopped(state),
  };
}

/**
 * The first letter of the state in /proc and `ps`. A lower-case `t` means stopped by a debugger, which does not count.
 */
function ifStopped(state: string): Pick<ProcessFacts, "stopped"> {
  return state.startsWith("T") ? { stopped: true } : {};
}

/** The pids of stopped processes, from lines of pid and state as `ps` prints them. */
export function parseStopped(text: string): Set<number> {
  return new Set(
    text
      .split("\n")
      .flatMap((line) => /^ *(\d+) +T/.exec(line)?.[1] ?? [])
      .map(Number),
  );
}

/** `uptime` in seconds, `start` in the kernel's ticks since boot. */
export function startedAt(start: string, uptime: number, now: number): number {
  return now - uptime * 1000 + (Number(start) * 1000) / TICKS_PER_SECOND;
}

/** A program that overwrites its arguments with a title leaves empty ones at the end. */
export function withoutEmptyTail(argv: readonly string[]): string[] {
  return argv.slice(0, argv.findLastIndex((argument) => argument !== "") + 1);
}

function fromProc(lines: readonly string[], now: number): ProcessFacts[] {
  const uptime = Number.parseFloat(lines.find((line) => line.startsWith("uptime "))?.slice(7) ?? "");
  if (!Number.isFinite(uptime)) return [];
  const argvs = new Map(lines.flatMap(argvLine));
  return lines.flatMap((line) => {
    const stat = line.startsWith("S ") ? parseStat(line.slice(2)) : null;
    if (stat === null) return [];
    const { threads: _, ...facts } = stat;
    const argv = argvs.get(facts.pid) ?? [facts.command];
    return [{ ...facts, startedAt: startedAt(facts.start, uptime, now), argv }];
  });
}

function argvLine(line: string): [number, string[]][] {
  const [, pid, words = ""] = /^A (\d+) (.*)$/s.exec(line) ?? [];
  const argv = withoutEmptyTail(words.slice(0, LONGEST_ARGUMENTS).split("\x1f"));
  return pid === undefined || argv.length === 0 ? [] : [[Number(pid), argv]];
}

function fromPs(lines: readonly string[], now: number): ProcessFacts[] {
  const rows = lines.flatMap((line) => {
    const [, pid, ppid, state = "", lstart = "", command = ""] = PS_LINE.exec(line) ?? [];
    const start = lstart.replace(/ +/g, " ");
    // the time zone does not matter: only differences are used
    const at = Date.parse(`${start} UTC`);
    if (pid === undefined || Number.isNaN(at) || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), ppid: Number(ppid), state, start, at, command }];
  });
  // `ps` lists itself, and has just started
  const newest = rows.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return rows.map(({ pid, ppid, state, start, at, command }) => {
    const argv = command.trim().slice(0, LONGEST_ARGUMENTS).split(/ +/);
    const name = (argv[0] ?? "").replace(/^.*\//, "").slice(0, LONGEST_COMMAND);
    return { pid, ppid, start, startedAt: now - (newest - at), command: name, argv, ...ifStopped(state) };
  });
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : null;
}
