import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Store } from "../store/store.ts";
import { readAgentMetadata } from "./agent-metadata.ts";

/** The known versions of an agent in these panes, each once. */
export function runningVersions(agent: string, panes: readonly PaneItem[], store: Store): string[] {
  const versions = panes
    .filter((pane) => pane.agent === agent)
    .flatMap(({ runtime_id }) => (runtime_id === null ? [] : (readAgentMetadata(store, runtime_id).version ?? [])));
  return [...new Set(versions)].sort();
}
