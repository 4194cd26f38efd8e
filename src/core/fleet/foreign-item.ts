import { formatRef, TargetName } from "../protocol/base/refs.ts";
import { labelOf, shelfOf } from "../protocol/events/shelves.ts";
import { PaneIdentity, PaneItem } from "../protocol/lists/lists.ts";
import { memberTarget, paneKey } from "./fleet-names.ts";

/**
 * A pane of another member as this daemon lists it: under the member's name, with unknown fields as they are. Null if
 * the row is not about the pane of its key.
 */
export function foreignItem(member: string, key: string, raw: Record<string, unknown>): PaneItem | null {
  const identity = PaneIdentity.safeParse(raw.identity);
  if (!identity.success) return null;
  const { target, pane_id, session_name, window_id } = identity.data;
  const isFit = TargetName.safeParse(target).success && /^%\d+$/.test(pane_id) && paneKey(target, pane_id) === key;
  if (!isFit) return null;
  const name = memberTarget(member, target);
  const own = {
    identity: { ...identity.data, target: name, member },
    ref: formatRef({ type: "pane", target: name, session: session_name, window: window_id, pane: pane_id }),
  };
  const parsed = PaneItem.safeParse(raw);
  if (parsed.success) return { ...(withDefaults(raw, parsed.data) as PaneItem), ...own };
  return { ...NOTHING_READ, ...own };
}

/** As a member's pane is shown while nothing is heard of the member. What was open stays open. */
export function unreachableItem(item: PaneItem, lastHeard: number | null): PaneItem {
  const shown = {
    ...item,
    state: "unknown",
    reason_code: "member_unreachable",
    confidence: "low",
    since: lastHeard,
    activity: null,
    source: null,
    because: `nothing is heard of ${item.identity.member}`,
    nothing_new_since: null,
  } satisfies PaneItem;
  return { ...shown, shelf: shelfOf(shown), label: labelOf(shown) };
}

/** A pane that a newer agtmux tells of in a form that this one does not know. */
const NOTHING_READ = PaneItem.omit({ identity: true, ref: true }).parse({
  ...{ window_index: 0, window_name: "", pane_index: 0, title: "", command: "", cwd: "" },
  ...{ runtime_id: null, agent: null, state: "unknown", reason_code: "unsupported_signal", confidence: "low" },
  ...{ since: null, message: "", activity: null, source: null, attention: null, label: "unknown", nudge_seq: 0 },
  because: "its member tells of it in a form that this agtmux does not know",
  ...{ signal: null, state_version: 0, updated_at: 0 },
});

/** The item as it was sent, with defaults for fields that an older sender does not have. */
function withDefaults(raw: unknown, parsed: unknown): unknown {
  if (!isRecord(raw) || !isRecord(parsed)) return raw;
  const filled = Object.entries(parsed).map(([key, value]) => [
    key,
    Object.hasOwn(raw, key) ? withDefaults(raw[key], value) : value,
  ]);
  return { ...raw, ...Object.fromEntries(filled) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
