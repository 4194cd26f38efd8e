import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Store } from "../store/store.ts";
import { readAgentMetadata } from "./agent-metadata.ts";

/** The versions of an agent that run in these panes, as far as they told; each once. */
export function runningVersions(agent: string, panes: readonly PaneItem[], store: Store): string[] {
  const versions = panes
    .filter((pane) => pane.agent === agent)
    .flatMap(({ runtime_id }) => (runtime_id === null ? [] : (readAgentMetadata(store, runtime_id).version ?? [])));
  return [...new Set(versions)].sort();
}
