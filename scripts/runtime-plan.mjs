import { isBinaryFor, isInstalled, isNodeTooOld } from "./setup-plan.mjs";

/** The package in runtime/package-lock.json with a Node binary for this machine, or null. */
export function runtimePackage(lock, machine) {
  // these packages do not declare it, but their Linux binaries need glibc
  if (machine.libc === "musl") return null;
  const found = Object.entries(lock.packages).find(([, entry]) => isBinaryFor(entry, machine));
  return found === undefined ? null : { path: found[0], version: found[1].version };
}

/**
 * Decides what to do with runtime/, if this Node is `version`:
 * - `nothing`: this Node is new enough, or the one of the lock file is installed
 * - `install`: this Node is too old, or the installed one is not that of the lock file
 * - `impossible`: this Node is too old, and there is no package for this machine
 *
 * An installed one stays in use even if the machine's own Node becomes new enough: shells, hooks and the daemon may
 * have different PATHs, and would otherwise run on different Nodes.
 */
export function runtimePlan({ version, machine, lock, installedLock }) {
  const wanted = runtimePackage(lock, machine);
  if (wanted !== null && installedLock?.packages[wanted.path] !== undefined) {
    return isInstalled(lock, installedLock, machine) ? "nothing" : "install";
  }
  if (!isNodeTooOld(version)) return "nothing";
  return wanted === null ? "impossible" : "install";
}
