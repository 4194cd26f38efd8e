import { execFileSync } from "node:child_process";

/** The version of the tmux in PATH: "3.3a". */
export function tmuxVersion(): string {
  return execFileSync("tmux", ["-V"], { encoding: "utf8" }).trim().replace("tmux ", "");
}
