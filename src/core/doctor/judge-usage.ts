import type { DoctorCheck } from "../protocol/daemon/targets.ts";
import { ago } from "./ago.ts";
import type { AgentFacts } from "./judge-agent.ts";

/** Whether the agent tells its cost, its context's size and its limits. Without that it is as well: the user asks for it. */
export function judgeUsage({ name, label, target, settings, usage }: AgentFacts, now: number): DoctorCheck[] {
  if (usage === null || settings.found.state !== "current") return [];
  const { state, toldAt, silentPanes } = usage;
  const check = (status: DoctorCheck["status"], found: string, advice: string | null): DoctorCheck[] => [
    { name: `${label}: usage`, status, found, advice },
  ];
  const setUp = `run agtmux integrate ${name} --usage${target === null ? "" : ` --target ${target}`}`;
  if (state === "malformed" || state === "unreadable")
    return check("warning", "its status line cannot be read", `${settings.path}: name a command, then ${setUp}`);
  if (state === "absent")
    return check("ok", "tokens only; its status line can tell cost, size of the context and limits", setUp);
  if (state === "outdated") return check("warning", "its status line tells another home", setUp);
  if (silentPanes.length > 0)
    return check(
      "warning",
      `its status line tells nothing in ${silentPanes.join(", ")}`,
      "it was started before this was set up: start it again; or the project there has a status line of its own, which comes first",
    );
  const last = toldAt === null ? "nothing told yet" : `last told ${ago(now - toldAt)} ago`;
  return check("ok", `by its status line (${last})`, null);
}
