import { delimiter } from "node:path";
import { quoted } from "./quoted.mjs";

/** How to make the daemon run this build; `status` is that of `agtmux daemon status --json`, or null. */
export function daemonPlan(status, build) {
  if (!status?.running) return "start";
  return status.build === build ? "keep" : "restart";
}

/** How to call agtmux: by its bare name only if that leads to this checkout. */
export function commandName({ onPath, own }) {
  if (onPath === own) return "agtmux";
  return /^[\w@%+=:,./-]+$/.test(own) ? own : quoted(own);
}

/** Removes directories inside `folder` from a PATH. */
export function pathWithout(path, folder) {
  const kept = path.split(delimiter).filter((each) => !each.startsWith(`${folder}/`));
  return kept.join(delimiter);
}
