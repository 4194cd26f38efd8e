import type { ProcessFacts } from "../../core/agents/process-facts.ts";

const TICKS_PER_SECOND = 100;
const PS_LINE = /^P +(\d+) +(\d+) +(\S+ +\S+ +\d+ +[\d:]+ +\d+) +(.+)$/;

/**
 * Processes as a machine's shell prints them: `uptime`, `S` and `A` lines from /proc, or `P` lines from `ps`.
 * Every start is told by its age, so neither the machine's clock nor its time zone matters.
 */
export function parseProcessTable(text: string, now: number): ProcessFacts[] {
  const lines = text.split("\n");
  return [...fromProc(lines, now), ...fromPs(lines, now)];
}

/** What one line of /proc/<pid>/stat tells; null for what is no process any more, a zombie included. */
export function parseStat(line: string): (Omit<ProcessFacts, "argv" | "startedAt"> & { threads: number }) | null {
  const open = line.indexOf("(");
  // the command may hold blanks and parentheses of its own
  const close = line.lastIndexOf(")");
  if (open < 0 || close < open) return null;
  const [state = "", ...fields] = line
    .slice(close + 1)
    .trim()
    .split(" ");
  const [pid, ppid, threads, ticks] = [line.slice(0, open), fields[0], fields[16], fields[18]].map(wholeNumber);
  if (pid == null || ppid == null || threads == null || ticks == null || /[ZXx]/.test(state)) return null;
  return { pid, ppid, start: String(ticks), command: line.slice(open + 1, close), threads };
}

/** `uptime` in seconds, `start` in the kernel's ticks since boot. */
export function startedAt(start: string, uptime: number, now: number): number {
  return now - uptime * 1000 + (Number(start) * 1000) / TICKS_PER_SECOND;
}

/** A program that wrote a title over its arguments leaves empty ones behind it. */
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
  const argv = withoutEmptyTail(words.split("\x1f"));
  return pid === undefined || argv.length === 0 ? [] : [[Number(pid), argv]];
}

function fromPs(lines: readonly string[], now: number): ProcessFacts[] {
  const rows = lines.flatMap((line) => {
    const [, pid, ppid, lstart = "", command = ""] = PS_LINE.exec(line) ?? [];
    const start = lstart.replace(/ +/g, " ");
    // in whatever zone it was printed: only differences are used
    const at = Date.parse(`${start} UTC`);
    return pid === undefined || Number.isNaN(at) ? [] : [{ pid: Number(pid), ppid: Number(ppid), start, at, command }];
  });
  // `ps` lists itself, and it began just now
  const newest = rows.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return rows.map(({ pid, ppid, start, at, command }) => {
    const argv = command.trim().split(/ +/);
    const name = (argv[0] ?? "").replace(/^.*\//, "");
    return { pid, ppid, start, startedAt: now - (newest - at), command: name, argv };
  });
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : null;
}
