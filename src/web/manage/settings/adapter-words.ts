import type { AdapterItem } from "../../../core/protocol/daemon/adapters.ts";
import type { Source } from "../../../core/protocol/events/event.ts";

/** Sources of events from the hooks that `agtmux integrate` installs. */
const INTEGRATED: ReadonlySet<Source> = new Set(["hook", "notify", "plugin"]);

/** Whether the agent's own hooks work, judged by the last event. */
export function integrationWords({ health: { last_event, running }, enabled, label }: AdapterItem): string {
  if (!enabled) return `${label} counts as any other program: nothing is shown of what its hooks say.`;
  if (last_event === null)
    return running === 0
      ? "Nothing has been heard from it yet."
      : "It is running, but its hooks have reported nothing yet.";
  return INTEGRATED.has(last_event.source)
    ? "Its own hooks report its state."
    : `Known from its ${last_event.source.replaceAll("_", " ")}, not from its own hooks.`;
}

export function unknownScreenWords({ health: { unknown_screens } }: AdapterItem): string | null {
  const count = unknown_screens.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const versions = unknown_screens.map(({ version }) => version ?? "of no known version").join(", ");
  return `${count} ${count === 1 ? "screen" : "screens"} could not be read (${versions}).`;
}
