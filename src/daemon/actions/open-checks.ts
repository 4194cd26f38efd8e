import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { ActionTarget } from "./action-target.ts";
import type { Actions } from "./actions.ts";
import { Checks } from "./checks.ts";

/** Builds the checks, which follow the ends of turns. */
export function openChecks({
  actions,
  broadcast,
  targets,
  settings,
}: {
  actions: Pick<Actions, "runner" | "checkResults">;
  broadcast: Pick<Broadcast, "onChange">;
  targets: { find(name: string): { actionTarget(): ActionTarget } };
  settings: Pick<Settings, "checks">;
}): Checks {
  const checks = new Checks({
    checks: settings.checks,
    results: actions.checkResults,
    runner: actions.runner,
    targetOf: (name) => targets.find(name).actionTarget(),
  });
  broadcast.onChange((change) => checks.follow(change));
  return checks;
}
