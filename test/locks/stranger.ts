import { execFileSync, spawnSync } from "node:child_process";

/** No account needs to exist for a process to be another user's. */
export const STRANGER_UID = 54_321;

/** Why nobody else can be played here; null where somebody can. */
export const noStranger: string | null =
  process.getuid?.() !== 0
    ? "only root can run a program as another user"
    : spawnSync("setpriv", ["--version"]).error !== undefined
      ? "setpriv is not installed"
      : null;

/** Runs a program as another user of this machine, who is in none of our groups; never throws for an exit code. */
export function asStranger(program: string, ...args: string[]): { code: number; output: string } {
  const identity = [`--reuid=${STRANGER_UID}`, `--regid=${STRANGER_UID}`, "--clear-groups"];
  const ran = spawnSync("setpriv", [...identity, program, ...args], { encoding: "utf8", cwd: "/" });
  return { code: ran.status ?? -1, output: `${ran.stdout}${ran.stderr}` };
}

export function giveToStranger(path: string): void {
  execFileSync("chown", ["-h", `${STRANGER_UID}:${STRANGER_UID}`, path]);
}
