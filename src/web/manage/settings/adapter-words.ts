import type { AdapterItem } from "../../../core/protocol/adapters.ts";
import type { Source } from "../../../core/protocol/event.ts";

/** What comes of the hooks that `agtmux integrate` puts into an agent's settings. */
const INTEGRATED: ReadonlySet<Source> = new Set(["hook", "notify", "plugin"]);

/** Whether its own hooks speak, as far as that is heard here. */
export function integrationWords({ health: { last_event, running }, enabled, label }: AdapterItem): string {
  if (!enabled) return `${label} counts as any other program: nothing is shown of what its hooks say.`;
  if (last_event === null)
    return running === 0 ? "Nothing was heard of it yet." : "It runs, and its hooks have said nothing yet.";
  return INTEGRATED.has(last_event.source)
    ? "Its own hooks tell what happens."
    : `Last known by its ${last_event.source.replaceAll("_", " ")}, not by its own hooks.`;
}

export function unknownScreenWords({ health: { unknown_screens } }: AdapterItem): string | null {
  const count = unknown_screens.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const versions = unknown_screens.map(({ version }) => version ?? "of no known version").join(", ");
  return `${count} ${count === 1 ? "screen" : "screens"} could not be read (${versions}).`;
}
