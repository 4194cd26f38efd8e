/** Identifies a process that must be alive at an action. */
export interface ProcessMark {
  pid: number;
  /** As the machine reports it: ticks since boot, or the text of `ps`. */
  start: string;
}

/** A re-enabled adapter gives its agent a new runtime with a suffixed start: the process start is without it. */
export function processStart(start: string): string {
  return start.replace(/\+.*$/, "");
}

/** Further conditions: none, not stopped, or not stopped and in the foreground. */
export type Wakefulness = "alive" | "awake" | "foreground";

/**
 * A shell command that succeeds while that process lives and meets `wanted`. Sets `g` to the process's group, `s` to
 * its state and, from /proc, `t` to its terminal's number. Contains no quote, backslash, `!`, `#` or line break, since
 * it passes through tmux's formats and whatever shell tmux uses.
 */
export function processCheck({ pid, start }: ProcessMark, wanted: Wakefulness): string {
  const began = processStart(start);
  return hasProc(began) ? procCheck(pid, began, wanted) : psCheck(pid, began, wanted);
}

/** Whether the machine has /proc; elsewhere `ps` gives the start as text. */
export function hasProc(start: string): boolean {
  return /^\d+$/.test(processStart(start));
}

/** Sets a variable to the group of a process on the same kind of machine; empty if it is gone. */
export function groupOf(pid: number, start: string, variable: string): string {
  const isProc = hasProc(start);
  const words = isProc ? `sed "s/.*[)]//" /proc/${pid}/stat 2>/dev/null` : `ps -o pgid= -p ${pid}`;
  return `set -- $(${words}) && ${variable}=$${isProc ? 3 : 1}`;
}

/** Succeeds until then by the machine's clock, so that a frozen machine does not act later. */
export function notAfter(seconds: number): string {
  return `[ $(date +%s) -le ${Math.ceil(seconds)} ]`;
}

function procCheck(pid: number, start: string, wanted: Wakefulness): string {
  const read = `set -- $(sed "s/.*[)]//" /proc/${pid}/stat 2>/dev/null)`;
  const has = wanted === "foreground" ? ' && [ "$3" = "$6" ]' : "";
  const not = wanted === "alive" ? "[ZXx]" : "[TtZXx]";
  return `${read}; [ "\${20}" = ${start} ] && case $1 in ${not}) false ;; esac${has} && g=$3 s=$1 t=$5`;
}

function psCheck(pid: number, start: string, wanted: Wakefulness): string {
  const columns = "-o pgid= -o tpgid= -o stat= -o lstart=";
  const read = `set -- $(LC_ALL=C TZ=UTC0 ps ${columns} -p ${pid} 2>/dev/null)`;
  const has = wanted === "foreground" ? ' && [ "$1" = "$2" ]' : "";
  const not = wanted === "alive" ? "Z*" : "[TZ]*";
  return `${read}; [ "$4 $5 $6 $7 $8" = "${start}" ] && case $3 in ${not}) false ;; esac${has} && g=$1 s=$3`;
}
