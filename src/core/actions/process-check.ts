/** A process that must live when something is done to it. */
export interface ProcessMark {
  pid: number;
  /** As the machine tells it: ticks since boot, or `ps`'s words. */
  start: string;
}

/** An adapter that was switched on again gives its agent another life: the process began when it began. */
export function processStart(start: string): string {
  return start.replace(/\+.*$/, "");
}

/** What a process must be besides: nothing, not stopped, or not stopped and with the terminal. */
export type Wakefulness = "alive" | "awake" | "foreground";

/**
 * A shell command that succeeds while that very process lives and is as awake as it must be.
 * It sets `g` to the process's group and `s` to its state. No quote, backslash, `!`, `#` or line break is in it: it travels
 * through tmux's formats and whatever shell tmux runs commands with.
 */
export function processCheck({ pid, start }: ProcessMark, wanted: Wakefulness): string {
  const began = processStart(start);
  return /^\d+$/.test(began) ? procCheck(pid, began, wanted) : psCheck(pid, began, wanted);
}

/** Sets a variable to the group of a process on the same kind of machine; empty where it has gone. */
export function groupOf(pid: number, start: string, variable: string): string {
  const isProc = /^\d+$/.test(processStart(start));
  const words = isProc ? `sed "s/.*[)]//" /proc/${pid}/stat 2>/dev/null` : `ps -o pgid= -p ${pid}`;
  return `set -- $(${words}) && ${variable}=$${isProc ? 3 : 1}`;
}

/** A command that succeeds until then by the machine's own clock: what a frozen machine does later is nobody's wish any more. */
export function notAfter(seconds: number): string {
  return `[ $(date +%s) -le ${Math.ceil(seconds)} ]`;
}

function procCheck(pid: number, start: string, wanted: Wakefulness): string {
  const read = `set -- $(sed "s/.*[)]//" /proc/${pid}/stat 2>/dev/null)`;
  const has = wanted === "foreground" ? ' && [ "$3" = "$6" ]' : "";
  const not = wanted === "alive" ? "[ZXx]" : "[TtZXx]";
  return `${read}; [ "\${20}" = ${start} ] && case $1 in ${not}) false ;; esac${has} && g=$3 s=$1`;
}

function psCheck(pid: number, start: string, wanted: Wakefulness): string {
  const columns = "-o pgid= -o tpgid= -o stat= -o lstart=";
  const read = `set -- $(LC_ALL=C TZ=UTC0 ps ${columns} -p ${pid} 2>/dev/null)`;
  const has = wanted === "foreground" ? ' && [ "$1" = "$2" ]' : "";
  const not = wanted === "alive" ? "Z*" : "[TZ]*";
  return `${read}; [ "$4 $5 $6 $7 $8" = "${start}" ] && case $3 in ${not}) false ;; esac${has} && g=$1 s=$3`;
}
