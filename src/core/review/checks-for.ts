import type { ChecksSettings } from "../protocol/settings/settings-checks.ts";

export interface ConfiguredCheck {
  name: string;
  command: string;
  atTurnEnd: boolean;
}

/** The checks that are configured for a directory. */
export function checksFor(checks: ChecksSettings, directory: string): ConfiguredCheck[] {
  return Object.entries(checks)
    .filter(([, check]) => !("in" in check) || check.in === undefined || isIn(directory, check.in))
    .map(([name, { command, at_turn_end: atTurnEnd }]) => ({ name, command, atTurnEnd }));
}

function isIn(directory: string, place: string): boolean {
  const root = place.replace(/\/+$/, "");
  return [root, `${root}-worktrees`].some((each) => directory === each || directory.startsWith(`${each}/`));
}
