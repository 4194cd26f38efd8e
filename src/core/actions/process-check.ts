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

/**
 * A shell command that succeeds while that very process lives, is not stopped and, where `foreground`, has the terminal.
 * It sets `g` to the process's group. No quote, backslash, `!`, `#` or line break is in it: it travels
 * through tmux's formats and whatever shell tmux runs commands with.
 */
export function processCheck({ pid, start }: ProcessMark, foreground: boolean): string {
  const began = processStart(start);
  return /^\d+$/.test(began) ? procCheck(pid, began, foreground) : psCheck(pid, began, foreground);
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

function procCheck(pid: number, start: string, foreground: boolean): string {
  const read = `set -- $(sed "s/.*[)]//" /proc/${pid}/stat 2>/dev/null)`;
  const has = foreground ? ' && [ "$3" = "$6" ]' : "";
  return `${read}; [ "\${20}" = ${start} ] && case $1 in [TtZXx]) false ;; esac${has} && g=$3`;
}

function psCheck(pid: number, start: string, foreground: boolean): string {
  const columns = "-o pgid= -o tpgid= -o stat= -o lstart=";
  const read = `set -- $(LC_ALL=C TZ=UTC0 ps ${columns} -p ${pid} 2>/dev/null)`;
  const has = foreground ? ' && [ "$1" = "$2" ]' : "";
  return `${read}; [ "$4 $5 $6 $7 $8" = "${start}" ] && case $3 in [TZ]*) false ;; esac${has} && g=$1`;
}
