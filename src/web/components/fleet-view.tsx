import { useMemo } from "react";
import type { Fleet } from "../live/fleet.ts";
import { arrange } from "../view/arrange.ts";
import { EmptyState } from "./empty-state.tsx";
import { PaneTable } from "./pane-table.tsx";

export function FleetView({ fleet }: { fleet: Fleet }) {
  const { needsYou, groups, withoutAgent } = useMemo(() => arrange(fleet.panes.values()), [fleet.panes]);
  return (
    <main>
      {needsYou.length > 0 && (
        <section className="needs-you">
          <h2>Needs you</h2>
          <PaneTable label="Needs you" panes={needsYou} showPlace timeHeading="Waiting for" />
        </section>
      )}
      {groups.map(({ name, panes }) => (
        <section key={name}>
          <h2 className="reference">{name}</h2>
          <PaneTable label={name} panes={panes} />
        </section>
      ))}
      {needsYou.length === 0 && groups.length === 0 && <EmptyState />}
      {withoutAgent.length > 0 && (
        <details>
          <summary>
            {withoutAgent.length} {withoutAgent.length === 1 ? "pane" : "panes"} without an agent
          </summary>
          <PaneTable label="Without an agent" panes={withoutAgent} showPlace />
        </details>
      )}
    </main>
  );
}
