import type { RunningProgram } from "../executor/executor.ts";

const MAX_COMPLAINT = 500;
const MAX_FIRST_LINE = 4_096;
/** Long: the channel itself limits a slow login. */
const START_MS = 60_000;

/**
 * Scripts that create a FIFO in directory `$1`, print its name, and pass on its content until their standard input
 * ends. Each is one line without exclamation marks and backslashes, which no quoting preserves in every login shell.
 * The FIFO's name ends in the pid of the `cat` that reads it, by which the watcher there ends it when the link is
 * silent. A writer notices that only at its next write, so it is killed as well. The clean-up starts first: without a
 * link the script ends at its first output.
 */
const CLEAN_UP =
  'exec 4<&0; { cat <&4 >/dev/null; rm -f "$f"; kill $$; ps -A -o pid=,args= | while read -r p a; do case $a in *"[ -p $f ]"*) ' +
  'ps -A -o pid=,ppid= | while read -r c q; do [ "$q" = "$p" ] && kill "$c"; done; kill "$p" ;; esac; done; } >/dev/null 2>&1 &';
const PASS_ON = 'exec cat "$f" 4<&-';
const SCRIPTS = {
  // holds the FIFO open for writing too, so that it stays while panes start and end. grep reads in large pieces and
  // takes a hundredth of the time of a sed that flushes each line, by -u (GNU, busybox) or -l (BSD)
  lines:
    `umask 077; mkdir -p "$1" && f=$1/lines.$$ && mkfifo "$f" || exit 1; ${CLEAN_UP} exec 3<>"$f" || exit 1; ` +
    `o=none; for i in -l -u; do [ "$(echo x | sed $i -n p 2>/dev/null)" = x ] && o="sed $i"; done; ` +
    `[ "$(echo x | grep -a -H --label=y --line-buffered x 2>/dev/null)" = y:x ] && o=grep; echo "$f $o"; ${PASS_ON}`,
  // ends with its writer
  all: `umask 077; mkdir -p "$1" && f=$1/all.$$ && mkfifo "$f" || exit 1; ${CLEAN_UP} echo "$f"; ${PASS_ON}`,
};

export function startListening(start: (script: string) => RunningProgram, kind: keyof typeof SCRIPTS): RunningProgram {
  const program = start(SCRIPTS[kind]);
  program.stdin.on("error", () => undefined);
  return program;
}

/** Where a FIFO may be: its path becomes an unquoted shell word in each pane's pipe command. */
export const PLAIN_PATH = String.raw`\/[^\s'"\\$\x60&|;<>()*?[\]{}~#!^]+`;

/** Reads the first line that the script prints and matches it; the rest stays in the stream. */
export function readNamedLine(program: RunningProgram, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    let complaint = "";
    const late = setTimeout(() => fail(), START_MS);
    const fail = () => {
      stop();
      program.kill("SIGKILL");
      reject(new Error(`the channel for output closed: ${complaint.trim()}`));
    };
    const stop = () => {
      clearTimeout(late);
      program.stdout.off("data", hear);
      program.off("close", fail);
      program.off("error", fail);
    };
    const hear = (chunk: Uint8Array) => {
      held = Buffer.concat([held, chunk]);
      const end = held.indexOf(10);
      if (end < 0 && held.length <= MAX_FIRST_LINE) return;
      const match = pattern.exec(held.subarray(0, Math.max(0, end)).toString());
      if (match === null) return fail();
      stop();
      program.stdout.pause();
      if (held.length > end + 1) program.stdout.unshift(held.subarray(end + 1));
      resolve(match);
    };
    program.stdout.on("data", hear);
    program.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-MAX_COMPLAINT);
    });
    program.once("close", fail);
    program.once("error", fail);
  });
}
