import type { AdapterItem } from "../../../core/protocol/daemon/adapters.ts";
import type { Source } from "../../../core/protocol/events/event.ts";

/** Sources of events from the hooks that `agtmux integrate` installs. */
const INTEGRATED: ReadonlySet<Source> = new Set(["hook", "notify", "plugin"]);

/** What the last event says of the agent's own hooks; an event from elsewhere says nothing of them. */
export function integrationWords({ health: { last_event, running }, enabled, label }: AdapterItem): string {
  if (!enabled) return `${label} counts as any other program: nothing is shown of what its hooks say.`;
  if (last_event === null)
    return running === 0
      ? "Nothing has been heard from it yet."
      : "It is running, but its hooks have reported nothing yet.";
  return INTEGRATED.has(last_event.source)
    ? "Its own hooks report its state."
    : `Last heard from its ${last_event.source.replaceAll("_", " ")}. Whether its hooks report, agtmux doctor says.`;
}

export function unknownScreenWords({ health: { unknown_screens } }: AdapterItem): string | null {
  const count = unknown_screens.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const versions = unknown_screens.map(({ version }) => version ?? "of an unknown version").join(", ");
  return `${count} ${count === 1 ? "screen" : "screens"} could not be read (${versions}).`;
}
