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

/** The dashboard's link, what is wrong, and what to type next. */
export function welcome(status, agtmux) {
  const problems = (status?.problems ?? []).map(({ message }) => `Note: ${message}`);
  const link = status?.dashboard
    ? [`  ${status.dashboard}`, "", "The link lets in one browser, once, within ten minutes."]
    : ["  (switched off)"];
  if (status?.plain_dashboard && status.plain_dashboard !== status.dashboard)
    link.splice(1, 0, `  ${status.plain_dashboard}   (if your browser does not find that one)`);
  const next = [
    [`${agtmux} integrate`, "adds hooks to the settings of the agents that you use, so that they report"],
    [`${agtmux} doctor`, "checks everything, and says how to fix what is wrong"],
    [agtmux, "shows who needs you, and what to type then"],
    [`${agtmux} demo`, "shows pretend agents in every state"],
  ];
  const width = Math.max(...next.map(([command]) => command.length));
  const steps = next.map(([command, does]) => `  ${command.padEnd(width)}   ${does}`);
  const path = agtmux === "agtmux" ? [] : ["", "README.md says how to put agtmux on your PATH."];
  const dashboard = ["agtmux is running. The dashboard:", "", ...link];
  return ["", ...dashboard, ...problems, "", "Next:", ...steps, ...path, ""].join("\n");
}

/** Removes directories inside `folder` from a PATH. */
export function pathWithout(path, folder) {
  const kept = path.split(delimiter).filter((each) => !each.startsWith(`${folder}/`));
  return kept.join(delimiter);
}
