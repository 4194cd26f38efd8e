import { delimiter } from "node:path";

/** What to do with the daemon so that it runs this build: `status` is that of `agtmux daemon status --json`, or null. */
export function daemonPlan(status, build) {
  if (!status?.running) return "start";
  return status.build === build ? "keep" : "restart";
}

/** What to type for agtmux: its bare name only where that name leads to this checkout. */
export function commandName({ onPath, own }) {
  if (onPath === own) return "agtmux";
  return /^[\w@%+=:,./-]+$/.test(own) ? own : `'${own.replaceAll("'", "'\\''")}'`;
}

/** A PATH without what is inside a folder. */
export function pathWithout(path, folder) {
  const kept = path.split(delimiter).filter((each) => !each.startsWith(`${folder}/`));
  return kept.join(delimiter);
}
