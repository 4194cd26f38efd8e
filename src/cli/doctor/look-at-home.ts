import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HomeFacts } from "../../core/doctor/judge-home.ts";
import hookCommand from "../../remote/agtmux.sh";

const OLDEST_TMUX: readonly [number, number] = [3, 2];

export function modeOf(home: string): HomeFacts["mode"] {
  try {
    const { mode, uid } = statSync(home);
    return { bits: mode & 0o777, isOurs: process.getuid === undefined || uid === process.getuid() };
  } catch {
    return null;
  }
}

/** Found out by writing: a disk may be read-only or full whatever the mode bits say. */
export function whyUnwritable(home: string): string | null {
  const path = join(home, `.doctor-${process.pid}`);
  try {
    writeFileSync(path, Buffer.alloc(4_096), { mode: 0o600, flag: "wx" });
    return null;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // one that is not there yet will be made
    return code === "ENOENT" ? null : (WORDS[code] ?? message);
  } finally {
    removeQuietly(path);
  }
}

/** It may never have come to be, on a disk that does not even say so. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // nothing is left of it
  }
}

const WORDS: Record<string, string> = { EROFS: "the disk is read-only", ENOSPC: "the disk is full" };

export function commandIn(home: string): HomeFacts["command"] {
  const path = join(home, "bin", "agtmux");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return "missing";
  }
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return "not_executable";
  }
  return text === hookCommand ? "current" : "outdated";
}

export function findTmux(): HomeFacts["tmux"] {
  let version: string;
  try {
    version = execFileSync("tmux", ["-V"], { encoding: "utf8", timeout: 5_000 }).trim();
  } catch {
    return null;
  }
  const [, major = "", minor = ""] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const [oldestMajor, oldestMinor] = OLDEST_TMUX;
  const isOld =
    major !== "" && (Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor));
  return { version, fault: isOld ? `${version} is too old` : null };
}
