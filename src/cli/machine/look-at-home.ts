import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** Tries a write: mode bits do not show whether a disk is read-only or full. */
export function whyUnwritable(home: string): string | null {
  const path = join(home, `.doctor-${process.pid}`);
  try {
    writeFileSync(path, Buffer.alloc(4_096), { mode: 0o600, flag: "wx" });
    return null;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? whyNotMade(dirname(home)) : (WORDS[code] ?? message);
  } finally {
    removeQuietly(path);
  }
}

/** A home that does not exist yet will be created, if the nearest directory that exists lets us. */
function whyNotMade(parent: string): string | null {
  if (!existsSync(parent)) return parent === dirname(parent) ? null : whyNotMade(dirname(parent));
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `it cannot be made: ${parent} cannot be written`;
  }
}

/** The file may not exist if the write failed. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // there is no file to remove
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
