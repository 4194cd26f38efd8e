import type { PaneTeammate } from "../../core/protocol/lists/pane-team.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { AgentMetadataStore } from "./agent-metadata.ts";
import type { RuntimeRegistry } from "./runtime-registry.ts";

/** Which agents of one target work together: teammates in panes of their own, and the lead that started them. */
export class Teams {
  private readonly runtimes: RuntimeRegistry;
  private readonly metadataStore: AgentMetadataStore;
  /** Runtimes that were seen to be teammates, so that a lead need not look at every pane. */
  private readonly seen = new Set<string>();

  constructor(runtimes: RuntimeRegistry, metadataStore: AgentMetadataStore) {
    this.runtimes = runtimes;
    this.metadataStore = metadataStore;
  }

  /** Null for an agent that is no teammate. */
  teammate({ runtime_id }: RuntimeRow, now: number): PaneTeammate | null {
    const { teammate_name: name, lead_session } = this.metadataStore.of(runtime_id);
    if (name === undefined || lead_session === undefined) return null;
    this.seen.add(runtime_id);
    const lead = this.runtimes
      .knownBy(lead_session, now)
      .find((row) => row.runtime_id !== runtime_id && this.isActive(row));
    return { name, lead_session, lead_pane: lead?.pane_id ?? null };
  }

  /** The panes of its living teammates, as far as those were asked about themselves. */
  panesOf({ runtime_id }: RuntimeRow): string[] {
    const { session_id } = this.metadataStore.of(runtime_id);
    if (session_id === undefined) return [];
    return this.living().flatMap((row) =>
      this.metadataStore.of(row.runtime_id).lead_session === session_id ? [row.pane_id] : [],
    );
  }

  /** All teammates that live, as far as they were asked about themselves. */
  living(): RuntimeRow[] {
    return [...this.seen].flatMap((id) => {
      const row = this.runtimes.runtime(id);
      if (row !== null && this.isActive(row)) return [row];
      this.seen.delete(id);
      return [];
    });
  }

  private isActive({ pane_id, runtime_id }: RuntimeRow): boolean {
    return this.runtimes.activeRuntimeOf(pane_id)?.runtime_id === runtime_id;
  }
}
