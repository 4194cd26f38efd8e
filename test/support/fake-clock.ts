import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fakeTimeLibrary } from "./faketime.ts";

const UNIT_SECONDS: Record<string, number> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * The environment of a machine whose clock is off, as a libfaketime offset: "+1h". File dates come from the kernel and
 * cannot be faked, so a `stat` wrapper shifts them. The monotonic clock is left alone: waits would change their length.
 */
export function fakeClock(offset: string, path: string, dir: string): Record<string, string> {
  const [, sign, count, unit] = /^([+-])(\d+)([smhd]?)$/.exec(offset) ?? [];
  if (sign === undefined) throw new Error(`${offset} is no offset such as +1h`);
  const seconds = Number(`${sign}${count}`) * (UNIT_SECONDS[unit ?? ""] ?? 1);
  const library = fakeTimeLibrary();
  const stat = execFileSync("sh", ["-c", "command -v stat"], { encoding: "utf8" }).trim();
  const bin = join(dir, "clock");
  mkdirSync(bin);
  writeFileSync(join(bin, "stat"), shiftingStat(stat, seconds), { mode: 0o755 });
  return {
    PATH: `${bin}${delimiter}${path}`,
    LD_PRELOAD: library,
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

/** False with Debian's tmux from 3.5 on: its jemalloc reads the time before libfaketime is ready, and hangs. */
export function canFakeClockOfTmux(): boolean {
  const env = { ...process.env, LD_PRELOAD: fakeTimeLibrary(), FAKETIME: "+1h" };
  return spawnSync("tmux", ["-V"], { env, timeout: 3_000, killSignal: "SIGKILL" }).status === 0;
}

function shiftingStat(stat: string, seconds: number): string {
  return `#!/usr/bin/perl
use POSIX qw(mktime strftime);
$ENV{TZ} = "UTC0";
open(my $said, "-|", "${stat}", @ARGV) or exit 1;
while (<$said>) {
  s/(\\d{4})-(\\d\\d)-(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)/strftime("%Y-%m-%d %H:%M:%S", gmtime(mktime($6, $5, $4, $3, $2 - 1, $1 - 1900) + ${seconds}))/e;
  print;
}
close($said);
exit($? >> 8);
`;
}

/**
 * A clock that can be set while programs run: give them `env`. File dates come from the kernel; set them from `date`.
 */
export class SettableClock {
  readonly env: Record<string, string>;
  private readonly path: string;
  private offsetMs = 0;

  constructor(dir: string) {
    this.path = join(dir, "offset");
    this.set(0);
    this.env = {
      LD_PRELOAD: fakeTimeLibrary(),
      FAKETIME_TIMESTAMP_FILE: this.path,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    };
  }

  /** Sets the offset from the true time, in seconds. */
  set(seconds: number): void {
    this.offsetMs = seconds * 1_000;
    writeFileSync(`${this.path}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    renameSync(`${this.path}.new`, this.path);
  }

  now(): number {
    return Date.now() + this.offsetMs;
  }

  date(path: string): void {
    utimesSync(path, this.now() / 1_000, this.now() / 1_000);
  }
}
