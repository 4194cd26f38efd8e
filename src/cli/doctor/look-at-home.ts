import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
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
