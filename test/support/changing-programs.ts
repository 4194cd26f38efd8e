import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Shared by both programs: raw mode, and every byte read goes into a file named by pid and start time. */
const COMMON = `
use strict; use warnings; use POSIX qw(:termios_h :sys_wait_h setpgid tcsetpgrp); use Time::HiRes qw(sleep time);
my ($dir, $seed) = @ARGV;
sub start { open(my $f, "<", "/proc/$$/stat") or die; my $s = <$f>; $s =~ s/.*\\)//s; return (split " ", $s)[19]; }
sub raw { my $t = POSIX::Termios->new; $t->getattr(0); $t->setlflag(0); $t->setiflag(0); $t->setcc(VMIN, 1); $t->setcc(VTIME, 0); $t->setattr(0, TCSANOW); }
my $log; sub record { my ($kind) = @_; open($log, ">>", "$dir/$kind." . $$ . "." . start()) or die; }
sub hear { my ($seconds) = @_; my $end = time + $seconds; while ((my $left = $end - time) > 0) {
  my $in = ""; vec($in, 0, 1) = 1; if (select($in, undef, undef, $left) > 0) { my $n = sysread(STDIN, my $bytes, 65536); exit 0 unless $n; syswrite($log, $bytes); syswrite(STDOUT, $bytes) if $seed % 4; } } }
`;

/** An agent that exits by itself after a while, whatever it has received. */
const AGENT = `${COMMON}
srand($seed); record("agent"); syswrite(STDOUT, "\\e[?2004h"); hear(1.5 + rand(5)); exit 0;
`;

/** A shell with job control that starts one agent after another, at once or after a while at its prompt. */
const SHELL = `${COMMON}
my ($server) = $ENV{TMUX} =~ /,(\\d+),/;
sub slurp { open(my $f, "<", $_[0]) or return ""; local $/; return <$f> // ""; }
sub guards { return grep { slurp("/proc/$_/cmdline") =~ /^[^\\0]*sh\\0-c/ } split " ", slurp("/proc/$server/task/$server/children"); }
srand($seed); raw(); record("shell"); $SIG{TTOU} = "IGNORE"; $SIG{INT} = "IGNORE";
for (my $n = 1; ; $n++) {
  my $child = fork;
  if ($child == 0) { setpgid(0, 0); tcsetpgrp(0, getpgrp); $SIG{TTOU} = "DEFAULT"; exec { "$dir/bin/claude" } "$dir/bin/claude", "$dir/agent.pl", $dir, $seed * 1000 + $n; exit 1; }
  setpgid($child, $child); tcsetpgrp(0, $child);
  while (1) {
    waitpid($child, WUNTRACED);
    my $stopped = WIFSTOPPED(\${^CHILD_ERROR_NATIVE});
    tcsetpgrp(0, getpgrp);
    # what a dying process has left unread is nobody's, nor what tmux has in hand: its shell has asked who is in front,
    # and tmux writes when that shell has ended. The one thing that no guard can prevent
    sleep(0.005) while guards();
    system("tmux display-message -p . </dev/null >/dev/null 2>&1") for 1..2;
    tcflush(0, TCIFLUSH);
    last unless $stopped;
    hear(rand(0.5)); tcsetpgrp(0, $child); kill("CONT", $child);
  }
  hear(rand(1.2)) if rand() < 0.5;
}
`;

export const canChangePrograms = process.platform === "linux" && hasPerl();

/** Programs for panes whose foreground process changes all the time; every byte that any of them reads is recorded. */
export class ChangingPrograms {
  private readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
    mkdirSync(join(dir, "bin"), { recursive: true });
    symlinkSync(execFileSync("perl", ["-e", "print $^X"], { encoding: "utf8" }), join(dir, "bin", "claude"));
    writeFileSync(join(dir, "agent.pl"), AGENT);
    writeFileSync(join(dir, "shell.pl"), SHELL);
  }

  shell(seed: number): string {
    return `exec perl ${join(this.dir, "shell.pl")} ${this.dir} ${seed}`;
  }

  /** Everything that was read, by process. */
  heard(): { kind: "agent" | "shell"; pid: number; start: string; bytes: string }[] {
    return readdirSync(this.dir).flatMap((name) => {
      const [kind, pid, start = ""] = name.split(".");
      if ((kind !== "agent" && kind !== "shell") || !/^\d+$/.test(start)) return [];
      return [{ kind, pid: Number(pid), start, bytes: readFileSync(join(this.dir, name), "utf8") }];
    });
  }
}

function hasPerl(): boolean {
  try {
    execFileSync("perl", ["-MPOSIX", "-MTime::HiRes", "-e", "1"]);
    return true;
  } catch {
    return false;
  }
}
