import { execFileSync } from "node:child_process";

/** The version of the tmux that tests find: "3.3a". */
export function tmuxVersion(): string {
  return execFileSync("tmux", ["-V"], { encoding: "utf8" }).trim().replace("tmux ", "");
}

/** Whether it is older than a release. One that names no number is built from source, so newer than any. */
export function isTmuxBefore(major: number, minor: number): boolean {
  const found = /(\d+)\.(\d+)/.exec(tmuxVersion());
  if (found === null) return false;
  const [ours, ourMinor] = [Number(found[1]), Number(found[2])];
  return ours < major || (ours === major && ourMinor < minor);
}
