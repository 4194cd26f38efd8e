import { execFileSync } from "node:child_process";

/** inotify limits of a user namespace, which has its own count. */
export interface WatchLimits {
  instances?: number;
  watches?: number;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
const SET = 'for limit in $1; do echo "${limit#*=}" >/proc/sys/user/max_inotify_${limit%=*} || exit 1; done; shift';

/** The argv that runs a program under these limits. */
export function withWatches(limits: WatchLimits, argv: readonly string[]): string[] {
  return ["unshare", "--user", "--map-root-user", "sh", "-c", `${SET}; exec "$@"`, "sh", words(limits), ...argv];
}

/** Changes the limits of a program started that way. */
export function allowWatches(pid: number, limits: WatchLimits): void {
  const enter = ["--user", "--preserve-credentials", `--target=${pid}`];
  execFileSync("nsenter", [...enter, "sh", "-c", SET, "sh", words(limits)], { stdio: "pipe" });
}

export const canLimitWatches = process.platform === "linux" && isPermitted();

function words(limits: WatchLimits): string {
  return Object.entries(limits)
    .map(([name, most]) => `${name}=${most}`)
    .join(" ");
}

function isPermitted(): boolean {
  try {
    const [program = "", ...args] = withWatches({ instances: 1 }, ["true"]);
    execFileSync(program, args, { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
