import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ToolChanges } from "../../core/protocol/mcp/tools.ts";

/** How long a caller waits for a change before it asks again. */
const LONGEST_MS = 25_000;
/** Changes that come together are told together. */
const GATHER_MS = 100;

export interface ChangesDeps {
  onChange(listener: () => void): () => void;
  /** The agents that the caller may look at now. */
  visible(): Promise<PaneItem[]>;
}

/** Waits until agents in the caller's view differ from those that its cursor stands for. */
export async function untilChanged(after: string | null, deps: ChangesDeps, signal: AbortSignal): Promise<ToolChanges> {
  const before = after === null ? null : versionsIn(after);
  const first = compare(before, await deps.visible());
  if (before === null || first.changed.length > 0 || first.is_other_list) return first;
  await nextChange(deps, signal);
  return compare(before, await deps.visible());
}

function nextChange({ onChange }: ChangesDeps, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let gathering: NodeJS.Timeout | null = null;
    const end = () => {
      leave();
      signal.removeEventListener("abort", end);
      clearTimeout(longest);
      if (gathering !== null) clearTimeout(gathering);
      resolve();
    };
    const leave = onChange(() => {
      gathering ??= setTimeout(end, GATHER_MS);
    });
    const longest = setTimeout(end, LONGEST_MS);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** The cursor names each agent with its version, so that the daemon keeps nothing for a caller. */
function compare(before: ReadonlyMap<string, string> | null, items: readonly PaneItem[]): ToolChanges {
  const now = new Map(items.map((item) => [item.ref, versionOf(item)]));
  const changed = [...now].filter(([ref, version]) => before !== null && before.get(ref) !== version);
  const gone = [...(before?.keys() ?? [])].filter((ref) => !now.has(ref));
  const isOtherList = gone.length > 0 || (before !== null && changed.some(([ref]) => !before.has(ref)));
  return {
    schema_version: 1,
    cursor: JSON.stringify([...now]),
    changed: [...changed.map(([ref]) => ref), ...gone],
    is_other_list: isOtherList,
  };
}

function versionOf({ runtime_id, state_version, doing }: PaneItem): string {
  return `${runtime_id}.${state_version}.${doing?.words?.at ?? ""}.${doing?.tool?.at ?? ""}`;
}

function versionsIn(cursor: string): ReadonlyMap<string, string> {
  try {
    const pairs = JSON.parse(cursor) as unknown;
    return new Map(Array.isArray(pairs) ? (pairs as [string, string][]) : []);
  } catch {
    // an unknown cursor stands for nothing: everything has changed
    return new Map();
  }
}
