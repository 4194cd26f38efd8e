import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { ActionTarget } from "./action-target.ts";
import type { Actions } from "./actions.ts";
import type { CheckResults } from "./check-results.ts";
import { Checks } from "./checks.ts";
import { directoryOf } from "./directory-of.ts";

/** Builds the checks, which follow the ends of turns; panes show what they said. */
export function openChecks({
  actions,
  results,
  broadcast,
  targets,
  fleet,
  settings,
  clock,
}: {
  actions: Pick<Actions, "runner">;
  results: CheckResults;
  broadcast: Pick<Broadcast, "onChange">;
  targets: { find(name: string): { actionTarget(): ActionTarget }; refolded(runtimeId: string): void };
  fleet: Pick<Fleet, "all">;
  settings: Pick<Settings, "checks">;
  clock: Clock;
}): Checks {
  const targetOf = (name: string) => targets.find(name).actionTarget();
  const checks = new Checks({ checks: settings.checks, results, runner: actions.runner, targetOf, clock });
  broadcast.onChange((change) => checks.follow(change));
  results.onChange = ({ target, directory }) => {
    for (const item of fleet.all())
      if (item.runtime_id !== null && item.identity.target === target && directoryOf(item) === directory)
        targets.refolded(item.runtime_id);
  };
  return checks;
}
