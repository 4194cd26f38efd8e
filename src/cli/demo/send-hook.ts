import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** As agents run their hooks; returns when it is in the spool. */
export function sendHook(agent: string, event: string, payload: object): void {
  const command = join(process.env.AGTMUX_HOME ?? "", "bin", "agtmux");
  spawnSync(command, ["hook", agent, event], { input: JSON.stringify(payload), stdio: ["pipe", "ignore", "ignore"] });
}
